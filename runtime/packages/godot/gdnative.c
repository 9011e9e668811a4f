/* The Godot 3 binding: the class ClipMap of clip_map.h as a NativeScript. Its README says how it is called. */
#include <stdlib.h>
#include <string.h>

#include "clip_map.h"
#include "gdnative_abi.h"

#if defined(_WIN32)
#define GODOT_ENTRY __declspec(dllexport)
#else
#define GODOT_ENTRY __attribute__((visibility("default")))
#endif

static const GodotCoreApi* api;
static const GodotNativeScriptApi* scripts;

/* --- Values of the engine --- */

static GodotVariant textValue(const char* text, size_t length) {
    GodotString string;
    GodotVariant value;
    api->stringNew(&string);
    api->stringParseUtf8(&string, text, (int)length);
    api->variantNewString(&value, &string);
    api->stringDestroy(&string);
    return value;
}

static GodotVariant vectorValue(HullbakeVec3 vector) {
    const double numbers[3] = {vector.x, vector.y, vector.z};
    GodotArray array;
    GodotVariant value;
    api->arrayNew(&array);
    for (int i = 0; i < 3; ++i) {
        GodotVariant number;
        api->variantNewReal(&number, numbers[i]);
        api->arrayAppend(&array, &number);
        api->variantDestroy(&number);
    }
    api->variantNewArray(&value, &array);
    api->arrayDestroy(&array);
    return value;
}

static int toNumber(const GodotVariant* value, double* number) {
    const int type = api->variantType(value);
    if (type != GodotTypeReal && type != GodotTypeInt && type != GodotTypeBool) return 0;
    *number = api->variantAsReal(value);
    return 1;
}

/* A Vector3, or an array of three numbers, which keeps all their bits. */
static int toVector(const GodotVariant* value, HullbakeVec3* vector) {
    double numbers[3];
    int good = 0;
    if (api->variantType(value) == GodotTypeVector3) {
        const GodotVector3 stored = api->variantAsVector3(value);
        float floats[3];
        memcpy(floats, stored.bytes, sizeof floats);
        *vector = (HullbakeVec3){floats[0], floats[1], floats[2]};
        return 1;
    }
    if (api->variantType(value) == GodotTypeArray) {
        GodotArray array = api->variantAsArray(value);
        good = api->arraySize(&array) == 3;
        for (int i = 0; good && i < 3; ++i) good = toNumber(api->arrayAt(&array, i), &numbers[i]);
        api->arrayDestroy(&array);
    }
    if (good) *vector = (HullbakeVec3){numbers[0], numbers[1], numbers[2]};
    return good;
}

/* Copies at most `room` - 1 bytes and a zero; a text that is longer, or has a zero within, is no text. */
static int toText(const GodotVariant* value, char* text, size_t room) {
    int good;
    if (api->variantType(value) != GodotTypeString) return 0;
    GodotString string = api->variantAsString(value);
    GodotCharString utf8 = api->stringUtf8(&string);
    const size_t length = (size_t)api->charStringLength(&utf8);
    good = length < room;
    if (good && length > 0) memcpy(text, api->charStringData(&utf8), length);
    if (good) text[length] = 0;
    good = good && strlen(text) == length;
    api->charStringDestroy(&utf8);
    api->stringDestroy(&string);
    return good;
}

/* --- Fields of dictionaries --- */

static void setField(void* dictionary, const char* key, GodotVariant value) {
    GodotVariant name = textValue(key, strlen(key));
    api->dictionarySet(dictionary, &name, &value);
    api->variantDestroy(&name);
    api->variantDestroy(&value);
}

static void setFlag(void* dictionary, const char* key, int flag) {
    GodotVariant value;
    api->variantNewBool(&value, flag != 0);
    setField(dictionary, key, value);
}

static void setInteger(void* dictionary, const char* key, int64_t integer) {
    GodotVariant value;
    api->variantNewInt(&value, integer);
    setField(dictionary, key, value);
}

static void setNumber(void* dictionary, const char* key, double number) {
    GodotVariant value;
    api->variantNewReal(&value, number);
    setField(dictionary, key, value);
}

static void setVector(void* dictionary, const char* key, HullbakeVec3 vector) {
    setField(dictionary, key, vectorValue(vector));
}

