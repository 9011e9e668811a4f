# A node that walks through a HullbakeLevel, as a CharacterBody3D does through a world of Godot: call `walk` in each
# physics tick. It keeps the exact state in the map's frame; the node's position follows.
class_name HullbakeWalker
extends Node3D

const Level := preload("res://hullbake_level.gd")
const World := preload("res://hullbake_world.gd")

signal landed(speed: float)

## The HullbakeLevel that it walks in.
@export var level: NodePath
## The name of one of the map's hulls.
@export var hull := "player"
## Units a second squared.
@export var gravity := 800.0
## Units.
@export var step_height := 18.0
## Units a second, straight up.
@export var jump_speed := 270.0

## Its place among the bodies of the level's world, or -1. Bodies stop one another, and movers push and carry them.
var body := -1
## What `ClipMap.walk` answered last: origin, velocity, on_ground and the rest.
var state := {}

## Puts it at a place of the map, standing still.
func place(origin: Array) -> void:
	state = {"origin": origin, "velocity": [0.0, 0.0, 0.0]}
	position = Level.to_godot(origin)

## Makes it a body of the level's world.
func join() -> void:
	var level_node := get_node(level)
	for entry in level_node.map.hulls():
		if entry.name == hull:
			body = level_node.world.add_body(state.origin, entry.mins, entry.maxs)

func is_on_ground() -> bool:
	return state.get("on_ground", false)

## Moves on for a tick. `wish` is the way to go in Godot's frame, metres a second; its height is ignored.
func walk(wish: Vector3, seconds: float, jump := false) -> Dictionary:
	var level_node := get_node(level)
	var map: ClipMap = level_node.map
	var probe := {"hull": hull}
	if body >= 0:
		probe.world = level_node.world.parts()
		probe["self"] = World.BODY + body
		state.origin = level_node.world.bodies[body].origin
	var heading := Level.to_map(wish)
	var velocity: Array = state.velocity.duplicate()
	velocity[0] = heading[0]
	velocity[1] = heading[1]
	if jump and is_on_ground():
		velocity[2] = jump_speed
		state.on_ground = false
	state.velocity = velocity
	var step := map.walk(probe, state, seconds, {"gravity": gravity, "step_height": step_height})
	if step.is_empty():
		return step
	state = step.state
	position = Level.to_godot(state.origin)
	if body >= 0:
		level_node.world.bodies[body].origin = state.origin
		level_node.world.bodies[body].ground_member = state.ground_member
	if step.landed:
		landed.emit(step.landing_speed)
	return step
