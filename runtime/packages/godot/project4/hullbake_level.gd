# A node that holds an open map, and turns places of the map into places of Godot and back.
#
# The map's frame: units, x east, y north, z up. Godot's frame: metres, x right, y up, -z ahead. Looking north, a
# player of the map looks ahead in Godot.
#
# If it has a world, each physics tick moves the world on.
class_name HullbakeLevel
extends Node3D

## What happened in a tick to movers and bodies: dictionaries, as `ClipMap.step_movers` lists them.
signal stepped(events: Array)

const UNITS_PER_METRE := 32.0

## The level that `hullbake compile` has written.
@export_file("*.hull") var file := ""

## What the game has put into the map, a HullbakeWorld, or nothing.
@export var world: Resource

var map := ClipMap.new()
## Why no map is open, or "".
var fault := "no file was opened"

func _enter_tree() -> void:
	if file != "":
		open(file)

## Opens a level instead of the one that was open. Returns "", or why nothing is open.
func open(path: String) -> String:
	var bytes := FileAccess.get_file_as_bytes(path)
	fault = map.open(bytes) if FileAccess.get_open_error() == OK else "cannot be read"
	if fault != "":
		push_error("%s: %s" % [path, fault])
	return fault

func _physics_process(delta: float) -> void:
	if world != null and fault == "":
		step(delta)

## Moves the world's movers, and what they push and carry. Returns what happened.
func step(seconds: float) -> Array:
	var answer := map.step_movers(world.parts(), seconds)
	var events: Array = answer.get("events", [])
	if not events.is_empty():
		stepped.emit(events)
	return events

## Where a node that shows the world's model belongs: the node has the model's shape where the map draws it.
func model_transform(index: int) -> Transform3D:
	var model: Dictionary = world.models[index]
	var axes: Array = model.get("axes", [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
	var turn := Basis(direction_to_godot(axes[0]), direction_to_godot(axes[2]), -direction_to_godot(axes[1]))
	var pivot := to_godot(model.get("pivot", [0, 0, 0]))
	return Transform3D(turn, pivot + to_godot(model.get("displacement", [0, 0, 0])) - turn * pivot)

## A position of the map in Godot's frame.
static func to_godot(place: Array) -> Vector3:
	return Vector3(place[0], place[2], -place[1]) / UNITS_PER_METRE

## A position of Godot in the map's frame.
static func to_map(place: Vector3) -> Array:
	return [place.x * UNITS_PER_METRE, -place.z * UNITS_PER_METRE, place.y * UNITS_PER_METRE]

## A direction of the map, such as the normal of a wall, in Godot's frame.
static func direction_to_godot(direction: Array) -> Vector3:
	return Vector3(direction[0], direction[2], -direction[1])
