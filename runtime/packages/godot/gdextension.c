/* The Godot 4 binding: the class ClipMap of clip_map.h as a GDExtension. Its README says how it is called.
 *
 * It knows no size of any value but a variant's greatest: positions are read through the variant, so that the library
 * fits engines that compute with floats and with doubles. */
#include <stdlib.h>
#include <string.h>

#include "clip_map.h"
#include "gdextension_abi.h"

#if defined(_WIN32)
#define GODOT_ENTRY __declspec(dllexport)
#else
#define GODOT_ENTRY __attribute__((visibility("default")))
#endif

#define GDX_MEMBER(result, member, name, parameters) result(*member) parameters;
static struct { GDX_FUNCTIONS(GDX_MEMBER) } api;

/* Of the types that arguments and answers have. */
static GdxFromType fromType[GdxTypeCount];
static GdxToType toType[GdxTypeCount];
static GdxDestructor destroyType[GdxTypeCount];

static void* library;
static GdxName className, parentName, sizeName, appendName;

static const GdxEnum kTypes[KindCount] = {GdxNil,        GdxTypePackedByteArray, GdxTypeInt,  GdxTypeFloat,
                                          GdxTypeString, GdxTypeDictionary,      GdxTypeArray};

/* --- Make --- */

static void makeNothing(Value* value) {
    api.variantNewNil(value);
}

static void makeFlag(Value* value, int flag) {
    GdxRaw raw = {{NULL, NULL}};
    raw.flag = flag != 0;
    fromType[GdxTypeBool](value, &raw);
}

static void makeInteger(Value* value, int64_t integer) {
    GdxRaw raw = {{NULL, NULL}};
    raw.integer = integer;
    fromType[GdxTypeInt](value, &raw);
}

static void makeNumber(Value* value, double number) {
    GdxRaw raw = {{NULL, NULL}};
    raw.number = number;
    fromType[GdxTypeFloat](value, &raw);
}

static void makeText(Value* value, const char* text, size_t length) {
    GdxString string;
    api.stringNew(&string, text, (GdxInt)length);
    fromType[GdxTypeString](value, &string);
    destroyType[GdxTypeString](&string);
}

/* Makes a value of a type, as the type's first constructor does. */
static void makeEmpty(Value* value, GdxEnum type) {
    GdxCallError error;
    api.variantConstruct(type, value, NULL, 0, &error);
}

static void makeDictionary(Value* value) {
    makeEmpty(value, GdxTypeDictionary);
}

static void makeList(Value* value) {
    makeEmpty(value, GdxTypeArray);
}

static void release(Value* value) {
    api.variantDestroy(value);
}

static void setField(const Value* dictionary, const char* key, Value* value) {
    Value name;
    GdxBool valid = 0;
    makeText(&name, key, strlen(key));
    api.variantSetKeyed((void*)dictionary, &name, value, &valid);
    release(&name);
    release(value);
}

static void appendElement(const Value* list, Value* value) {
    const void* const arguments[] = {value};
    Value nothing;
    GdxCallError error;
    api.variantCall((void*)list, &appendName, arguments, 1, &nothing, &error);
    release(&nothing);
    release(value);
}

static void makeVector(Value* value, HullbakeVec3 vector) {
    const double numbers[3] = {vector.x, vector.y, vector.z};
    makeList(value);
    for (int i = 0; i < 3; ++i) {
        Value number;
        makeNumber(&number, numbers[i]);
        appendElement(value, &number);
    }
}

/* --- Read --- */

static int readsNumber(const Value* value, double* number) {
    const GdxEnum type = api.variantGetType(value);
    GdxRaw raw;
    if (type != GdxTypeFloat && type != GdxTypeInt && type != GdxTypeBool) return 0;
    toType[type](&raw, (void*)value);
    *number = type == GdxTypeFloat ? raw.number : type == GdxTypeInt ? (double)raw.integer : raw.flag;
    return 1;
}

