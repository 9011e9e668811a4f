/* Wrong calls: each is refused, says why, and makes nothing that stays alive. */
#include <stdio.h>
#include <string.h>

#include "host4.h"

static long refused, unfit;

void refuse(Object* object, const char* method, int count, Variant a, Variant b, Variant c, Variant d) {
    Variant arguments[] = {a, b, c, d};
    const Variant* pointers[] = {&arguments[0], &arguments[1], &arguments[2], &arguments[3]};
    GdxCallError error;
    const long before = errorCount;
    Variant answer = callBy(object, method, pointers, count, &error);
    if (error.error != GdxCallOk) {
        require(errorCount == before, "one error of a call");
        ++unfit;
    } else {
        require(errorCount == before + 1 && strstr(lastError, method) != NULL, "an error in the log");
        if (answer.type == GdxTypeInt)
            require(answer.as.integer == 0, "an empty answer");
        else
            require(size4(&answer) == 0, "an empty answer");
        ++refused;
    }
    destroy(&answer);
    for (int i = 0; i < 4; ++i) destroy(&arguments[i]);
}

static Variant oneField(const char* key, Variant value) {
    Variant fields = dictionary();
    put4(&fields, key, value);
    return fields;
}

static Variant origin(void) {
    return listOf(0, 0, 64);
}

static void refuseWrongValues(Object* map) {
    Variant two = list(), bad = list(), four = listOf(1, 2, 3), both = oneField("hull", textOf("player"));
    append4(&two, intOf(1));
    append4(&two, intOf(2));
    append4(&bad, intOf(1));
    append4(&bad, intOf(2));
    append4(&bad, textOf("z"));
    append4(&four, intOf(4));
    put4(&both, "mins", origin());
    refuse(map, "trace", 3, textOf("nobody"), origin(), origin(), nilOf());
    refuse(map, "trace", 3, textOf("player"), two, origin(), nilOf());
    refuse(map, "trace", 3, textOf("player"), bad, origin(), nilOf());
    refuse(map, "trace", 3, textOf("player"), origin(), four, nilOf());
    refuse(map, "trace", 3, both, origin(), origin(), nilOf());
    refuse(map, "trace", 3, nilOf(), origin(), origin(), nilOf());
    refuse(map, "trace", 3, dictionary(), origin(), origin(), nilOf());
    refuse(map, "trace", 3, oneField("hull", intOf(1)), origin(), origin(), nilOf());
    refuse(map, "contents_at", 2, textOf("player"), floatOf(0), nilOf(), nilOf());
    refuse(map, "contents_at", 2, textOf("player"), listOf(0, 0, 1e300), nilOf(), nilOf());
    refuse(map, "contents_name", 1, intOf(-1), nilOf(), nilOf(), nilOf());
    refuse(map, "overlap", 2, textOf("player"), listOf(0, 0, 1e300), nilOf(), nilOf());
    refuse(map, "walk", 3, textOf("player"), oneField("origin", intOf(5)), floatOf(0.1), nilOf());
    refuse(map, "walk", 3, textOf("player"), oneField("on_ground", intOf(2)), floatOf(0.1), nilOf());
    refuse(map, "walk", 4, textOf("player"), dictionary(), floatOf(0.1), oneField("gravity", textOf("down")));
    refuse(map, "slide", 3, textOf("player"), oneField("velocity", textOf("fast")), floatOf(0.1), nilOf());
    refuse(map, "slide", 3, textOf("player"), oneField("mode", floatOf(0.5)), floatOf(0.1), nilOf());
}

static void refuseUnfitCalls(Object* map) {
    refuse(map, "open", 1, intOf(5), nilOf(), nilOf(), nilOf());
    refuse(map, "open", 0, nilOf(), nilOf(), nilOf(), nilOf());
    refuse(map, "hulls", 1, intOf(5), nilOf(), nilOf(), nilOf());
    refuse(map, "trace", 2, textOf("player"), origin(), nilOf(), nilOf());
    refuse(map, "trace", 4, textOf("player"), origin(), origin(), nilOf());
    refuse(map, "walk", 3, textOf("player"), dictionary(), textOf("soon"), nilOf());
    refuse(map, "walk", 3, textOf("player"), list(), floatOf(0.1), nilOf());
    refuse(map, "walk", 4, textOf("player"), dictionary(), floatOf(0.1), nilOf());
    refuse(map, "contents_name", 1, textOf("solid"), nilOf(), nilOf(), nilOf());
    refuse(map, "entities", 1, intOf(1), nilOf(), nilOf(), nilOf());
}

void testWrongCalls(Object* object, Object* closed) {
    refuseWrongValues(object);
    refuseUnfitCalls(object);
    refuse(closed, "trace", 3, textOf("player"), origin(), origin(), nilOf());
    refuse(closed, "overlap", 2, oneField("mins", origin()), origin(), nilOf(), nilOf());
    Object hollow = {NULL};
    refuse(&hollow, "hulls", 0, nilOf(), nilOf(), nilOf(), nilOf());
    printf("refused %ld\nunfit %ld\n", refused, unfit);
}
