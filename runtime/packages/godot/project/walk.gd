# A player falls to the floor of the demo level, walks ahead and up the stairs, and looks at what is before it. Then a
# lift of the level carries a crate.
extends Node

const ClipMap = preload("res://clip_map.gdns")

func _ready():
	var map = ClipMap.new()
	var file = File.new()
	if file.open("res://demo.hull", File.READ) != OK:
		push_error("demo.hull is not in the project's folder")
		get_tree().quit(1)
		return
	var fault = map.open(file.get_buffer(file.get_len()))
	if fault != "":
		push_error("demo.hull: " + fault)
		get_tree().quit(1)
		return

	var state = {"origin": map.player_starts()[0].origin}
	for tick in range(240):
		state.velocity = [0, 320, state.velocity[2] if "velocity" in state else 0]
		var step = map.walk("player", state, 1.0 / 60)
		state = step.state
		if step.landed:
			print("lands with %.0f units a second" % step.landing_speed)
	print("stands at %s" % in_godot(state.origin))

	var eye = state.origin
	var hit = map.trace("point", eye, [eye[0], eye[1] + 1000, eye[2]])
	print("a wall is %.1f units ahead" % (hit.endpos[1] - eye[1]))

	var world = lift_with_crate()
	for tick in range(130):
		for event in map.step_movers(world, 1.0 / 60).events:
			print("the lift has %s" % event.kind)
	print("the crate is at %s" % in_godot(world.bodies[0].origin))
	get_tree().quit()

# The level's func_plat, which goes up 64 units in two seconds, and a crate on it.
func lift_with_crate():
	return {
		"models": [{"model": 2}],
		"movers": [{"model": 0, "to": [0, 0, 64], "seconds": 2}],
		"bodies": [{"origin": [480, 624, 128.03125], "mins": [-16, -16, 0], "maxs": [16, 16, 32], "ground_member": 0}]
	}

# A position of the map (z up, units) in Godot's frame (y up, metres).
func in_godot(position):
	return Vector3(position[0], position[2], -position[1]) / 32
