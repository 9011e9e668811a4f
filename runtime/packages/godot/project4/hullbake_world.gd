# A world as a resource: the models, movers and bodies that a game has put into a map. README.md beside this folder lists
# their keys. A step writes where they are into these very dictionaries, so each player of a level needs a copy of its
# own: make the resource local to its scene.
class_name HullbakeWorld
extends Resource

## A body's number among the members is its place in `bodies`, and this more.
const BODY := 2147483648

@export var models: Array[Dictionary] = []
@export var movers: Array[Dictionary] = []
@export var bodies: Array[Dictionary] = []

## What `ClipMap.step_movers` and the field `world` of a probe take.
func parts() -> Dictionary:
	return {"models": models, "movers": movers, "bodies": bodies}

## Adds a brush model of the map, which goes by `to` (units, in the map's frame). Returns its place among the movers.
func add_mover(model: int, to: Array, seconds: float) -> int:
	models.append({"model": model})
	movers.append({"model": models.size() - 1, "to": to, "seconds": seconds})
	return movers.size() - 1

## Adds a box. Returns its place among the bodies.
func add_body(origin: Array, mins: Array, maxs: Array, ground_member := -1) -> int:
	bodies.append({"origin": origin, "mins": mins, "maxs": maxs, "ground_member": ground_member})
	return bodies.size() - 1

## Sends a mover from where it is to another place.
func send(mover: int, to: Array, seconds: float) -> void:
	var leg := movers[mover]
	leg.from = models[leg.model].get("displacement", [0, 0, 0])
	leg.to = to
	leg.seconds = seconds
	leg.clock = 0
