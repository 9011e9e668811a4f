# Asks the Godot 3 binding what native_answers.c asks the library, and writes the answers as doubles to the file ANSWERS.
# Then asks it wrong things. Prints counts and what it found.
extends SceneTree

var seed32 = 2463534242
var out = File.new()
var count = {"hits": 0, "startsolid": 0, "inside": 0, "stopped": 0, "landed": 0, "blocked": 0, "values": 0}

func _init():
	var map = load("res://clip_map.gdns").new()
	var bytes = read("res://demo.hull")
	print("fault '%s'" % map.open(bytes))
	out.open(OS.get_environment("ANSWERS"), File.WRITE)
	trace_all(map, int(OS.get_environment("TRACES")))
	walk_all(map, int(OS.get_environment("WALKERS")), int(OS.get_environment("TICKS")))
	out.close()
	for name in count:
		print("%s %d" % [name, count[name]])
	describe(map)
	refusals(map, bytes)
	quit()

func read(path):
	var file = File.new()
	file.open(path, File.READ)
	return file.get_buffer(file.get_len())

func next():
	seed32 = seed32 ^ ((seed32 << 13) & 0xffffffff)
	seed32 = seed32 ^ (seed32 >> 17)
	seed32 = seed32 ^ ((seed32 << 5) & 0xffffffff)
	return seed32

func between(low, high):
	return low + (high - low) * (next() / 4294967296.0)

func place():
	var p = [between(-1200.0, 1200.0), between(-700.0, 700.0), between(-240.0, 420.0)]
	return Vector3(p[0], p[1], p[2]) if next() % 4 == 0 else p

func place_in_hall():
	return [between(-160.0, 160.0), between(-300.0, 100.0), between(30.0, 160.0)]

func put(values):
	for value in values:
		if value is Array:
			put(value)
		else:
			count.values += 1
			out.store_double(float(value))

func trace_all(map, traces):
	for i in range(traces):
		var start = place() if i % 3 == 0 else place_in_hall()
		var end = place()
		var probe = ["point", {"hull": "player"}, "large"][i % 4] if i % 4 < 3 else {"mins": [-11, -12, -13],
			"maxs": [14, 15, 16.5], "model": -1, "mask": 1, "skin": 0.25}
		var t = map.trace(probe, start, end)
		var inside = map.contents_at(probe, start)
		put([t.hit, t.startsolid, t.allsolid, t.invalid, t.fraction, t.hit_fraction, t.endpos, t.normal, t.dist,
			t.contents, t.model, inside])
		count.hits += int(t.hit)
		count.startsolid += int(t.startsolid)
		count.inside += int(inside != 0)
		count.stopped += int(t.hit and not t.startsolid)

func walk_all(map, walkers, ticks):
	for i in range(walkers):
		var rules = {"gravity": 600, "step_height": 24, "swims": true} if i % 2 == 1 else {}
		var state = {"origin": map.player_starts()[0].origin, "velocity": [0, 0, 0], "on_ground": false}
		var x = 0.0
		var y = 320.0
		for tick in range(ticks):
			if tick % 20 == 0 and i > 0:
				x = between(-320.0, 320.0)
				y = between(-320.0, 320.0)
			state.velocity[0] = x
			state.velocity[1] = y
			if state.on_ground and next() % 16 == 0:
				state.on_ground = false
				state.velocity[2] = 270
			var step = map.walk("player", state, 1.0 / 60, rules)
			state = step.state
			put([["moved", "stuck", "invalid"].find(step.status), step.landed, step.left_ground, step.blocked,
				step.landing_speed, step.climbed, step.steps, state.origin, state.velocity, state.on_ground, state.wedged,
				state.swimming, state.climbing, state.ground_normal, state.ground_dist, state.ground_contents,
				state.ground_model, state.ladder])
			count.landed += int(step.landed)
			count.blocked += int(step.blocked)

func describe(map):
	var names = PoolStringArray()
	for hull in map.hulls():
		names.append("%s %d %d" % [hull.name, hull.mins[2], hull.maxs[2]])
	print("hulls ", names.join(", "))
	print("start ", map.player_starts()[0].classname, " yaw ", map.player_starts()[0].yaw)
	print("contents ", map.contents_name(1), " ", map.contents_name(0))

# Each must answer null, or say why, and leave the engine running.
func refusals(map, bytes):
	var far = map.trace("player", [0, 0, 0], [1e300, 0, 0])
	print("far %s %s" % [far.invalid, far.reason.length() > 0])
	var refused = [map.trace("nobody", [0, 0, 0], [0, 0, 1]), map.trace("player", [0, 0], [0, 0, 1]),
		map.trace("player", [0, 0, "z"], [0, 0, 1]), map.trace("player", [0, 0, 0]), map.trace(null, [0, 0, 0], [0, 0, 1]),
		map.trace({"hull": "player", "mins": [0, 0, 0]}, [0, 0, 0], [0, 0, 1]), map.trace({}, [0, 0, 0], [0, 0, 1]),
		map.trace({"hull": "player", "model": 0.5}, [0, 0, 0], [0, 0, 1]),
		map.trace({"hull": "player", "mask": -1}, [0, 0, 0], [0, 0, 1]), map.contents_at("player", NAN),
		map.contents_at("player", [NAN, 0, 0]), map.contents_name("solid"), map.walk("player", {}, "soon"),
		map.walk("player", {"origin": 5}, 0.1), map.walk("player", {"on_ground": 2}, 0.1),
		map.walk("player", {}, 0.1, {"gravity": "down"}), map.walk("player", [], 0.1), map.open(5), map.open()]
	var nulls = 0
	for answer in refused:
		nulls += int(answer == null)
	print("refused %d of %d" % [nulls, refused.size()])
	print("long tick ", map.walk("player", {}, 1000).status)
	bytes[5000] = bytes[5000] ^ 255
	print("damaged: ", map.open(bytes))
	print("closed %s %d" % [map.trace("player", [0, 0, 0], [0, 0, 1]) == null, map.hulls().size()])
	print("empty: ", map.open(PoolByteArray()))
