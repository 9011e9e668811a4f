/* The values of an engine, as the code that all bindings share reads and makes them. A binding fills in the functions;
 * what a query answers is decided behind them. All text is UTF-8; null is no error. */
#ifndef HULLBAKE_GODOT_ENGINE_H
#define HULLBAKE_GODOT_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#include "hullbake/hullbake.h"

/* Room for a variant of any Godot: 24 bytes, or 40 where the engine computes with doubles. Only the engine looks into
 * it. Whoever made a value, or got it from `field` or `element`, releases it. */
typedef union Value {
    uint64_t words[5];
    void* aligned;
} Value;

/* What a method takes or answers. A flag is a number, too. */
typedef enum ValueKind {
    KindAny,
    KindBytes,
    KindInteger,
    KindNumber,
    KindText,
    KindDictionary,
    KindList,
    KindCount
} ValueKind;

typedef struct Engine {
    /* Read. 0: the value is of another type, and nothing was written. A flag or whole number is read as a number; a
     * vector is the engine's own, or a list of three numbers. Text longer than `room` - 1 bytes, or with a zero within,
     * is no text. */
    int (*number)(const Value* value, double* number);
    int (*vector)(const Value* value, HullbakeVec3* vector);
    int (*text)(const Value* value, char* text, size_t room);
    int (*isDictionary)(const Value* value);
    int (*field)(const Value* dictionary, const char* key, Value* field); /* 0: there is none, or no dictionary */
    int64_t (*count)(const Value* list);                                  /* -1: no list */
    void (*element)(const Value* list, int64_t index, Value* element);
    /* Shows the bytes of a value to `use`, and returns what it answers. */
    const char* (*bytes)(const Value* value, const char* (*use)(void* context, const void* bytes, size_t size),
                         void* context);

    /* Make a value. */
    void (*makeNothing)(Value* value);
    void (*makeFlag)(Value* value, int flag);
    void (*makeInteger)(Value* value, int64_t integer);
    void (*makeNumber)(Value* value, double number);
    void (*makeVector)(Value* value, HullbakeVec3 vector); /* a list of three numbers, which keeps all their bits */
    void (*makeText)(Value* value, const char* text, size_t length);
    void (*makeDictionary)(Value* value);
    void (*makeList)(Value* value);

    /* Dictionaries and lists are shared: whoever holds the same one sees the change. Both take `value` over. */
    void (*set)(const Value* dictionary, const char* key, Value* value);
    void (*append)(const Value* list, Value* value);
    void (*release)(Value* value);
} Engine;

#endif
