# A player falls to the floor of the demo level, walks ahead and up the stairs, and looks at what is before it.
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
	get_tree().quit()

# A position of the map (z up, units) in Godot's frame (y up, metres).
func in_godot(position):
	return Vector3(position[0], position[2], -position[1]) / 32
