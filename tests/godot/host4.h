/* What the parts of the test of the Godot 4 binding share: questions to the binding, and comparisons with the library
 * that is linked to the test itself. */
#ifndef HULLBAKE_TESTS_HOST4_H
#define HULLBAKE_TESTS_HOST4_H

#include "hullbake/hullbake.h"

#include "engine4.h"

extern long values4; /* compared */

/* Random numbers, the same in every run. */
uint32_t next(void);
double between(double low, double high);

/* Asks a method, every other time by bare values, and destroys the arguments. The caller destroys the answer. */
Variant ask1(Object* object, const char* method, Variant a);
Variant ask2(Object* object, const char* method, Variant a, Variant b);
Variant ask3(Object* object, const char* method, Variant a, Variant b, Variant c);
Variant ask4(Object* object, const char* method, Variant a, Variant b, Variant c, Variant d);
Variant ask0(Object* object, const char* method);

/* Compare a field with what the library answers, bit for bit. */
void sameNumber(const Variant* dictionary, const char* key, double native);
void sameVector(const Variant* dictionary, const char* key, HullbakeVec3 native);
void sameText(const Variant* dictionary, const char* key, const char* native, size_t length);
void sameSize(const Variant* list, size_t native);

/* A position, as a Vector3 if it is one of floats, else as an array or a packed array. */
Variant positionOf(HullbakeVec3 position, int floats);

/* Makes a call that the binding refuses, with an error in the log and an empty answer or as unfit; destroys all four.
 */
void refuse(Object* object, const char* method, int count, Variant a, Variant b, Variant c, Variant d);

void testWorld(Object* object, const HullbakeMap* map);
void testWrongCalls(Object* object, Object* closed);

#endif
