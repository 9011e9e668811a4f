# A node that holds an open map, and turns places of the map into places of Godot and back.
#
# The map's frame: units, x east, y north, z up. Godot's frame: metres, x right, y up, -z ahead. Looking north, a
# player of the map looks ahead in Godot.
class_name HullbakeLevel
extends Node3D

const UNITS_PER_METRE := 32.0

## The level that `hullbake compile` has written.
@export_file("*.hull") var file := ""

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

## A position of the map in Godot's frame.
static func to_godot(place: Array) -> Vector3:
	return Vector3(place[0], place[2], -place[1]) / UNITS_PER_METRE

## A position of Godot in the map's frame.
static func to_map(place: Vector3) -> Array:
	return [place.x * UNITS_PER_METRE, -place.z * UNITS_PER_METRE, place.y * UNITS_PER_METRE]

## A direction of the map, such as the normal of a wall, in Godot's frame.
static func direction_to_godot(direction: Array) -> Vector3:
	return Vector3(direction[0], direction[2], -direction[1])
