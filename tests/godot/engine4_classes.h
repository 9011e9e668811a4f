/* The part of the stand-in engine that registers a class and calls its methods, and what it needs of the values. */
#ifndef HULLBAKE_TESTS_ENGINE4_CLASSES_H
#define HULLBAKE_TESTS_ENGINE4_CLASSES_H

#include "engine4.h"

void* objectNew(const void* className);
void objectSetInstance(void* object, const void* className, void* instance);
void registerClass(void* library, const void* name, const void* parent, const GdxClass* description);
void registerMethod(void* library, const void* className, const GdxMethod* description);
void unregisterClass(void* library, const void* name);

const char* nameText(const void* name);     /* of a bare StringName, which must be alive */
const char* stringText(const void* string); /* of a bare String */
Variant emptyOf(uint32_t type);

#endif