static void setText(void* dictionary, const char* key, const char* text, size_t length) {
    setField(dictionary, key, textValue(text, length));
}

static FieldWriter writerOf(GodotDictionary* dictionary) {
    const FieldWriter writer = {dictionary, setFlag, setInteger, setNumber, setVector, setText};
    return writer;
}

/* Returns 1 and the value, to be destroyed, if the dictionary has it. */
static int getField(const void* dictionary, const char* key, GodotVariant* value) {
    GodotVariant name = textValue(key, strlen(key));
    const int found = api->dictionaryHas(dictionary, &name);
    if (found) *value = api->dictionaryGet(dictionary, &name);
    api->variantDestroy(&name);
    return found;
}

static FieldAnswer answered(GodotVariant* value, int good) {
    api->variantDestroy(value);
    return good ? FieldRead : FieldOfWrongType;
}

static FieldAnswer getNumber(const void* dictionary, const char* key, double* number) {
    GodotVariant value;
    if (!getField(dictionary, key, &value)) return FieldMissing;
    return answered(&value, toNumber(&value, number));
}

static FieldAnswer getVector(const void* dictionary, const char* key, HullbakeVec3* vector) {
    GodotVariant value;
    if (!getField(dictionary, key, &value)) return FieldMissing;
    return answered(&value, toVector(&value, vector));
}

static FieldAnswer getText(const void* dictionary, const char* key, char* text, size_t room) {
    GodotVariant value;
    if (!getField(dictionary, key, &value)) return FieldMissing;
    return answered(&value, toText(&value, text, room));
}

static FieldReader readerOf(const GodotDictionary* dictionary) {
    const FieldReader reader = {dictionary, getNumber, getVector, getText};
    return reader;
}

static GodotVariant dictionaryValue(GodotDictionary* dictionary) {
    GodotVariant value;
    api->variantNewDictionary(&value, dictionary);
    api->dictionaryDestroy(dictionary);
    return value;
}

/* --- Arguments --- */

static GodotVariant nothing(void) {
    GodotVariant value;
    api->variantNewNil(&value);
    return value;
}

/* What a wrong call returns: null, and an error in Godot's log. */
static GodotVariant refuse(const char* method, const char* error) {
    api->printError(error, method, "ClipMap", 0);
    return nothing();
}

/* Returns null if `count` arguments were given, from `least` to `most`. */
static const char* checkCount(int count, int least, int most) {
    return count < least ? "too few arguments" : count > most ? "too many arguments" : NULL;
}

static const char* probeArgument(const ClipMap* map, const GodotVariant* value, HullbakeProbe* probe) {
    char name[256];
    const char* error = "a probe is the name of a hull, or a dictionary";
    if (toText(value, name, sizeof name)) return probeOfHull(map, name, probe);
    if (api->variantType(value) == GodotTypeDictionary) {
        GodotDictionary dictionary = api->variantAsDictionary(value);
        const FieldReader fields = readerOf(&dictionary);
        error = readProbe(map, &fields, probe);
        api->dictionaryDestroy(&dictionary);
    }
    return error;
}

static const char* vectorArgument(const GodotVariant* value, HullbakeVec3* vector) {
    return toVector(value, vector) ? NULL : "a position is a Vector3, or an array of three numbers";
}

static const char* stateArgument(const GodotVariant* value, HullbakeWalkState* state) {
    const char* error;
    if (api->variantType(value) != GodotTypeDictionary) return "a state is a dictionary";
    GodotDictionary dictionary = api->variantAsDictionary(value);
    const FieldReader fields = readerOf(&dictionary);
    error = readWalkState(&fields, state);
    api->dictionaryDestroy(&dictionary);
    return error;
}

static const char* rulesArgument(const GodotVariant* value, HullbakeWalkRules* rules) {
    const char* error;
    if (api->variantType(value) != GodotTypeDictionary) return "rules are a dictionary";
    GodotDictionary dictionary = api->variantAsDictionary(value);
    const FieldReader fields = readerOf(&dictionary);
    error = readWalkRules(&fields, rules);
    api->dictionaryDestroy(&dictionary);
    return error;
}

/* --- Methods --- */

