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

/* A value's room is larger than a variant of Godot 3. */
static GodotVariant* variantOf(Value* value) {
    return (GodotVariant*)(void*)value;
}

static const GodotVariant* constVariantOf(const Value* value) {
    return (const GodotVariant*)(const void*)value;
}

/* --- Make --- */

static void makeNothing(Value* value) {
    api->variantNewNil(variantOf(value));
}

static void makeFlag(Value* value, int flag) {
    api->variantNewBool(variantOf(value), flag != 0);
}

static void makeInteger(Value* value, int64_t integer) {
    api->variantNewInt(variantOf(value), integer);
}

static void makeNumber(Value* value, double number) {
    api->variantNewReal(variantOf(value), number);
}

static void makeText(Value* value, const char* text, size_t length) {
    GodotString string;
    api->stringNew(&string);
    api->stringParseUtf8(&string, text, (int)length);
    api->variantNewString(variantOf(value), &string);
    api->stringDestroy(&string);
}

static void makeVector(Value* value, HullbakeVec3 vector) {
    const double numbers[3] = {vector.x, vector.y, vector.z};
    GodotArray array;
    api->arrayNew(&array);
    for (int i = 0; i < 3; ++i) {
        GodotVariant number;
        api->variantNewReal(&number, numbers[i]);
        api->arrayAppend(&array, &number);
        api->variantDestroy(&number);
    }
    api->variantNewArray(variantOf(value), &array);
    api->arrayDestroy(&array);
}

static void makeDictionary(Value* value) {
    GodotDictionary dictionary;
    api->dictionaryNew(&dictionary);
    api->variantNewDictionary(variantOf(value), &dictionary);
    api->dictionaryDestroy(&dictionary);
}

static void makeList(Value* value) {
    GodotArray array;
    api->arrayNew(&array);
    api->variantNewArray(variantOf(value), &array);
    api->arrayDestroy(&array);
}

static void release(Value* value) {
    api->variantDestroy(variantOf(value));
}

static void setField(const Value* dictionary, const char* key, Value* value) {
    Value name;
    GodotDictionary shared = api->variantAsDictionary(constVariantOf(dictionary));
    makeText(&name, key, strlen(key));
    api->dictionarySet(&shared, variantOf(&name), variantOf(value));
    api->dictionaryDestroy(&shared);
    release(&name);
    release(value);
}

static void appendElement(const Value* list, Value* value) {
    GodotArray shared = api->variantAsArray(constVariantOf(list));
    api->arrayAppend(&shared, variantOf(value));
    api->arrayDestroy(&shared);
    release(value);
}

/* --- Read --- */

static int toNumber(const GodotVariant* value, double* number) {
    const int type = api->variantType(value);
    if (type != GodotTypeReal && type != GodotTypeInt && type != GodotTypeBool) return 0;
    *number = api->variantAsReal(value);
    return 1;
}

static int readsNumber(const Value* value, double* number) {
    return toNumber(constVariantOf(value), number);
}

/* A Vector3, or an array of three numbers, which keeps all their bits. */
static int readsVector(const Value* value, HullbakeVec3* vector) {
    const GodotVariant* variant = constVariantOf(value);
    double numbers[3];
    int good = 0;
    if (api->variantType(variant) == GodotTypeVector3) {
        const GodotVector3 stored = api->variantAsVector3(variant);
        float floats[3];
        memcpy(floats, stored.bytes, sizeof floats);
        *vector = (HullbakeVec3){floats[0], floats[1], floats[2]};
        return 1;
    }
    if (api->variantType(variant) == GodotTypeArray) {
        GodotArray array = api->variantAsArray(variant);
        good = api->arraySize(&array) == 3;
        for (int i = 0; good && i < 3; ++i) good = toNumber(api->arrayAt(&array, i), &numbers[i]);
        api->arrayDestroy(&array);
    }
    if (good) *vector = (HullbakeVec3){numbers[0], numbers[1], numbers[2]};
    return good;
}

