/* Where the members of the C interface's structs lie, for callers that cannot include its headers. Part of
 * hullbake.wasm, whose JavaScript reads and writes structs by these tables. */
#include "layout.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))
#define MEMBER(type, name, kind) \
    { #name, NULL, (uint32_t)offsetof(Hullbake##type, name), HullbakeMember##kind }
#define NESTED(type, name, struct_name) \
    { #name, #struct_name, (uint32_t)offsetof(Hullbake##type, name), HullbakeMemberStruct }

static const HullbakeFault kFault = HULLBAKE_FAULT_INIT;
static const HullbakeHullInfo kHullInfo = HULLBAKE_HULL_INFO_INIT;
static const HullbakeModelInfo kModelInfo = HULLBAKE_MODEL_INFO_INIT;
static const HullbakeTransform kTransform = HULLBAKE_TRANSFORM_INIT;
static const HullbakeProbe kProbe = HULLBAKE_PROBE_INIT;
static const HullbakeTrace kTrace = HULLBAKE_TRACE_INIT;
static const HullbakeSurface kSurface = HULLBAKE_SURFACE_INIT;
static const HullbakeOverlap kOverlap = HULLBAKE_OVERLAP_INIT;
static const HullbakeTouchedPlane kTouchedPlane = HULLBAKE_TOUCHED_PLANE_INIT;
static const HullbakeUnstick kUnstick = HULLBAKE_UNSTICK_INIT;
static const HullbakeClassicRules kClassicRules = HULLBAKE_CLASSIC_RULES_INIT;
static const HullbakeSlideInput kSlideInput = HULLBAKE_SLIDE_INPUT_INIT;
static const HullbakePathPoint kPathPoint = HULLBAKE_PATH_POINT_INIT;
static const HullbakeSlideResult kSlideResult = HULLBAKE_SLIDE_RESULT_INIT;
static const HullbakeWalkRules kWalkRules = HULLBAKE_WALK_RULES_INIT;
static const HullbakeWalkState kWalkState = HULLBAKE_WALK_STATE_INIT;
static const HullbakeWalkResult kWalkResult = HULLBAKE_WALK_RESULT_INIT;
static const HullbakeGround kGround = HULLBAKE_GROUND_INIT;
static const HullbakeHullChange kHullChange = HULLBAKE_HULL_CHANGE_INIT;
static const HullbakeEntity kEntity = HULLBAKE_ENTITY_INIT;
static const HullbakePlayerStart kPlayerStart = {sizeof(HullbakePlayerStart), 0, {0, 0, 0}, 0, {"", 0}};
static const HullbakePlacedModel kPlacedModel = HULLBAKE_PLACED_MODEL_INIT;
static const HullbakeMover kMover = HULLBAKE_MOVER_INIT;
static const HullbakeBody kBody = HULLBAKE_BODY_INIT;
static const HullbakePassenger kPassenger = HULLBAKE_PASSENGER_INIT;
static const HullbakeScene kScene = HULLBAKE_SCENE_INIT;
static const HullbakeWorld kWorld = HULLBAKE_WORLD_INIT;
static const HullbakeWorldRules kWorldRules = HULLBAKE_WORLD_RULES_INIT;
static const HullbakeStepResult kStepResult = HULLBAKE_STEP_RESULT_INIT;
static const HullbakeWorldEvent kWorldEvent = {0, 0, {0, 0, 0}, 0, 0, 0, {0, 0, 0}, {0, 0, 0}, 0};
static const HullbakeShape kShape = HULLBAKE_SHAPE_INIT;
static const HullbakeConvexShape kConvexShape = {{0}};
static const HullbakeContactPoint kContactPoint = HULLBAKE_CONTACT_POINT_INIT;
static const HullbakeBrushContact kBrushContact = HULLBAKE_BRUSH_CONTACT_INIT;
static const HullbakeTrigger kTrigger = HULLBAKE_TRIGGER_INIT;
static const HullbakePassage kPassage = HULLBAKE_PASSAGE_INIT;
static const HullbakePath kPath = {0, 0, 0};
static const HullbakeTriggers kTriggers = {0, 0, 0, 0, 0};
static const HullbakeTriggerEvent kTriggerEvent = HULLBAKE_TRIGGER_EVENT_INIT;
static const HullbakeTouchResult kTouchResult = HULLBAKE_TOUCH_RESULT_INIT;
static const HullbakeBox kBox = {{0, 0, 0}, {0, 0, 0}};

static const HullbakeMember kFaultMembers[] = {MEMBER(Fault, status, U32), MEMBER(Fault, offset, U64),
                                               MEMBER(Fault, section, Chars8)};
static const HullbakeMember kBoxMembers[] = {MEMBER(Box, mins, Vec3), MEMBER(Box, maxs, Vec3)};
static const HullbakeMember kHullInfoMembers[] = {MEMBER(HullInfo, name, Text), NESTED(HullInfo, box, Box)};
static const HullbakeMember kModelInfoMembers[] = {MEMBER(ModelInfo, entity, U32), MEMBER(ModelInfo, classname, Text),
                                                   NESTED(ModelInfo, bounds, Box), MEMBER(ModelInfo, origin, Vec3),
                                                   MEMBER(ModelInfo, brushCount, U32)};
static const HullbakeMember kTransformMembers[] = {MEMBER(Transform, displacement, Vec3),
                                                   MEMBER(Transform, axes, Vec3x3), MEMBER(Transform, pivot, Vec3)};
static const HullbakeMember kProbeMembers[] = {MEMBER(Probe, hull, U32),    MEMBER(Probe, model, U32),
                                               MEMBER(Probe, mask, U32),    MEMBER(Probe, skin, F64),
                                               NESTED(Probe, box, Box),     MEMBER(Probe, boxed, Flag),
                                               MEMBER(Probe, placed, Flag), NESTED(Probe, transform, Transform),
                                               MEMBER(Probe, scene, U32),   MEMBER(Probe, shape, U32)};
static const HullbakeMember kTraceMembers[] = {
    MEMBER(Trace, hit, Flag),     MEMBER(Trace, startsolid, Flag), MEMBER(Trace, allsolid, Flag),
    MEMBER(Trace, invalid, Flag), MEMBER(Trace, fraction, F64),    MEMBER(Trace, hitFraction, F64),
    MEMBER(Trace, endpos, Vec3),  MEMBER(Trace, normal, Vec3),     MEMBER(Trace, dist, F64),
    MEMBER(Trace, contents, U32), MEMBER(Trace, model, U32),       MEMBER(Trace, refusal, U8)};
static const HullbakeMember kSurfaceMembers[] = {MEMBER(Surface, found, Flag),   MEMBER(Surface, bevel, Flag),
                                                 MEMBER(Surface, texture, Text), MEMBER(Surface, brush, U32),
                                                 MEMBER(Surface, side, U32),     MEMBER(Surface, line, U32),
                                                 MEMBER(Surface, entity, U32)};
static const HullbakeMember kOverlapMembers[] = {MEMBER(Overlap, model, U32),    MEMBER(Overlap, brush, U32),
                                                 MEMBER(Overlap, line, U32),     MEMBER(Overlap, entity, U32),
                                                 MEMBER(Overlap, contents, U32), MEMBER(Overlap, touches, Flag)};
static const HullbakeMember kTouchedPlaneMembers[] = {
    MEMBER(TouchedPlane, model, U32),      MEMBER(TouchedPlane, normal, Vec3), MEMBER(TouchedPlane, dist, F64),
    MEMBER(TouchedPlane, distance, F64),   MEMBER(TouchedPlane, gap, F64),     MEMBER(TouchedPlane, contents, U32),
    NESTED(TouchedPlane, surface, Surface)};
static const HullbakeMember kUnstickMembers[] = {MEMBER(Unstick, status, U32), MEMBER(Unstick, direction, Vec3),
                                                 MEMBER(Unstick, distance, F64), MEMBER(Unstick, position, Vec3),
                                                 MEMBER(Unstick, refusal, U8)};
static const HullbakeMember kClassicRulesMembers[] = {
    MEMBER(ClassicRules, bumps, U32), MEMBER(ClassicRules, overbounce, F64), MEMBER(ClassicRules, stopSpeed, F64)};
static const HullbakeMember kSlideInputMembers[] = {
    MEMBER(SlideInput, mode, U32),    MEMBER(SlideInput, origin, Vec3),       MEMBER(SlideInput, velocity, Vec3),
    MEMBER(SlideInput, seconds, F64), MEMBER(SlideInput, acceleration, Vec3), NESTED(SlideInput, classic, ClassicRules),
    MEMBER(SlideInput, unstick, F64)};
static const HullbakeMember kPathPointMembers[] = {MEMBER(PathPoint, event, U32), MEMBER(PathPoint, position, Vec3),
                                                   MEMBER(PathPoint, time, F64),  MEMBER(PathPoint, normal, Vec3),
                                                   MEMBER(PathPoint, dist, F64),  MEMBER(PathPoint, contents, U32),
                                                   MEMBER(PathPoint, model, U32)};
static const HullbakeMember kSlideResultMembers[] = {
    MEMBER(SlideResult, status, U32),   MEMBER(SlideResult, origin, Vec3),   MEMBER(SlideResult, velocity, Vec3),
    MEMBER(SlideResult, blocked, Flag), MEMBER(SlideResult, refusal, U8),    MEMBER(SlideResult, pathPoints, U32),
    MEMBER(SlideResult, traces, U32),   MEMBER(SlideResult, touchings, U32), MEMBER(SlideResult, planeCount, U32),
    MEMBER(SlideResult, planes, Planes)};
static const HullbakeMember kWalkRulesMembers[] = {
    MEMBER(WalkRules, mode, U32),         MEMBER(WalkRules, gravity, F64),          MEMBER(WalkRules, stepHeight, F64),
    MEMBER(WalkRules, groundNormal, F64), NESTED(WalkRules, classic, ClassicRules), MEMBER(WalkRules, unstick, F64)};
static const HullbakeMember kWalkStateMembers[] = {
    MEMBER(WalkState, onGround, Flag),      MEMBER(WalkState, wedged, Flag),       MEMBER(WalkState, origin, Vec3),
    MEMBER(WalkState, velocity, Vec3),      MEMBER(WalkState, groundNormal, Vec3), MEMBER(WalkState, groundDist, F64),
    MEMBER(WalkState, groundContents, U32), MEMBER(WalkState, groundModel, U32),   MEMBER(WalkState, groundMember, U32),
    MEMBER(WalkState, swimming, Flag),      MEMBER(WalkState, climbing, Flag),     MEMBER(WalkState, ladder, Vec3)};
static const HullbakeMember kWalkResultMembers[] = {
    MEMBER(WalkResult, status, U32),       MEMBER(WalkResult, landed, Flag),   MEMBER(WalkResult, leftGround, Flag),
    MEMBER(WalkResult, blocked, Flag),     MEMBER(WalkResult, refusal, U8),    MEMBER(WalkResult, pathPoints, U32),
    MEMBER(WalkResult, landingSpeed, F64), MEMBER(WalkResult, climbed, F64),   MEMBER(WalkResult, steps, U32),
    MEMBER(WalkResult, traces, U32),       MEMBER(WalkResult, touchings, U32), MEMBER(WalkResult, planeCount, U32),
    MEMBER(WalkResult, planes, Planes)};
static const HullbakeMember kGroundMembers[] = {
    MEMBER(Ground, found, Flag),   MEMBER(Ground, walkable, Flag), MEMBER(Ground, refusal, U8),
    MEMBER(Ground, gap, F64),      MEMBER(Ground, normal, Vec3),   MEMBER(Ground, dist, F64),
    MEMBER(Ground, contents, U32), MEMBER(Ground, model, U32),     NESTED(Ground, surface, Surface)};
static const HullbakeMember kHullChangeMembers[] = {MEMBER(HullChange, fits, Flag), MEMBER(HullChange, refusal, U8),
                                                    MEMBER(HullChange, origin, Vec3)};
static const HullbakeMember kEntityMembers[] = {MEMBER(Entity, number, U32), MEMBER(Entity, text, Text)};
static const HullbakeMember kPlayerStartMembers[] = {MEMBER(PlayerStart, entity, U32),
                                                     MEMBER(PlayerStart, origin, Vec3), MEMBER(PlayerStart, yaw, F64),
                                                     MEMBER(PlayerStart, classname, Text)};

/* Pointers and sizes of wasm32 have the size of U32. */
static const HullbakeMember kShapeMembers[] = {MEMBER(Shape, kind, U32), MEMBER(Shape, axes, Vec3x3)};
static const HullbakeMember kConvexShapeMembers[] = {MEMBER(ConvexShape, reserved, U64)};
static const HullbakeMember kContactPointMembers[] = {
    MEMBER(ContactPoint, feature, U32),
    MEMBER(ContactPoint, point, Vec3),
    {"surface", "Surface", (uint32_t)offsetof(HullbakeContactPoint, surfaces), HullbakeMemberStruct}};
static const HullbakeMember kBrushContactMembers[] = {
    MEMBER(BrushContact, model, U32),   MEMBER(BrushContact, brush, U32),    MEMBER(BrushContact, line, U32),
    MEMBER(BrushContact, entity, U32),  MEMBER(BrushContact, contents, U32), MEMBER(BrushContact, depth, F64),
    MEMBER(BrushContact, normal, Vec3), MEMBER(BrushContact, point, Vec3),   MEMBER(BrushContact, exact, Flag),
    MEMBER(BrushContact, member, U32)};
static const HullbakeMember kTriggerMembers[] = {MEMBER(Trigger, model, U32),   MEMBER(Trigger, contents, U32),
                                                 MEMBER(Trigger, kinds, U32),   MEMBER(Trigger, enabled, Flag),
                                                 MEMBER(Trigger, jumped, Flag), MEMBER(Trigger, stops, Flag),
                                                 MEMBER(Trigger, boxed, Flag),  NESTED(Trigger, box, Box),
                                                 MEMBER(Trigger, moved, Vec3),  NESTED(Trigger, transform, Transform)};
static const HullbakeMember kPassageMembers[] = {MEMBER(Passage, kind, U32), MEMBER(Passage, start, Vec3),
                                                 MEMBER(Passage, seconds, F64), MEMBER(Passage, enabled, Flag),
                                                 MEMBER(Passage, jumped, Flag)};
static const HullbakeMember kPathMembers[] = {MEMBER(Path, first, U32), MEMBER(Path, stride, U32),
                                              MEMBER(Path, count, U32)};
static const HullbakeMember kTriggersMembers[] = {MEMBER(Triggers, first, U32), MEMBER(Triggers, stride, U32),
                                                  MEMBER(Triggers, count, U32), MEMBER(Triggers, inside, U32),
                                                  MEMBER(Triggers, words, U32)};
static const HullbakeMember kTriggerEventMembers[] = {
    MEMBER(TriggerEvent, trigger, U32),   MEMBER(TriggerEvent, time, F64),     MEMBER(TriggerEvent, enters, Flag),
    MEMBER(TriggerEvent, reason, U8),     MEMBER(TriggerEvent, point, U32),    MEMBER(TriggerEvent, fraction, F64),
    MEMBER(TriggerEvent, position, Vec3), MEMBER(TriggerEvent, velocity, Vec3)};
static const HullbakeMember kTouchResultMembers[] = {
    MEMBER(TouchResult, refusal, U8), MEMBER(TouchResult, told, Flag), MEMBER(TouchResult, stopped, Flag),
    MEMBER(TouchResult, events, U64), MEMBER(TouchResult, time, F64),  MEMBER(TouchResult, position, Vec3)};
static const HullbakeMember kPlacedModelMembers[] = {MEMBER(PlacedModel, model, U32), MEMBER(PlacedModel, kind, U32),
                                                     NESTED(PlacedModel, transform, Transform),
                                                     MEMBER(PlacedModel, enabled, Flag)};
static const HullbakeMember kMoverMembers[] = {
    MEMBER(Mover, model, U32),    MEMBER(Mover, team, U32),        MEMBER(Mover, parent, U32),
    MEMBER(Mover, pushes, U32),   MEMBER(Mover, from, Vec3),       MEMBER(Mover, to, Vec3),
    MEMBER(Mover, axis, Vec3),    MEMBER(Mover, fromDegrees, F64), MEMBER(Mover, toDegrees, F64),
    MEMBER(Mover, seconds, F64),  MEMBER(Mover, clock, F64),       MEMBER(Mover, blocked, U8),
    MEMBER(Mover, enabled, Flag), MEMBER(Mover, jumped, Flag)};
static const HullbakeMember kBodyMembers[] = {MEMBER(Body, origin, Vec3), NESTED(Body, box, Box),
                                              MEMBER(Body, contents, U32), MEMBER(Body, kind, U32),
                                              MEMBER(Body, enabled, Flag)};
static const HullbakeMember kPassengerMembers[] = {MEMBER(Passenger, ground, U32), MEMBER(Passenger, mask, U32),
                                                   MEMBER(Passenger, stoppedBy, U32), MEMBER(Passenger, pushable, Flag),
                                                   MEMBER(Passenger, rides, Flag)};
static const HullbakeMember kSceneMembers[] = {MEMBER(Scene, stoppedBy, U32),  MEMBER(Scene, models, U32),
                                               MEMBER(Scene, modelCount, U32), MEMBER(Scene, bodies, U32),
                                               MEMBER(Scene, bodyCount, U32),  MEMBER(Scene, self, U32)};
static const HullbakeMember kWorldMembers[] = {
    MEMBER(World, models, U32),     MEMBER(World, modelCount, U32), MEMBER(World, movers, U32),
    MEMBER(World, moverCount, U32), MEMBER(World, bodies, U32),     MEMBER(World, passengers, U32),
    MEMBER(World, bodyCount, U32),  MEMBER(World, scratch, U32),    MEMBER(World, scratchCount, U32),
    MEMBER(World, events, U32),     MEMBER(World, eventRoom, U32)};
static const HullbakeMember kWorldRulesMembers[] = {MEMBER(WorldRules, skin, F64), MEMBER(WorldRules, reach, F64),
                                                    MEMBER(WorldRules, follow, F64)};
static const HullbakeMember kStepResultMembers[] = {
    MEMBER(StepResult, refusal, U8),  MEMBER(StepResult, rolledBack, Flag), MEMBER(StepResult, tooMuch, Flag),
    MEMBER(StepResult, stopped, F64), MEMBER(StepResult, fraction, F64),    MEMBER(StepResult, events, U64),
    MEMBER(StepResult, casts, U32)};
static const HullbakeMember kWorldEventMembers[] = {
    MEMBER(WorldEvent, time, F64),    MEMBER(WorldEvent, kind, U8),   MEMBER(WorldEvent, mover, U32),
    MEMBER(WorldEvent, body, U32),    MEMBER(WorldEvent, other, U32), MEMBER(WorldEvent, position, Vec3),
    MEMBER(WorldEvent, normal, Vec3), MEMBER(WorldEvent, dist, F64)};

#define LAYOUT(type, sized) \
    { #type, (uint32_t)sizeof(Hullbake##type), sized, &k##type, k##type##Members, COUNT(k##type##Members) }
static const HullbakeLayout kLayouts[] = {
    LAYOUT(Fault, 1),       LAYOUT(Box, 0),          LAYOUT(HullInfo, 1),     LAYOUT(ModelInfo, 1),
    LAYOUT(Transform, 0),   LAYOUT(Probe, 1),        LAYOUT(Trace, 1),        LAYOUT(Surface, 1),
    LAYOUT(Overlap, 1),     LAYOUT(TouchedPlane, 1), LAYOUT(Unstick, 1),      LAYOUT(ClassicRules, 0),
    LAYOUT(SlideInput, 1),  LAYOUT(PathPoint, 1),    LAYOUT(SlideResult, 1),  LAYOUT(WalkRules, 1),
    LAYOUT(WalkState, 1),   LAYOUT(WalkResult, 1),   LAYOUT(Ground, 1),       LAYOUT(HullChange, 1),
    LAYOUT(Entity, 1),      LAYOUT(PlayerStart, 1),  LAYOUT(PlacedModel, 0),  LAYOUT(Mover, 0),
    LAYOUT(Body, 0),        LAYOUT(Passenger, 0),    LAYOUT(Scene, 1),        LAYOUT(World, 1),
    LAYOUT(WorldRules, 1),  LAYOUT(StepResult, 1),   LAYOUT(WorldEvent, 0),   LAYOUT(Shape, 1),
    LAYOUT(ConvexShape, 0), LAYOUT(ContactPoint, 1), LAYOUT(BrushContact, 1), LAYOUT(Trigger, 1),
    LAYOUT(Passage, 1),     LAYOUT(Path, 0),         LAYOUT(Triggers, 0),     LAYOUT(TriggerEvent, 1),
    LAYOUT(TouchResult, 1)};

const HullbakeLayout* hullbakeLayouts(uint32_t* count) {
    *count = COUNT(kLayouts);
    return kLayouts;
}
