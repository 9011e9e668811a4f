#include "engine4.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine4_classes.h"

long errorCount, liveVariants, liveHeaps;
char lastError[200];

static const uint32_t kAlive = 0xa11ce5edu;

struct Heap {
    int references;
    uint32_t type;
    size_t count;
    char* bytes;    /* of strings and byte arrays */
    double* reals;  /* of packed arrays */
    Variant* items; /* of arrays and dictionaries */
};

void require(int holds, const char* reason) {
    if (holds) return;
    fflush(stdout);
    fprintf(stderr, "engine4: %s\n", reason);
    exit(3);
}

/* --- Heaps --- */

static int hasHeap(uint32_t type) {
    return type == GdxTypeString || type == GdxTypeStringName || type == GdxTypeDictionary || type == GdxTypeArray ||
           type == GdxTypePackedByteArray || type == GdxTypePackedFloat64Array;
}

/* A packed array is two pointers, of which the second counts. */
static Heap** slotOf(uint32_t type, const void* raw) {
    return (Heap**)raw + (type >= GdxTypePackedByteArray ? 1 : 0);
}

static Heap* heapOf(uint32_t type, const void* raw) {
    Heap* heap = *slotOf(type, raw);
    require(heap != NULL && heap->references > 0 && heap->type == type, "a value that is dead, or of another type");
    return heap;
}

static Heap* newHeap(uint32_t type) {
    Heap* heap = calloc(1, sizeof *heap);
    require(heap != NULL, "memory");
    heap->references = 1;
    heap->type = type;
    ++liveHeaps;
    return heap;
}

static Heap* newText(uint32_t type, const void* bytes, size_t size) {
    Heap* heap = newHeap(type);
    heap->count = size;
    heap->bytes = calloc(1, size + 1);
    require(heap->bytes != NULL, "memory");
    if (size > 0) memcpy(heap->bytes, bytes, size);
    return heap;
}

static void dropHeap(uint32_t type, void* raw) {
    Heap* heap = heapOf(type, raw);
    *slotOf(type, raw) = NULL;
    if (--heap->references > 0) return;
    const size_t items = heap->items == NULL ? 0 : heap->count * (type == GdxTypeDictionary ? 2 : 1);
    for (size_t i = 0; i < items; ++i) destroy(&heap->items[i]);
    free(heap->items);
    free(heap->bytes);
    free(heap->reals);
    heap->references = -1;
    free(heap);
    --liveHeaps;
}

static size_t rawSize(uint32_t type) {
    return type == GdxTypeBool ? 1 : type >= GdxTypePackedByteArray ? 2 * sizeof(void*) : sizeof(void*);
}

/* --- Variants --- */

static const Variant* alive(const void* variant) {
    require(((const Variant*)variant)->mark == kAlive, "a variant that is not alive");
    return variant;
}

static Variant* made(void* variant, uint32_t type) {
    Variant* it = variant;
    memset(it, 0, sizeof *it);
    it->type = type;
    it->mark = kAlive;
    ++liveVariants;
    return it;
}

static void variantNewNil(void* variant) {
    made(variant, GdxNil);
}

static void variantNewCopy(void* copy, const void* variant) {
    const Variant* from = alive(variant);
    Variant* to = made(copy, from->type);
    memcpy(&to->as, &from->as, sizeof to->as);
    if (hasHeap(to->type)) ++heapOf(to->type, &to->as)->references;
}

static void variantDestroy(void* variant) {
    Variant* it = (Variant*)alive(variant);
    if (hasHeap(it->type)) dropHeap(it->type, &it->as);
    memset(it, 0xdd, sizeof *it);
    --liveVariants;
}

static GdxEnum variantGetType(const void* variant) {
    return alive(variant)->type;
}

void destroy(Variant* variant) {
    variantDestroy(variant);
}

Variant nilOf(void) {
    Variant variant;
    return *made(&variant, GdxNil);
}

