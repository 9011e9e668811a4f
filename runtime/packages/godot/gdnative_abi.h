/* The part of Godot 3's GDNative interface (core 1.0, nativescript 1.0) that the binding calls. Godot has no header
 * package, so this file states the binary interface: sizes of values, and which slot of a table holds which function.
 * All Godot 3 releases keep the slots. Derived from modules/gdnative/gdnative_api.json and the headers beside it:
 *
 * Copyright (c) 2007-2020 Juan Linietsky, Ariel Manzur.
 * Copyright (c) 2014-2020 Godot Engine contributors.
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
 * documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
 * rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
 * permit persons to whom the Software is furnished to do so, subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
 * Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
 * WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
 * COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
 * OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */
#ifndef HULLBAKE_GDNATIVE_ABI_H
#define HULLBAKE_GDNATIVE_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Values of the engine, opaque, of fixed size. */
typedef struct {
    uint8_t bytes[24];
} GodotVariant;
typedef struct {
    uint8_t bytes[sizeof(void*)];
} GodotPointerSized;
typedef GodotPointerSized GodotString, GodotCharString, GodotArray, GodotDictionary, GodotPoolByteArray;
/* Three floats. Bytes, as in Godot's own header: a struct of floats would be returned in other registers. */
typedef struct {
    uint8_t bytes[12];
} GodotVector3;
typedef void GodotObject;
typedef void GodotByteRead;

enum {
    GodotTypeNil = 0,
    GodotTypeBool = 1,
    GodotTypeInt = 2,
    GodotTypeReal = 3,
    GodotTypeString = 4,
    GodotTypeVector3 = 7,
    GodotTypeDictionary = 18,
    GodotTypeArray = 19,
    GodotTypePoolByteArray = 20
};

typedef struct GodotApi {
    unsigned type; /* 1 is nativescript */
    struct {
        unsigned major, minor;
    } version;
    const struct GodotApi* next;
} GodotApi;
#define GODOT_API_NATIVESCRIPT 1u

/* Slots that the binding does not call. */
#define GODOT_SKIP(first, next) void (*skipped##first[(next) - (first)])(void)

typedef struct GodotCoreApi {
    GodotApi head;
    unsigned extensionCount;
    const GodotApi** extensions;
    GODOT_SKIP(0, 165);
    GodotByteRead* (*poolByteArrayRead)(const GodotPoolByteArray*); /* 165 */
    GODOT_SKIP(166, 169);
    int (*poolByteArraySize)(const GodotPoolByteArray*); /* 169 */
    void (*poolByteArrayDestroy)(GodotPoolByteArray*);   /* 170 */
    GODOT_SKIP(171, 268);
    const uint8_t* (*byteReadPointer)(const GodotByteRead*); /* 268 */
    GODOT_SKIP(269, 270);
    void (*byteReadDestroy)(GodotByteRead*); /* 270 */
    GODOT_SKIP(271, 323);
    void (*arrayNew)(GodotArray*); /* 323 */
    GODOT_SKIP(324, 335);
    const GodotVariant* (*arrayAt)(const GodotArray*, int); /* 335 */
    void (*arrayAppend)(GodotArray*, const GodotVariant*);  /* 336 */
    GODOT_SKIP(337, 356);
    int (*arraySize)(const GodotArray*); /* 356 */
    GODOT_SKIP(357, 361);
    void (*arrayDestroy)(GodotArray*);       /* 361 */
    void (*dictionaryNew)(GodotDictionary*); /* 362 */
    GODOT_SKIP(363, 364);
    void (*dictionaryDestroy)(GodotDictionary*); /* 364 */
    GODOT_SKIP(365, 368);
    bool (*dictionaryHas)(const GodotDictionary*, const GodotVariant* key); /* 368 */
    GODOT_SKIP(369, 374);
    GodotVariant (*dictionaryGet)(const GodotDictionary*, const GodotVariant* key);              /* 374 */
    void (*dictionarySet)(GodotDictionary*, const GodotVariant* key, const GodotVariant* value); /* 375 */
    GODOT_SKIP(376, 507);
    int (*variantType)(const GodotVariant*);                    /* 507 */
    void (*variantNewCopy)(GodotVariant*, const GodotVariant*); /* 508 */
    void (*variantNewNil)(GodotVariant*);                       /* 509 */
    void (*variantNewBool)(GodotVariant*, bool);                /* 510 */
    GODOT_SKIP(511, 512);
    void (*variantNewInt)(GodotVariant*, int64_t);               /* 512 */
    void (*variantNewReal)(GodotVariant*, double);               /* 513 */
    void (*variantNewString)(GodotVariant*, const GodotString*); /* 514 */
    GODOT_SKIP(515, 528);
    void (*variantNewDictionary)(GodotVariant*, const GodotDictionary*); /* 528 */
    void (*variantNewArray)(GodotVariant*, const GodotArray*);           /* 529 */
    GODOT_SKIP(530, 540);
    double (*variantAsReal)(const GodotVariant*);        /* 540 */
    GodotString (*variantAsString)(const GodotVariant*); /* 541 */
    GODOT_SKIP(542, 544);
    GodotVector3 (*variantAsVector3)(const GodotVariant*); /* 544 */
    GODOT_SKIP(545, 555);
    GodotDictionary (*variantAsDictionary)(const GodotVariant*);       /* 555 */
    GodotArray (*variantAsArray)(const GodotVariant*);                 /* 556 */
    GodotPoolByteArray (*variantAsPoolByteArray)(const GodotVariant*); /* 557 */
    GODOT_SKIP(558, 570);
    void (*variantDestroy)(GodotVariant*);                 /* 570 */
    int (*charStringLength)(const GodotCharString*);       /* 571 */
    const char* (*charStringData)(const GodotCharString*); /* 572 */
    void (*charStringDestroy)(GodotCharString*);           /* 573 */
    void (*stringNew)(GodotString*);                       /* 574 */
    GODOT_SKIP(575, 678);
    GodotCharString (*stringUtf8)(const GodotString*); /* 678 */
    GODOT_SKIP(679, 680);
    bool (*stringParseUtf8)(GodotString*, const char* text, int length); /* 680 */
    GODOT_SKIP(681, 721);
    void (*stringDestroy)(GodotString*); /* 721 */
    GODOT_SKIP(722, 741);
    void (*printError)(const char* text, const char* function, const char* file, int line); /* 741 */
} GodotCoreApi;