static int readsText(const Value* value, char* text, size_t room) {
    int good;
    if (api->variantType(constVariantOf(value)) != GodotTypeString) return 0;
    GodotString string = api->variantAsString(constVariantOf(value));
    GodotCharString utf8 = api->stringUtf8(&string);
    const size_t length = (size_t)api->charStringLength(&utf8);
    const char* bytes = api->charStringData(&utf8);
    good = length < room && (length == 0 || memchr(bytes, 0, length) == NULL);
    if (good && length > 0) memcpy(text, bytes, length);
    if (good) text[length] = 0;
    api->charStringDestroy(&utf8);
    api->stringDestroy(&string);
    return good;
}

static int isDictionary(const Value* value) {
    return api->variantType(constVariantOf(value)) == GodotTypeDictionary;
}

static int getField(const Value* dictionary, const char* key, Value* field) {
    Value name;
    if (!isDictionary(dictionary)) return 0;
    GodotDictionary shared = api->variantAsDictionary(constVariantOf(dictionary));
    makeText(&name, key, strlen(key));
    const int found = api->dictionaryHas(&shared, variantOf(&name));
    if (found) *variantOf(field) = api->dictionaryGet(&shared, variantOf(&name));
    release(&name);
    api->dictionaryDestroy(&shared);
    return found;
}

static int64_t countElements(const Value* list) {
    if (api->variantType(constVariantOf(list)) != GodotTypeArray) return -1;
    GodotArray shared = api->variantAsArray(constVariantOf(list));
    const int64_t count = api->arraySize(&shared);
    api->arrayDestroy(&shared);
    return count;
}

static void getElement(const Value* list, int64_t index, Value* element) {
    GodotArray shared = api->variantAsArray(constVariantOf(list));
    api->variantNewCopy(variantOf(element), api->arrayAt(&shared, (int)index));
    api->arrayDestroy(&shared);
}

static const char* showBytes(const Value* value, const char* (*use)(void* context, const void* bytes, size_t size),
                             void* context) {
    GodotPoolByteArray bytes = api->variantAsPoolByteArray(constVariantOf(value));
    GodotByteRead* read = api->poolByteArrayRead(&bytes);
    const char* error = use(context, api->byteReadPointer(read), (size_t)api->poolByteArraySize(&bytes));
    api->byteReadDestroy(read);
    api->poolByteArrayDestroy(&bytes);
    return error;
}

static const Engine kEngine = {readsNumber,   readsVector, readsText,     isDictionary, getField,
                               countElements, getElement,  showBytes,     makeNothing,  makeFlag,
                               makeInteger,   makeNumber,  makeVector,    makeText,     makeDictionary,
                               makeList,      setField,    appendElement, release};

/* --- Methods --- */

/* Returns null if the arguments fit the method. The method itself looks at those of any kind. */
static const char* checkArguments(const ClipMethod* method, int count, GodotVariant** arguments) {
    if (count < method->least) return "too few arguments";
    if (count > method->most) return "too many arguments";
    for (int i = 0; i < count; ++i)
        if (method->parameters[i].kind == KindBytes && api->variantType(arguments[i]) != GodotTypePoolByteArray)
            return "open takes a PoolByteArray";
    return NULL;
}

/* A wrong call returns null, and writes an error to Godot's log. */
static GodotVariant callMethod(GodotObject* object, void* data, void* self, int count, GodotVariant** arguments) {
    const ClipMethod* method = data;
    ClipCall call = {self, &kEngine, {NULL}};
    Value answer;
    const char* error = checkArguments(method, count, arguments);
    (void)object;
    if (error == NULL) {
        for (int i = 0; i < count; ++i) call.arguments[i] = (const Value*)(const void*)arguments[i];
        error = method->run(&call, &answer);
    }
    if (error != NULL) {
        api->printError(error, method->name, "ClipMap", 0);
        makeNothing(&answer);
    }
    return *variantOf(&answer);
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
    const GodotCreate create = {createClipMap, NULL, NULL};
    const GodotDestroy destroy = {destroyClipMap, NULL, NULL};
    const GodotMethodAttributes local = {0};
    if (scripts == NULL) return;
    scripts->registerClass(handle, "ClipMap", "Reference", create, destroy);
    for (size_t i = 0; i < kClipMethodCount; ++i) {
        const GodotMethod method = {callMethod, (void*)&kClipMethods[i], NULL};
        scripts->registerMethod(handle, "ClipMap", kClipMethods[i].name, local, method);
    }
}