/* Returns 1 and a value to release, if there is one at the index. */
static int valueAt(const Value* list, int64_t index, Value* value) {
    GdxBool valid = 0, outOfBounds = 0;
    api.variantGetIndexed(list, index, value, &valid, &outOfBounds);
    if (valid && !outOfBounds) return 1;
    release(value);
    return 0;
}

/* A Vector3, or an array or packed array of three numbers. */
static int readsVector(const Value* value, HullbakeVec3* vector) {
    const GdxEnum type = api.variantGetType(value);
    const int packed = type >= GdxTypePackedInt32Array && type <= GdxTypePackedFloat64Array;
    double numbers[3];
    Value element;
    if (type != GdxTypeVector3 && type != GdxTypeArray && !packed) return 0;
    for (int i = 0; i < 3; ++i) {
        if (!valueAt(value, i, &element)) return 0;
        const int good = readsNumber(&element, &numbers[i]);
        release(&element);
        if (!good) return 0;
    }
    if (type != GdxTypeVector3 && valueAt(value, 3, &element)) {
        release(&element);
        return 0;
    }
    *vector = (HullbakeVec3){numbers[0], numbers[1], numbers[2]};
    return 1;
}

/* A String, or a StringName such as &"player". */
static int readsText(const Value* value, char* text, size_t room) {
    const GdxEnum type = api.variantGetType(value);
    const void* const arguments[] = {value};
    Value copy;
    GdxString string;
    GdxCallError error;
    if (type != GdxTypeString && type != GdxTypeStringName) return 0;
    api.variantConstruct(GdxTypeString, &copy, arguments, 1, &error);
    toType[GdxTypeString](&string, &copy);
    const GdxInt length = api.stringUtf8(&string, text, (GdxInt)(room - 1));
    const int good = length >= 0 && (size_t)length < room && memchr(text, 0, (size_t)length) == NULL;
    if (good) text[length] = 0;
    destroyType[GdxTypeString](&string);
    release(&copy);
    return good;
}

static int isDictionary(const Value* value) {
    return api.variantGetType(value) == GdxTypeDictionary;
}

static int getField(const Value* dictionary, const char* key, Value* field) {
    Value name;
    GdxBool valid = 0;
    if (!isDictionary(dictionary)) return 0;
    makeText(&name, key, strlen(key));
    api.variantGetKeyed(dictionary, &name, field, &valid);
    release(&name);
    if (!valid) release(field);
    return valid;
}

/* Calls `size` of an array, packed or not. */
static int64_t sizeOf(const Value* list) {
    Value size;
    GdxCallError error;
    double count = 0;
    api.variantCall((void*)list, &sizeName, NULL, 0, &size, &error);
    readsNumber(&size, &count);
    release(&size);
    return (int64_t)count;
}

static int64_t countElements(const Value* list) {
    return api.variantGetType(list) == GdxTypeArray ? sizeOf(list) : -1;
}

static void getElement(const Value* list, int64_t index, Value* element) {
    if (!valueAt(list, index, element)) makeNothing(element);
}

static const char* showBytes(const Value* value, const char* (*use)(void* context, const void* bytes, size_t size),
                             void* context) {
    const int64_t size = sizeOf(value);
    GdxRaw bytes;
    toType[GdxTypePackedByteArray](&bytes, (void*)value);
    /* The first byte of an empty array cannot be asked for. */
    const char* error = use(context, size > 0 ? api.bytesAt(&bytes, 0) : NULL, (size_t)size);
    destroyType[GdxTypePackedByteArray](&bytes);
    return error;
}

static const Engine kEngine = {readsNumber,   readsVector, readsText,     isDictionary, getField,
                               countElements, getElement,  showBytes,     makeNothing,  makeFlag,
                               makeInteger,   makeNumber,  makeVector,    makeText,     makeDictionary,
                               makeList,      setField,    appendElement, release};

/* --- Methods --- */

/* A wrong call answers an empty value of its type, since typed scripts rely on it, and writes an error. */
static void runMethod(const ClipMethod* method, const ClipCall* call, Value* answer) {
    const char* error = method->run(call, answer);
    if (error == NULL) return;
    api.printError(error, method->name, "ClipMap", 0, 0);
    makeEmpty(answer, kTypes[method->answer]);
}