typedef struct {
    bool inEditor;
    uint64_t coreHash, editorHash, noHash;
    void (*reportVersionMismatch)(void);
    void (*reportLoadingError)(const GodotObject* library, const char* text);
    GodotObject* library;
    const GodotCoreApi* api;
    const GodotString* libraryPath;
} GodotInitOptions;

typedef struct {
    void* (*create)(GodotObject*, void* data); /* returns what the methods get as `self` */
    void* data;
    void (*free)(void*);
} GodotCreate;
typedef struct {
    void (*destroy)(GodotObject*, void* data, void* self);
    void* data;
    void (*free)(void*);
} GodotDestroy;
typedef struct {
    GodotVariant (*method)(GodotObject*, void* data, void* self, int count, GodotVariant** arguments);
    void* data;
    void (*free)(void*);
} GodotMethod;
typedef struct {
    int rpc;
} GodotMethodAttributes;

typedef struct {
    GodotApi head;
    void (*registerClass)(void* handle, const char* name, const char* base, GodotCreate, GodotDestroy); /* 0 */
    GODOT_SKIP(1, 2);
    void (*registerMethod)(void* handle, const char* name, const char* method, GodotMethodAttributes,
                           GodotMethod); /* 2 */
} GodotNativeScriptApi;

/* A skipped range that is off by one would move all slots behind it. */
#define GODOT_AT_SLOT(member, slot)                                                                          \
    _Static_assert(offsetof(GodotCoreApi, member) ==                                                         \
                       offsetof(GodotCoreApi, extensions) + sizeof(void*) + (slot) * sizeof(void (*)(void)), \
                   #member)
GODOT_AT_SLOT(poolByteArrayDestroy, 170);
GODOT_AT_SLOT(byteReadDestroy, 270);
GODOT_AT_SLOT(arrayAppend, 336);
GODOT_AT_SLOT(arraySize, 356);
GODOT_AT_SLOT(dictionarySet, 375);
GODOT_AT_SLOT(variantNewCopy, 508);
GODOT_AT_SLOT(variantNewString, 514);
GODOT_AT_SLOT(variantNewArray, 529);
GODOT_AT_SLOT(variantAsPoolByteArray, 557);
GODOT_AT_SLOT(stringNew, 574);
GODOT_AT_SLOT(stringParseUtf8, 680);
GODOT_AT_SLOT(printError, 741);

#endif