Variant boolOf(int flag) {
    Variant variant;
    made(&variant, GdxTypeBool)->as.flag = flag != 0;
    return variant;
}

Variant intOf(int64_t value) {
    Variant variant;
    made(&variant, GdxTypeInt)->as.integer = value;
    return variant;
}

Variant floatOf(double value) {
    Variant variant;
    made(&variant, GdxTypeFloat)->as.number = value;
    return variant;
}

static Variant ofHeap(Heap* heap) {
    Variant variant;
    made(&variant, heap->type);
    *slotOf(heap->type, &variant.as) = heap;
    return variant;
}

Variant textOf(const char* text) {
    return ofHeap(newText(GdxTypeString, text, strlen(text)));
}

Variant nameOf(const char* text) {
    return ofHeap(newText(GdxTypeStringName, text, strlen(text)));
}

Variant bytesOf(const void* bytes, size_t size) {
    return ofHeap(newText(GdxTypePackedByteArray, bytes, size));
}

Variant vector3Of(double x, double y, double z) {
    Variant variant;
    made(&variant, GdxTypeVector3);
    variant.as.vector[0] = (Real)x;
    variant.as.vector[1] = (Real)y;
    variant.as.vector[2] = (Real)z;
    return variant;
}

Variant packedOf(double x, double y, double z) {
    Heap* heap = newHeap(GdxTypePackedFloat64Array);
    const double numbers[3] = {x, y, z};
    heap->count = 3;
    heap->reals = malloc(sizeof numbers);
    require(heap->reals != NULL, "memory");
    memcpy(heap->reals, numbers, sizeof numbers);
    return ofHeap(heap);
}

Variant dictionary(void) {
    return ofHeap(newHeap(GdxTypeDictionary));
}

Variant list(void) {
    return ofHeap(newHeap(GdxTypeArray));
}

Variant listOf(double x, double y, double z) {
    Variant variant = list();
    append4(&variant, floatOf(x));
    append4(&variant, floatOf(y));
    append4(&variant, floatOf(z));
    return variant;
}

/* --- Items --- */

static void grow(Heap* heap, size_t items) {
    heap->items = realloc(heap->items, items * sizeof *heap->items);
    require(heap->items != NULL, "memory");
}

void append4(Variant* variant, Variant value) {
    Heap* heap = heapOf(GdxTypeArray, &alive(variant)->as);
    grow(heap, heap->count + 1);
    heap->items[heap->count++] = value;
}

static Variant* find(const Variant* variant, const char* key, size_t length) {
    const Heap* heap = heapOf(GdxTypeDictionary, &alive(variant)->as);
    for (size_t i = 0; i < heap->count; ++i) {
        const Heap* name = heapOf(GdxTypeString, &alive(&heap->items[2 * i])->as);
        if (name->count == length && memcmp(name->bytes, key, length) == 0) return &heap->items[2 * i + 1];
    }
    return NULL;
}

void put4(Variant* variant, const char* key, Variant value) {
    Heap* heap = heapOf(GdxTypeDictionary, &alive(variant)->as);
    Variant* there = find(variant, key, strlen(key));
    if (there != NULL) {
        destroy(there);
        *there = value;
        return;
    }
    grow(heap, 2 * heap->count + 2);
    heap->items[2 * heap->count] = textOf(key);
    heap->items[2 * heap->count + 1] = value;
    ++heap->count;
}

const Variant* field4(const Variant* variant, const char* key) {
    return find(variant, key, strlen(key));
}

const Variant* at4(const Variant* variant, size_t index) {
    const Heap* heap = heapOf(GdxTypeArray, &alive(variant)->as);
    require(index < heap->count, "an index");
    return &heap->items[index];
}

size_t size4(const Variant* variant) {
    return heapOf(alive(variant)->type, &variant->as)->count;
}

const char* text4(const Variant* variant) {
    return heapOf(GdxTypeString, &alive(variant)->as)->bytes;
}