static GodotVariant openBytes(GodotObject* object, void* data, void* self, int count, GodotVariant** arguments) {
    const char* error = checkCount(count, 1, 1);
    (void)object, (void)data;
    if (error == NULL && api->variantType(arguments[0]) != GodotTypePoolByteArray) error = "open takes a PoolByteArray";
    if (error != NULL) return refuse("open", error);
    GodotPoolByteArray bytes = api->variantAsPoolByteArray(arguments[0]);
    GodotByteRead* read = api->poolByteArrayRead(&bytes);
    error = openClipMap(self, api->byteReadPointer(read), (size_t)api->poolByteArraySize(&bytes));
    api->byteReadDestroy(read);
    api->poolByteArrayDestroy(&bytes);
    return error != NULL ? textValue(error, strlen(error)) : textValue("", 0);
}

static void appendDictionary(GodotArray* array, GodotDictionary* dictionary) {
    GodotVariant value = dictionaryValue(dictionary);
    api->arrayAppend(array, &value);
    api->variantDestroy(&value);
}

static GodotVariant arrayValue(GodotArray* array) {
    GodotVariant value;
    api->variantNewArray(&value, array);
    api->arrayDestroy(array);
    return value;
}

static GodotVariant listHulls(GodotObject* object, void* data, void* self, int count, GodotVariant** arguments) {
    const ClipMap* map = self;
    GodotArray hulls;
    (void)object, (void)data, (void)count, (void)arguments;
    api->arrayNew(&hulls);
    for (uint32_t hull = 0; hull < hullbakeHullCount(map->map); ++hull) {
        GodotDictionary dictionary;
        api->dictionaryNew(&dictionary);
        const FieldWriter fields = writerOf(&dictionary);
        writeHull(map, hull, &fields);
        appendDictionary(&hulls, &dictionary);
    }
    return arrayValue(&hulls);
}

static GodotVariant listStarts(GodotObject* object, void* data, void* self, int count, GodotVariant** arguments) {
    const ClipMap* map = self;
    HullbakePlayerStart starts[HULLBAKE_MAX_PLAYER_STARTS];
    size_t found = 0;
    GodotArray list;
    (void)object, (void)data, (void)count, (void)arguments;
    hullbakePlayerStarts(map->map, starts, sizeof starts[0], HULLBAKE_MAX_PLAYER_STARTS, &found);
    api->arrayNew(&list);
    for (size_t i = 0; i < found && i < HULLBAKE_MAX_PLAYER_STARTS; ++i) {
        GodotDictionary dictionary;
        api->dictionaryNew(&dictionary);
        const FieldWriter fields = writerOf(&dictionary);
        writePlayerStart(&starts[i], &fields);
        appendDictionary(&list, &dictionary);
    }
    return arrayValue(&list);
}

static GodotVariant traceProbe(GodotObject* object, void* data, void* self, int count, GodotVariant** arguments) {
    const ClipMap* map = self;
    HullbakeProbe probe = HULLBAKE_PROBE_INIT;
    HullbakeTrace trace = HULLBAKE_TRACE_INIT;
    HullbakeVec3 start = {0, 0, 0}, end = {0, 0, 0};
    const char* error = checkCount(count, 3, 3);
    (void)object, (void)data;
    if (error == NULL) error = probeArgument(map, arguments[0], &probe);
    if (error == NULL) error = vectorArgument(arguments[1], &start);
    if (error == NULL) error = vectorArgument(arguments[2], &end);
    if (error != NULL) return refuse("trace", error);
    hullbakeTrace(map->map, &probe, start, end, &trace);
    GodotDictionary dictionary;
    api->dictionaryNew(&dictionary);
    const FieldWriter fields = writerOf(&dictionary);
    writeTrace(&trace, &fields);
    return dictionaryValue(&dictionary);
}

static GodotVariant contentsAt(GodotObject* object, void* data, void* self, int count, GodotVariant** arguments) {
    const ClipMap* map = self;
    HullbakeProbe probe = HULLBAKE_PROBE_INIT;
    HullbakeVec3 origin = {0, 0, 0};
    HullbakeContents contents = 0;
    GodotVariant value;
    const char* error = checkCount(count, 2, 2);
    (void)object, (void)data;
    if (error == NULL) error = probeArgument(map, arguments[0], &probe);
    if (error == NULL) error = vectorArgument(arguments[1], &origin);
    if (error == NULL && hullbakeContentsAt(map->map, &probe, origin, &contents) != HullbakeStatusOk)
        error = hullbakeRefusalText(hullbakeRefusal(map->map, &probe, origin));
    if (error != NULL) return refuse("contents_at", error);
    api->variantNewInt(&value, contents);
    return value;
}

