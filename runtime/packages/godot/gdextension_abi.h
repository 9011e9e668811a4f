/* The part of Godot 4's GDExtension interface that the binding calls. Godot has no header package, so this file states
 * the binary interface: types, structs, and functions by the names under which the engine hands them out. All of it is
 * in Godot 4.2 and in every release since, as far as 4.6; classes are registered by the call that came with 4.2.
 * Derived from core/extension/gdextension_interface.h:
 *
 * Copyright (c) 2014-present Godot Engine contributors.
 * Copyright (c) 2007-2014 Juan Linietsky, Ariel Manzur.
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
#ifndef HULLBAKE_GDEXTENSION_ABI_H
#define HULLBAKE_GDEXTENSION_ABI_H

#include <stddef.h>
#include <stdint.h>

/* An enum of the interface. C leaves its size to the compiler; all that Godot is built with take four bytes. */
typedef uint32_t GdxEnum;
typedef uint8_t GdxBool;
typedef int64_t GdxInt;
typedef void (*GdxFunction)(void);

/* Types of variants. */
enum {
    GdxNil = 0,
    GdxTypeBool = 1,
    GdxTypeInt = 2,
    GdxTypeFloat = 3,
    GdxTypeString = 4,
    GdxTypeVector3 = 9,
    GdxTypeStringName = 21,
    GdxTypeDictionary = 27,
    GdxTypeArray = 28,
    GdxTypePackedByteArray = 29,
    GdxTypePackedInt32Array = 30,
    GdxTypePackedFloat64Array = 33,
    GdxTypeCount = 39 /* one more than the types of every release; 4.2 has 38 */
};

/* Values that are no variants. The largest one that is used takes two pointers: a packed array. */
typedef union GdxRaw {
    void* pointers[2];
    int64_t integer;
    double number;
    GdxBool flag;
} GdxRaw;
typedef struct GdxName {
    void* data;
} GdxName;
typedef GdxName GdxString;

enum {
    GdxCallOk = 0,
    GdxCallInvalidArgument = 2,
    GdxCallTooManyArguments = 3,
    GdxCallTooFewArguments = 4,
    GdxCallInstanceIsNull = 5
};
typedef struct GdxCallError {
    GdxEnum error;
    int32_t argument, expected;
} GdxCallError;

typedef void (*GdxFromType)(void* variant, void* raw); /* makes a variant */
typedef void (*GdxToType)(void* raw, void* variant);   /* makes a value; the variant must be of the type */
typedef void (*GdxDestructor)(void* raw);

/* How a parameter, or what is returned, is described. */
typedef struct GdxProperty {
    GdxEnum type;
    GdxName* name;
    GdxName* className;
    uint32_t hint;
    GdxString* hintString;
    uint32_t usage;
} GdxProperty;
enum { GdxUsageDefault = 6, GdxUsageNilIsVariant = 1 << 17 };

/* GDExtensionClassCreationInfo2. Functions that the binding leaves out have no type here. */
typedef struct GdxClass {
    GdxBool isVirtual, isAbstract, isExposed;
    GdxFunction set, get, getPropertyList, freePropertyList, propertyCanRevert, propertyGetRevert, validateProperty,
        notification, toString, reference, unreference;
    void* (*create)(void* userdata);              /* returns the object */
    void (*free)(void* userdata, void* instance); /* what object_set_instance was given */
    GdxFunction recreate, getVirtual, getVirtualCallData, callVirtualWithData, getRid;
    void* userdata;
} GdxClass;

typedef struct GdxMethod {
    GdxName* name;
    void* userdata;
    /* `answer` is a variant that is null. */
    void (*call)(void* userdata, void* instance, const void* const* arguments, GdxInt count, void* answer,
                 GdxCallError* error);
    /* Arguments and answer are bare values of the described types; `answer` is a made one, or null. */
    void (*callBare)(void* userdata, void* instance, const void* const* arguments, void* answer);
    uint32_t flags;
    GdxBool returns;
    GdxProperty* answer;
    GdxEnum answerMeta;
    uint32_t parameterCount;
    GdxProperty* parameters;
    GdxEnum* parameterMeta;
    uint32_t defaultCount; /* of the last parameters */
    void** defaults;       /* variants */
} GdxMethod;
enum { GdxMethodNormal = 1 };
enum { GdxMetaNone = 0, GdxMetaInt64 = 4, GdxMetaDouble = 10 };