static int fitsKind(GdxEnum type, ValueKind kind) {
    if (kind == KindAny || type == kTypes[kind]) return 1;
    if (kind == KindText) return type == GdxTypeStringName;
    return (kind == KindInteger || kind == KindNumber) && (type == GdxTypeInt || type == GdxTypeFloat);
}

static void callMethod(void* userdata, void* instance, const void* const* arguments, GdxInt count, void* made,
                       GdxCallError* error) {
    const ClipMethod* method = userdata;
    ClipCall call = {instance, &kEngine, {NULL}};
    Value answer;
    error->error = instance == NULL        ? GdxCallInstanceIsNull
                   : count < method->least ? GdxCallTooFewArguments
                   : count > method->most  ? GdxCallTooManyArguments
                                           : GdxCallOk;
    error->argument = 0;
    error->expected = count < method->least ? method->least : method->most;
    if (error->error != GdxCallOk) return;
    for (int i = 0; i < (int)count; ++i) {
        if (!fitsKind(api.variantGetType(arguments[i]), method->parameters[i].kind)) {
            *error = (GdxCallError){GdxCallInvalidArgument, i, (int32_t)kTypes[method->parameters[i].kind]};
            return;
        }
        call.arguments[i] = arguments[i];
    }
    runMethod(method, &call, &answer);
    api.variantDestroy(made);
    api.variantNewCopy(made, &answer);
    release(&answer);
}

/* The engine calls this one if it knows all types. It gives all arguments, also those that have a default. */
static void callBare(void* userdata, void* instance, const void* const* arguments, void* made) {
    const ClipMethod* method = userdata;
    const GdxEnum type = kTypes[method->answer];
    ClipCall call = {instance, &kEngine, {NULL}};
    Value values[CLIP_MOST_ARGUMENTS], answer;
    for (int i = 0; i < method->most; ++i) {
        const ValueKind kind = method->parameters[i].kind;
        if (kind != KindAny) fromType[kTypes[kind]](&values[i], (void*)arguments[i]);
        call.arguments[i] = kind == KindAny ? arguments[i] : &values[i];
    }
    runMethod(method, &call, &answer);
    if (made != NULL) {
        if (destroyType[type] != NULL) destroyType[type](made);
        toType[type](made, &answer);
    }
    release(&answer);
    for (int i = 0; i < method->most; ++i)
        if (method->parameters[i].kind != KindAny) release(&values[i]);
}

/* --- The class --- */

static void* createClipMap(void* userdata) {
    void* object = api.objectNew(&parentName);
    ClipMap* map = calloc(1, sizeof(ClipMap));
    (void)userdata;
    api.objectSetInstance(object, &className, map);
    return object;
}

static void freeClipMap(void* userdata, void* instance) {
    (void)userdata;
    if (instance == NULL) return;
    closeClipMap(instance);
    free(instance);
}

static GdxProperty describe(ValueKind kind, GdxName* name, GdxName* noName, GdxString* noText) {
    const GdxProperty property = {
        kTypes[kind], name, noName, 0, noText, GdxUsageDefault | (kind == KindAny ? GdxUsageNilIsVariant : 0)};
    return property;
}

static GdxEnum metaOf(ValueKind kind) {
    return kind == KindInteger ? GdxMetaInt64 : kind == KindNumber ? GdxMetaDouble : GdxMetaNone;
}