static void variantGetKeyed(const void* variant, const void* key, void* value, GdxBool* valid) {
    const Heap* name = heapOf(GdxTypeString, &alive(key)->as);
    const Variant* found = find(variant, name->bytes, name->count);
    *valid = found != NULL;
    if (found != NULL)
        variantNewCopy(value, found);
    else
        variantNewNil(value);
}

static void variantSetKeyed(void* variant, const void* key, const void* value, GdxBool* valid) {
    const Heap* name = heapOf(GdxTypeString, &alive(key)->as);
    Variant copy;
    variantNewCopy(&copy, value);
    put4(variant, name->bytes, copy);
    *valid = 1;
}

static void variantGetIndexed(const void* variant, GdxInt index, void* value, GdxBool* valid, GdxBool* outside) {
    const Variant* it = alive(variant);
    const Heap* heap = it->type == GdxTypeVector3 ? NULL : heapOf(it->type, &it->as);
    *outside = index < 0 || (size_t)index >= (heap == NULL ? 3 : heap->count);
    *valid = !*outside;
    require(heap == NULL || heap->items != NULL || heap->reals != NULL || *outside, "an index into that type");
    if (*outside)
        variantNewNil(value);
    else if (heap == NULL)
        made(value, GdxTypeFloat)->as.number = it->as.vector[index];
    else if (heap->reals != NULL)
        made(value, GdxTypeFloat)->as.number = heap->reals[index];
    else
        variantNewCopy(value, &heap->items[index]);
}

static void variantCall(void* variant, const void* name, const void* const* arguments, GdxInt count, void* answer,
                        GdxCallError* error) {
    const char* method = heapOf(GdxTypeStringName, name)->bytes;
    error->error = GdxCallOk;
    if (strcmp(method, "size") == 0 && count == 0) {
        made(answer, GdxTypeInt)->as.integer = (int64_t)size4(variant);
    } else {
        Variant copy;
        require(strcmp(method, "append") == 0 && count == 1, "a method of a variant");
        variantNewCopy(&copy, arguments[0]);
        append4(variant, copy);
        variantNewNil(answer);
    }
}

static void variantConstruct(GdxEnum type, void* variant, const void* const* arguments, int32_t count,
                             GdxCallError* error) {
    error->error = GdxCallOk;
    if (count == 1) {
        const Variant* from = alive(arguments[0]);
        require(type == GdxTypeString, "a constructor with an argument");
        const Heap* text = heapOf(from->type, &from->as);
        *(Variant*)variant = ofHeap(newText(type, text->bytes, text->count));
        return;
    }
    require(count == 0, "a constructor");
    if (!hasHeap(type))
        made(variant, type);
    else
        *(Variant*)variant = ofHeap(type == GdxTypeString ? newText(type, "", 0) : newHeap(type));
}

/* --- Bare values --- */

static void fromRaw(void* variant, uint32_t type, const void* raw) {
    Variant* it = made(variant, type);
    memcpy(&it->as, raw, rawSize(type));
    if (hasHeap(type)) ++heapOf(type, &it->as)->references;
}

static void toRaw(void* raw, uint32_t type, const void* variant) {
    const Variant* it = alive(variant);
    require(it->type == type, "a value of another type than the variant's");
    memcpy(raw, &it->as, rawSize(type));
    if (hasHeap(type)) ++heapOf(type, raw)->references;
}

#define BARE(type)                                     \
    static void from##type(void* variant, void* raw) { \
        fromRaw(variant, Gdx##type, raw);              \
    }                                                  \
    static void to##type(void* raw, void* variant) {   \
        toRaw(raw, Gdx##type, variant);                \
    }                                                  \
    static void drop##type(void* raw) {                \
        dropHeap(Gdx##type, raw);                      \
    }
BARE(TypeBool)
BARE(TypeInt)
BARE(TypeFloat)
BARE(TypeString)
BARE(TypeStringName)
BARE(TypeDictionary)
BARE(TypeArray)
BARE(TypePackedByteArray)