enum { GdxLevelScene = 2 };
typedef struct GdxInitialization {
    GdxEnum minimumLevel;
    void* userdata;
    void (*initialize)(void* userdata, GdxEnum level);
    void (*deinitialize)(void* userdata, GdxEnum level);
} GdxInitialization;

typedef GdxFunction (*GdxGetProcAddress)(const char* name);

/* What is called: FUNCTION(type of the result, member, name, parameters). Variants and values by `void*`; what is made
 * is not read before. */
#define GDX_FUNCTIONS(FUNCTION)                                                                                     \
    FUNCTION(void, printError, "print_error",                                                                       \
             (const char* text, const char* function, const char* file, int32_t line, GdxBool notify))              \
    FUNCTION(void, variantNewCopy, "variant_new_copy", (void* made, const void* variant))                           \
    FUNCTION(void, variantNewNil, "variant_new_nil", (void* made))                                                  \
    FUNCTION(void, variantDestroy, "variant_destroy", (void* variant))                                              \
    FUNCTION(GdxEnum, variantGetType, "variant_get_type", (const void* variant))                                    \
    FUNCTION(void, variantCall, "variant_call",                                                                     \
             (void* variant, const void* name, const void* const* arguments, GdxInt count, void* made,              \
              GdxCallError* error))                                                                                 \
    FUNCTION(void, variantConstruct, "variant_construct",                                                           \
             (GdxEnum type, void* made, const void* const* arguments, int32_t count, GdxCallError* error))          \
    FUNCTION(void, variantGetKeyed, "variant_get_keyed",                                                            \
             (const void* variant, const void* key, void* made, GdxBool* valid))                                    \
    FUNCTION(void, variantSetKeyed, "variant_set_keyed",                                                            \
             (void* variant, const void* key, const void* value, GdxBool* valid))                                   \
    FUNCTION(void, variantGetIndexed, "variant_get_indexed",                                                        \
             (const void* variant, GdxInt index, void* made, GdxBool* valid, GdxBool* outOfBounds))                 \
    FUNCTION(GdxFromType, getFromType, "get_variant_from_type_constructor", (GdxEnum type))                         \
    FUNCTION(GdxToType, getToType, "get_variant_to_type_constructor", (GdxEnum type))                               \
    FUNCTION(GdxDestructor, getDestructor, "variant_get_ptr_destructor", (GdxEnum type))                            \
    FUNCTION(void, stringNew, "string_new_with_utf8_chars_and_len", (void* made, const char* text, GdxInt bytes))   \
    FUNCTION(GdxInt, stringUtf8, "string_to_utf8_chars", (const void* string, char* text, GdxInt room))             \
    FUNCTION(void, nameNew, "string_name_new_with_latin1_chars", (void* made, const char* text, GdxBool isStatic))  \
    FUNCTION(const uint8_t*, bytesAt, "packed_byte_array_operator_index_const", (const void* array, GdxInt index))  \
    FUNCTION(void*, objectNew, "classdb_construct_object", (const void* className))                                 \
    FUNCTION(void, objectSetInstance, "object_set_instance", (void* object, const void* className, void* instance)) \
    FUNCTION(void, registerClass, "classdb_register_extension_class2",                                              \
             (void* library, const void* name, const void* parent, const GdxClass* description))                    \
    FUNCTION(void, registerMethod, "classdb_register_extension_class_method",                                       \
             (void* library, const void* className, const GdxMethod* description))                                  \
    FUNCTION(void, unregisterClass, "classdb_unregister_extension_class", (void* library, const void* name))

#endif
