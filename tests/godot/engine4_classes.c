#include "engine4_classes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMostMethods = 32, kMostParameters = 8 };

typedef struct Method {
    char name[32];
    GdxMethod description; /* its pointers are not kept */
    uint32_t answer, types[kMostParameters];
    Variant defaults[kMostParameters];
} Method;

long liveObjects, liveClasses;

static GdxClass theClass;
static Method methods[kMostMethods];
static size_t methodsUsed;
static const char kLibrary[] = "library";

void* objectNew(const void* className) {
    require(strcmp(nameText(className), "RefCounted") == 0, "the class of an object");
    Object* object = calloc(1, sizeof *object);
    require(object != NULL, "memory");
    ++liveObjects;
    return object;
}

void objectSetInstance(void* object, const void* className, void* instance) {
    require(strcmp(nameText(className), "ClipMap") == 0, "the class of an instance");
    require(instance != NULL && ((Object*)object)->instance == NULL, "one instance of each object");
    ((Object*)object)->instance = instance;
}

void registerClass(void* library, const void* name, const void* parent, const GdxClass* description) {
    require(library == theLibrary(), "the library");
    require(strcmp(nameText(name), "ClipMap") == 0 && strcmp(nameText(parent), "RefCounted") == 0, "the class");
    require(description->create != NULL && description->free != NULL && description->isExposed, "a class to make");
    require(!description->isVirtual && !description->isAbstract && liveClasses == 0, "a class that is registered once");
    theClass = *description;
    ++liveClasses;
}

/* The engine copies name, class name and hint of each, so none of them may be null. */
static uint32_t typeOf(const GdxProperty* property) {
    require(nameText(property->name) != NULL && nameText(property->className) != NULL, "names of a property");
    require(stringText(property->hintString) != NULL, "a hint of a property");
    require(property->type != GdxNil || (property->usage & GdxUsageNilIsVariant) != 0, "a property of any type");
    return property->type;
}

void registerMethod(void* library, const void* className, const GdxMethod* description) {
    Method* method = &methods[methodsUsed++];
    require(library == theLibrary() && strcmp(nameText(className), "ClipMap") == 0, "the class of a method");
    require(methodsUsed <= kMostMethods && description->parameterCount <= kMostParameters, "room for a method");
    require(description->call != NULL && description->callBare != NULL && description->returns,
            "functions of a method");
    require(description->flags == GdxMethodNormal, "flags of a method");
    require(description->defaultCount <= description->parameterCount, "defaults of a method");
    snprintf(method->name, sizeof method->name, "%s", nameText(description->name));
    method->description = *description;
    method->answer = typeOf(description->answer);
    for (uint32_t i = 0; i < description->parameterCount; ++i) {
        method->types[i] = typeOf(&description->parameters[i]);
        require(nameText(description->parameters[i].name)[0] != 0, "the name of a parameter");
        require(description->parameterMeta[i] <= GdxMetaDouble, "meta of a parameter");
    }
    const uint32_t least = description->parameterCount - description->defaultCount;
    for (uint32_t i = 0; i < description->defaultCount; ++i) {
        method->defaults[i] = copy4(description->defaults[i]);
        require(method->defaults[i].type == method->types[least + i], "a default of the parameter's type");
    }
}

void unregisterClass(void* library, const void* name) {
    require(library == theLibrary() && strcmp(nameText(name), "ClipMap") == 0 && liveClasses == 1, "a class to remove");
    require(liveObjects == 0, "a class without objects");
    for (size_t i = 0; i < methodsUsed; ++i)
        for (uint32_t k = 0; k < methods[i].description.defaultCount; ++k) destroy(&methods[i].defaults[k]);
    methodsUsed = 0;
    --liveClasses;
}

void* theLibrary(void) {
    return (void*)kLibrary;
}

size_t methodCount(void) {
    return methodsUsed;
}

Object* newObject(void) {
    Object* object = theClass.create(theClass.userdata);
    require(object->instance != NULL, "an object with an instance");
    return object;
}

void freeObject(Object* object) {
    theClass.free(theClass.userdata, object->instance);
    free(object);
    --liveObjects;
}

static const Method* methodOf(const char* name) {
    size_t i = 0;
    while (i < methodsUsed && strcmp(methods[i].name, name) != 0) ++i;
    require(i < methodsUsed, name);
    return &methods[i];
}

Variant callBy(Object* object, const char* name, const Variant* const* arguments, int count, GdxCallError* error) {
    const Method* method = methodOf(name);
    Variant answer = nilOf();
    *error = (GdxCallError){GdxCallOk, 0, 0};
    method->description.call(method->description.userdata, object->instance, (const void* const*)arguments, count,
                             &answer, error);
    require(error->error == GdxCallOk ? answer.type == method->answer : answer.type == GdxNil, "the type of an answer");
    return answer;
}

/* As the engine does: variants of known types are handed over by what is in them, and defaults are filled in. */
static void callBareInto(Object* object, const Method* method, const Variant* const* arguments, int count, void* raw) {
    const uint32_t most = method->description.parameterCount, least = most - method->description.defaultCount;
    const void* bare[kMostParameters] = {NULL};
    require(count >= (int)least && count <= (int)most, "the count of bare arguments");
    for (uint32_t i = 0; i < most; ++i) {
        const Variant* argument = i < (uint32_t)count ? arguments[i] : &method->defaults[i - least];
        require(method->types[i] == GdxNil || argument->type == method->types[i], "the type of a bare argument");
        bare[i] = method->types[i] == GdxNil ? (const void*)argument : &argument->as;
    }
    method->description.callBare(method->description.userdata, object->instance, bare, raw);
}

Variant callBareBy(Object* object, const char* name, const Variant* const* arguments, int count) {
    const Method* method = methodOf(name);
    Variant answer = emptyOf(method->answer);
    callBareInto(object, method, arguments, count, &answer.as);
    return answer;
}

void callUnwantedBy(Object* object, const char* name, const Variant* const* arguments, int count) {
    callBareInto(object, methodOf(name), arguments, count, NULL);
}