static void registerMethod(const ClipMethod* method) {
    GdxName name, noName, parameterNames[CLIP_MOST_ARGUMENTS];
    GdxString noText;
    GdxProperty parameters[CLIP_MOST_ARGUMENTS];
    GdxEnum meta[CLIP_MOST_ARGUMENTS];
    Value defaults[CLIP_MOST_ARGUMENTS];
    void* defaultPointers[CLIP_MOST_ARGUMENTS];
    api.nameNew(&name, method->name, 0);
    api.nameNew(&noName, "", 0);
    api.stringNew(&noText, "", 0);
    for (int i = 0; i < method->most; ++i) {
        const ValueKind kind = method->parameters[i].kind;
        api.nameNew(&parameterNames[i], method->parameters[i].name, 0);
        parameters[i] = describe(kind, &parameterNames[i], &noName, &noText);
        meta[i] = metaOf(kind);
        defaultPointers[i] = &defaults[i];
        if (i >= method->least) makeEmpty(&defaults[i], kTypes[kind]);
    }
    GdxProperty answer = describe(method->answer, &noName, &noName, &noText);
    const GdxMethod description = {&name,
                                   (void*)method,
                                   callMethod,
                                   callBare,
                                   GdxMethodNormal,
                                   1,
                                   &answer,
                                   metaOf(method->answer),
                                   (uint32_t)method->most,
                                   parameters,
                                   meta,
                                   (uint32_t)(method->most - method->least),
                                   defaultPointers + method->least};
    api.registerMethod(library, &className, &description);
    for (int i = 0; i < method->most; ++i) {
        destroyType[GdxTypeStringName](&parameterNames[i]);
        if (i >= method->least) release(&defaults[i]);
    }
    destroyType[GdxTypeString](&noText);
    destroyType[GdxTypeStringName](&noName);
    destroyType[GdxTypeStringName](&name);
}

static void initialize(void* userdata, GdxEnum level) {
    static const GdxClass kNoClass = {0};
    GdxClass description = kNoClass;
    (void)userdata;
    if (level != GdxLevelScene) return;
    api.nameNew(&className, "ClipMap", 0);
    api.nameNew(&parentName, "RefCounted", 0);
    api.nameNew(&sizeName, "size", 0);
    api.nameNew(&appendName, "append", 0);
    description.isExposed = 1;
    description.create = createClipMap;
    description.free = freeClipMap;
    api.registerClass(library, &className, &parentName, &description);
    for (size_t i = 0; i < kClipMethodCount; ++i) registerMethod(&kClipMethods[i]);
}

static void deinitialize(void* userdata, GdxEnum level) {
    (void)userdata;
    if (level != GdxLevelScene) return;
    api.unregisterClass(library, &className);
    destroyType[GdxTypeStringName](&appendName);
    destroyType[GdxTypeStringName](&sizeName);
    destroyType[GdxTypeStringName](&parentName);
    destroyType[GdxTypeStringName](&className);
}

/* Fetches all functions of the interface. Returns null, or the name of one that the engine does not have. */
static const char* fetchFunctions(GdxGetProcAddress getProcAddress) {
#define GDX_FETCH(result, member, name, parameters)        \
    {                                                      \
        const GdxFunction function = getProcAddress(name); \
        if (function == NULL) return name;                 \
        api.member = (result(*) parameters)function;       \
    }
    GDX_FUNCTIONS(GDX_FETCH)
    return NULL;
}

GODOT_ENTRY GdxBool hullbake_gdextension_init(GdxGetProcAddress getProcAddress, void* self,
                                              GdxInitialization* initialization) {
    const char* missing = fetchFunctions(getProcAddress);
    if (missing != NULL) {
        if (api.printError != NULL)
            api.printError("hullbake needs Godot 4.2 or newer", missing, "hullbake_gdextension_init", 0, 0);
        return 0;
    }
    const GdxEnum used[] = {GdxTypeBool,       GdxTypeInt,        GdxTypeFloat, GdxTypeString,
                            GdxTypeDictionary, GdxTypeStringName, GdxTypeArray, GdxTypePackedByteArray};
    for (size_t i = 0; i < sizeof used / sizeof used[0]; ++i) {
        fromType[used[i]] = api.getFromType(used[i]);
        toType[used[i]] = api.getToType(used[i]);
        /* Bare numbers have none. */
        destroyType[used[i]] = used[i] <= GdxTypeFloat ? NULL : api.getDestructor(used[i]);
    }
    library = self;
    initialization->minimumLevel = GdxLevelScene;
    initialization->userdata = NULL;
    initialization->initialize = initialize;
    initialization->deinitialize = deinitialize;
    return 1;
}
