# A player falls to the floor of the demo level, walks ahead and up the stairs, and looks at what is before it. Then a
# lift of the level carries a crate.
extends Node

const Level := preload("res://hullbake_level.gd")
const World := preload("res://hullbake_world.gd")

func _ready() -> void:
	var map: ClipMap = $Level.map
	if $Level.fault != "":
		get_tree().quit(1)
		return
	$Walker.landed.connect(func(speed: float) -> void: print("lands with %.0f units a second" % speed))
	$Walker.place(map.player_starts()[0].origin)
	for tick in range(240):
		$Walker.walk(Vector3(0, 0, -10), 1.0 / 60)
	print("stands at %s" % $Walker.position)

	var eye: Array = $Walker.state.origin
	var hit := map.trace("point", eye, [eye[0], eye[1] + 1000, eye[2]])
	print("a wall is %.1f units ahead" % (hit.endpos[1] - eye[1]))

	# The level's func_plat, which goes up 64 units in two seconds.
	var world := World.new()
	world.add_mover(2, [0, 0, 64], 2)
	world.add_body([480, 624, 128.03125], [-16, -16, 0], [16, 16, 32], 0)
	$Level.world = world
	for tick in range(130):
		for event in $Level.step(1.0 / 60):
			print("the lift has %s" % event.kind)
	print("the crate is at %s" % Level.to_godot(world.bodies[0].origin))
	get_tree().quit()
