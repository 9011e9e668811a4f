#include <math.h>
#include <stddef.h>

#include "c_api_check.h"

void checkContacts(void) {
    HullbakeSweptBounds boxes[3];
    HullbakeBodyPair pairs[3] = {{9, 9}, {9, 9}, {9, 9}};
    uint32_t scratch[3];
    size_t found = 7;
    int i;
    for (i = 0; i < 3; ++i) {
        boxes[i].mins.x = boxes[i].mins.y = boxes[i].mins.z = -i;
        boxes[i].maxs.x = boxes[i].maxs.y = boxes[i].maxs.z = 1;
        boxes[i].mask = boxes[i].kind = 1;
    }
    CHECK(hullbakeSweptPairs(boxes, 3, scratch, 3, pairs, 3, &found) == HullbakeStatusOk && found == 3);
    CHECK(pairs[0].a == 0 && pairs[0].b == 1 && pairs[1].a == 0 && pairs[1].b == 2 && pairs[2].a == 1);
    boxes[1].mins.y = 2;
    CHECK(hullbakeSweptPairs(boxes, 3, scratch, 3, pairs, 0, &found) == HullbakeStatusOk && found == 1);
    CHECK(hullbakeSweptPairs(NULL, 0, NULL, 0, NULL, 0, &found) == HullbakeStatusOk && found == 0);
    CHECK(hullbakeSweptPairs(boxes, 3, scratch, 2, pairs, 3, &found) == HullbakeStatusBadStorage && found == 0);
    CHECK(hullbakeSweptPairs(NULL, 3, scratch, 3, pairs, 3, &found) == HullbakeStatusNullArgument);
    CHECK(hullbakeSweptPairs(boxes, 3, NULL, 3, pairs, 3, &found) == HullbakeStatusNullArgument);
    CHECK(hullbakeSweptPairs(boxes, 3, scratch, 3, NULL, 3, &found) == HullbakeStatusNullArgument);
    CHECK(hullbakeSweptPairs(boxes, 3, scratch, 3, pairs, 3, NULL) == HullbakeStatusNullArgument);
    boxes[2].maxs.z = NAN;
    found = 7;
    CHECK(hullbakeSweptPairs(boxes, 3, scratch, 3, pairs, 3, &found) == HullbakeStatusInvalidQuery && found == 0);
}
