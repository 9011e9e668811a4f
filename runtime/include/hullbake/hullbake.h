/* The C interface of the runtime: C11, also fit for C++ and for foreign function interfaces.
 *
 * It mirrors hullbake/clip_map.hpp, hullbake/slide.hpp, hullbake/shape.hpp, hullbake/contact.hpp,
 * hullbake/scene.hpp and hullbake/world.hpp; what the numbers mean is in docs/trace_contract.md. Units are world units.
 *
 * Memory. Nothing is allocated, ever. The caller owns the block (the bytes of a .hull file, at a multiple of 8) and a
 * HullbakeStorage, in which hullbakeOpen builds the map. Both must stay where they are and unchanged as long as the
 * map is used; there is nothing to close. Texts that are answered point into the block and have no zero at their end.
 *
 * Threads. Once opened, a map may be asked by any number of threads at once.
 *
 * Sizes. Every struct with a member `size` starts with it, and the caller sets it to what sizeof says; the *_INIT
 * macros do. Members are only ever added at the end. A struct may be shorter than the one below: down to its
 * HULLBAKE_*_MIN, in steps of 8 bytes. What is missing takes its default in questions and is left out of answers, so
 * programs built for an older library keep working with a newer one. A struct that is longer is refused with
 * HullbakeStatusBadSize and not read or written: the caller means members that this library does not know.
 *
 * Errors. Every call with a null pointer, a wrong size, NaN, an unknown hull or model answers a status other than
 * HullbakeStatusOk (0), or the value named at its declaration. Answers that can be written are written all the same: a
 * trace has `invalid` set (and is stuck at its start), a move is HullbakeSlideInvalid (and stays where it was),
 * everything else is zero and its texts are empty. `refusal` in the answer says why, as hullbakeRefusalText tells. */
#ifndef HULLBAKE_H
#define HULLBAKE_H

#include "hullbake/hullbake_contacts.h" /* pairs of bodies */
#include "hullbake/hullbake_entities.h" /* keys and values of the map's entities */
#include "hullbake/hullbake_moves.h"    /* sliding, walking, the ground, changes of hull */
#include "hullbake/hullbake_queries.h"  /* maps, traces, contents, neighbours, moved models */
#include "hullbake/hullbake_scene.h"    /* what the game has put into the map */
#include "hullbake/hullbake_shapes.h"   /* bodies other than upright boxes */
#include "hullbake/hullbake_volumes.h"  /* liquids, triggers */
#include "hullbake/hullbake_world.h"    /* doors and lifts that push and carry */

#endif