static GodotVariant contentsName(GodotObject* object, void* data, void* self, int count, GodotVariant** arguments) {
    double bits = 0;
    const char* name;
    (void)object, (void)data, (void)self;
    if (count != 1 || !toNumber(arguments[0], &bits) || !(bits >= 0 && bits <= 4294967295.0))
        return refuse("contents_name", "contents are a number of 32 bits");
    name = hullbakeContentsName((HullbakeContents)bits);
    return textValue(name, strlen(name));
}

static GodotVariant walkTick(GodotObject* object, void* data, void* self, int count, GodotVariant** arguments) {
    const ClipMap* map = self;
    HullbakeProbe probe = HULLBAKE_PROBE_INIT;
    HullbakeWalkRules rules = HULLBAKE_WALK_RULES_INIT;
    HullbakeWalkState state = HULLBAKE_WALK_STATE_INIT;
    HullbakeWalkResult result = HULLBAKE_WALK_RESULT_INIT;
    double seconds = 0;
    const char* error = checkCount(count, 3, 4);
    (void)object, (void)data;
    if (error == NULL) error = probeArgument(map, arguments[0], &probe);
    if (error == NULL) error = stateArgument(arguments[1], &state);
    if (error == NULL && !toNumber(arguments[2], &seconds)) error = "seconds are a number";
    if (error == NULL && count == 4) error = rulesArgument(arguments[3], &rules);
    if (error != NULL) return refuse("walk", error);
    hullbakeWalk(map->map, &probe, &rules, &state, seconds, &result, NULL, 0, 0);
    GodotDictionary answer, after;
    api->dictionaryNew(&answer);
    api->dictionaryNew(&after);
    const FieldWriter answerFields = writerOf(&answer), afterFields = writerOf(&after);
    writeWalkResult(&result, &answerFields);
    writeWalkState(&state, &afterFields);
    setField(&answer, "state", dictionaryValue(&after));
    return dictionaryValue(&answer);
}

/* --- The class --- */

static void* createClipMap(GodotObject* object, void* data) {
    (void)object, (void)data;
    return calloc(1, sizeof(ClipMap));
}

static void destroyClipMap(GodotObject* object, void* data, void* self) {
    (void)object, (void)data;
    closeClipMap(self);
    free(self);
}

GODOT_ENTRY void hullbake_gdnative_init(GodotInitOptions* options) {
    api = options->api;
    for (unsigned i = 0; i < api->extensionCount; ++i)
        if (api->extensions[i]->type == GODOT_API_NATIVESCRIPT)
            scripts = (const GodotNativeScriptApi*)(const void*)api->extensions[i];
}

GODOT_ENTRY void hullbake_gdnative_terminate(void* options) {
    (void)options;
    api = NULL;
    scripts = NULL;
}

GODOT_ENTRY void hullbake_nativescript_init(void* handle) {
    static const struct {
        const char* name;
        GodotVariant (*call)(GodotObject*, void*, void*, int, GodotVariant**);
    } kMethods[] = {{"open", openBytes},   {"hulls", listHulls},        {"player_starts", listStarts},
                    {"trace", traceProbe}, {"contents_at", contentsAt}, {"contents_name", contentsName},
                    {"walk", walkTick}};
    const GodotCreate create = {createClipMap, NULL, NULL};
    const GodotDestroy destroy = {destroyClipMap, NULL, NULL};
    const GodotMethodAttributes local = {0};
    if (scripts == NULL) return;
    scripts->registerClass(handle, "ClipMap", "Reference", create, destroy);
    for (size_t i = 0; i < sizeof kMethods / sizeof kMethods[0]; ++i) {
        const GodotMethod method = {kMethods[i].call, NULL, NULL};
        scripts->registerMethod(handle, "ClipMap", kMethods[i].name, local, method);
    }
}
