/* HULLBAKE_API marks what the shared library exports; everything else stays inside it. Programs that link the shared
   library define HULLBAKE_SHARED (the CMake target, the .pc file and the Meson dependency do); the static library, the
   subproject and the amalgamated files need nothing. HULLBAKE_BUILDING_SHARED is for hullbake's own build. There,
   except on Windows, the static library is made of the same objects and its functions are visible too. */
#ifndef HULLBAKE_EXPORT_H
#define HULLBAKE_EXPORT_H

#if defined(_WIN32) && defined(HULLBAKE_BUILDING_SHARED)
#define HULLBAKE_API __declspec(dllexport)
#elif defined(_WIN32) && defined(HULLBAKE_SHARED)
#define HULLBAKE_API __declspec(dllimport)
#elif defined(__GNUC__) && (defined(HULLBAKE_BUILDING_SHARED) || defined(HULLBAKE_SHARED))
#define HULLBAKE_API __attribute__((visibility("default")))
#else
#define HULLBAKE_API
#endif

#endif