#define ROW(type) \
    { Gdx##type, from##type, to##type, drop##type }
static const struct {
    uint32_t type;
    GdxFromType from;
    GdxToType to;
    GdxDestructor drop;
} kBare[] = {ROW(TypeBool),       ROW(TypeInt),        ROW(TypeFloat), ROW(TypeString),
             ROW(TypeStringName), ROW(TypeDictionary), ROW(TypeArray), ROW(TypePackedByteArray)};

static size_t bareRow(uint32_t type) {
    size_t row = 0;
    while (row < sizeof kBare / sizeof kBare[0] && kBare[row].type != type) ++row;
    require(row < sizeof kBare / sizeof kBare[0], "a type of a bare value");
    return row;
}

static GdxFromType getFromType(GdxEnum type) {
    return kBare[bareRow(type)].from;
}

static GdxToType getToType(GdxEnum type) {
    return kBare[bareRow(type)].to;
}

static GdxDestructor getDestructor(GdxEnum type) {
    return hasHeap(type) ? kBare[bareRow(type)].drop : NULL;
}

static void stringNew(void* string, const char* text, GdxInt bytes) {
    *(Heap**)string = newText(GdxTypeString, text, (size_t)bytes);
}

/* Writes no zero at the end, and answers the whole length, as the engine does. */
static GdxInt stringUtf8(const void* string, char* text, GdxInt room) {
    const Heap* heap = heapOf(GdxTypeString, string);
    const size_t length = heap->count < (size_t)room ? heap->count : (size_t)room;
    if (text != NULL) memcpy(text, heap->bytes, length);
    return (GdxInt)heap->count;
}

static void nameNew(void* name, const char* text, GdxBool isStatic) {
    require(!isStatic, "a name that outlives its library");
    *(Heap**)name = newText(GdxTypeStringName, text, strlen(text));
}

static const uint8_t* bytesAt(const void* array, GdxInt index) {
    const Heap* heap = heapOf(GdxTypePackedByteArray, array);
    require(index >= 0 && (size_t)index < heap->count, "an index into bytes");
    return (const uint8_t*)heap->bytes + index;
}

const char* nameText(const void* name) {
    return heapOf(GdxTypeStringName, name)->bytes;
}

const char* stringText(const void* string) {
    return heapOf(GdxTypeString, string)->bytes;
}

Variant copy4(const void* variant) {
    Variant copy;
    variantNewCopy(&copy, variant);
    return copy;
}

Variant emptyOf(uint32_t type) {
    Variant variant;
    GdxCallError error;
    variantConstruct(type, &variant, NULL, 0, &error);
    return variant;
}

/* --- The interface --- */

static void printError(const char* text, const char* function, const char* file, int32_t line, GdxBool notify) {
    (void)line, (void)notify;
    ++errorCount;
    snprintf(lastError, sizeof lastError, "%s %s: %s", file, function, text);
}

/* The compiler checks that each has the type that the binding calls. */
#define MEMBER(result, member, name, parameters) result(*member) parameters;
#define FUNCTION_OF(result, member, name, parameters) member,
#define NAME_OF(result, member, name, parameters) name,
static const struct { GDX_FUNCTIONS(MEMBER) } kFunctions = {GDX_FUNCTIONS(FUNCTION_OF)};
static const char* const kNames[] = {GDX_FUNCTIONS(NAME_OF)};
static const size_t kFunctionCount = sizeof kNames / sizeof kNames[0];

const char* withheld;

size_t functionCount(void) {
    return kFunctionCount;
}

const char* functionName(size_t index) {
    return kNames[index];
}

GdxFunction getProcAddress(const char* name) {
    GdxFunction function = NULL;
    for (size_t i = 0; i < kFunctionCount; ++i)
        if (strcmp(name, kNames[i]) == 0 && (withheld == NULL || strcmp(name, withheld) != 0))
            memcpy(&function, (const char*)&kFunctions + i * sizeof function, sizeof function);
    return function;
}
