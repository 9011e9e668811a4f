/* A stand-in for Godot 4, as far as the GDExtension binding calls it: variants, strings, arrays, dictionaries and
 * classes that follow the documented interface. It stops the program at misuse, and counts what is alive.
 *
 * With GODOT_DOUBLES it is an engine that computes with doubles: its variants have 40 bytes instead of 24. */
#ifndef HULLBAKE_TESTS_ENGINE4_H
#define HULLBAKE_TESTS_ENGINE4_H

#include "../../runtime/packages/godot/gdextension_abi.h"

#ifdef GODOT_DOUBLES
typedef double Real;
enum { kPayload = 32 };
#else
typedef float Real;
enum { kPayload = 16 };
#endif

/* What strings, arrays and dictionaries point to. A dictionary's items are keys and values in turn. */
typedef struct Heap Heap;

typedef struct Variant {
    uint32_t type, mark;
    union {
        uint8_t bytes[kPayload];
        void* pointers[2];
        int64_t integer;
        double number;
        uint8_t flag;
        Real vector[3];
    } as;
} Variant;

/* Ends the program with a reason, if it is not so. */
void require(int holds, const char* reason);

/* Make variants of the test's own. Destroy them with `destroy`. */
Variant nilOf(void);
Variant boolOf(int flag);
Variant intOf(int64_t value);
Variant floatOf(double value);
Variant textOf(const char* text);
Variant nameOf(const char* text);
Variant vector3Of(double x, double y, double z);
Variant listOf(double x, double y, double z);
Variant packedOf(double x, double y, double z);
Variant bytesOf(const void* bytes, size_t size);
Variant dictionary(void);
Variant list(void);
Variant copy4(const void* variant);
void destroy(Variant* variant);

/* Sets a key, or appends; takes the value over. */
void put4(Variant* dictionary, const char* key, Variant value);
void append4(Variant* list, Variant value);
/* Returns the value, which stays where it is, or null. */
const Variant* field4(const Variant* dictionary, const char* key);
const Variant* at4(const Variant* list, size_t index);
size_t size4(const Variant* variant);
const char* text4(const Variant* variant);

/* Hands out the functions of the interface, but not the one named `withheld`. */
GdxFunction getProcAddress(const char* name);
extern const char* withheld;
size_t functionCount(void);
const char* functionName(size_t index);

/* The class that was registered. */
typedef struct Object {
    void* instance;
} Object;
Object* newObject(void);
void freeObject(Object* object);
/* Calls a method by its name with variants, or with bare values. The caller destroys the answer. */
Variant callBy(Object* object, const char* method, const Variant* const* arguments, int count, GdxCallError* error);
Variant callBareBy(Object* object, const char* method, const Variant* const* arguments, int count);
/* The same, of an answer that nobody wants. */
void callUnwantedBy(Object* object, const char* method, const Variant* const* arguments, int count);
size_t methodCount(void);

/* What the entry is given as its library. */
void* theLibrary(void);

/* What print_error was given. */
extern long errorCount;
extern char lastError[200];
/* What is alive now. */
extern long liveVariants, liveHeaps, liveObjects, liveClasses;

#endif
