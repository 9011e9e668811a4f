// The whole public runtime.
#pragma once

#include "hullbake/bounce.hpp"
#include "hullbake/clip_map.hpp"
#include "hullbake/contact.hpp"
#include "hullbake/contents.hpp"
#include "hullbake/entities.hpp"
#include "hullbake/math.hpp"
#include "hullbake/neighbours.hpp"
#include "hullbake/probe.hpp"
#include "hullbake/refusal.hpp"
#include "hullbake/scene.hpp"
#include "hullbake/shape.hpp"
#include "hullbake/slide.hpp"
#include "hullbake/trace.hpp"
#include "hullbake/transform.hpp"
#include "hullbake/triggers.hpp"
#include "hullbake/water.hpp"
