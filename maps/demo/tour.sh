#!/usr/bin/env bash
# Compiles the demo level, runs a few queries with explained answers, and walks through it. Usage: tour.sh HULLBAKE
set -euo pipefail
hullbake=$(realpath "${1:?usage: tour.sh HULLBAKE}")
cd "$(dirname "${BASH_SOURCE[0]}")"
root=$(cd ../.. && pwd)
out=$root/build/demo
shared=${HULLBAKE_SHARED:-$root/../shared}
mkdir -p "$out"

bold='' plain=''
[ -t 1 ] && [ -z "${NO_COLOR:-}" ] && bold=$'\033[1m' plain=$'\033[0m'
heading() { printf '\n%s%s%s\n' "$bold" "$1" "$plain"; }
explain() { printf '%s\n' "$*" | fold -s -w 100; }
run() {
    printf '\n$ hullbake %s\n' "$*"
    "$hullbake" "$@"
}

heading "1. Baking the demo level: maps/demo/demo.map"
explain "Every brush is grown by each hull box, the union of the grown brushes becomes a BSP tree per hull, and what no" \
    "entity can reach is filled. The table counts planes and nodes per hull, and the milliseconds of each stage."
run compile demo.map -o "$out/demo.hull"

heading "2. Standing: the player's box falls from the start to the floor"
run trace "$out/demo.hull" --from 0,-192,96 --to 0,-192,-160
explain "The floor is at z = 0, yet the box stops with its origin at z = 24: it reaches 24 units below its origin, so the" \
    "floor was grown by 24. The end keeps 1/32 of distance, the contact itself is exact."

heading "3. The same fall for a point"
run trace "$out/demo.hull" --hull point --from 0,-192,96 --to 0,-192,-160
explain "A point touches the floor itself, at z = 0. Same file, another hull."

heading "4. A pillar with sixteen sides, met at an edge bevel"
run trace "$out/demo.hull" --from=-144,0,64 --to=-144,-140,64
explain "A box meets the pillar first with its flat side against an edge of the pillar: the plane there belongs to the" \
    "exact sum of pillar and box, not to the pillar. Without it the box would hang in the air beside the pillar."

heading "5. The doorway with clip brushes above its stairs"
run trace "$out/demo.hull" --from 0,-192,32 --to 0,512,32
explain "Boxes meet a clip wedge that smooths the stairs; a point flies on below it:"
run trace "$out/demo.hull" --hull point --from 0,-192,40 --to 0,512,40

heading "6. Under the sky"
run trace "$out/demo.hull" --from 720,0,100 --to 720,0,1000
explain "Sky blocks like solid and says that it is sky: a game lets rockets vanish there."

heading "7. In the basin"
run contents "$out/demo.hull" --at=-800,0,-190
explain "Liquids live in trees of their own. They cost a moving box nothing, and every hull knows them."

heading "8. In the crevice, where two walls meet at an acute angle"
run trace "$out/demo.hull" --from 760,-366,40 --to 480,-366,40
explain "The box goes in until both walls touch it, and no further."

real=$shared/maps/quake/e1m1.map
if [ -f "$real" ]; then
    heading "9. A real map: e1m1.map"
    run compile "$real" -o "$out/e1m1.hull"
    run trace "$out/e1m1.hull" --from 480,-352,88 --to 480,800,88
fi

heading "And now on foot: maps/demo/route.run"
explain "A walker, driven by a script of places to go to, tick by tick: up the stairs, down the slope, into the basin and" \
    "out of it, over the lift shaft and into the crevice. Each line is a place that the script has a name for: when, where," \
    "and what the walker stands on."
run replay route.run "$out/demo.hull"

heading "The level lives: maps/demo/living.world"
explain "Doors, lifts, blades and crates move, tick by tick: a walker sets out, the gate opens before him, the lift carries" \
    "him down and up, and another body pushes a crate onto a button. Back in the gallery a blade turns: it pushes him out" \
    "of its way. Triggers tell who comes and goes."
run world "$out/demo.hull" living.world
explain "Recorded and played again, every number is the same to the bit:"
run world "$out/demo.hull" living.world --record "$out/living.rec" | sed -n '2p;$p'
run world "$out/demo.hull" "$out/living.rec" | sed -n '2p;$p'

heading "Next"
cat <<TXT
  build/tools/hullbake compile YOUR.map            bake your own level
  build/tools/hullbake info build/demo/demo.hull   what is in the file
  build/tools/hullbake trace --help                one trace, or a file full of them
  build/tools/hullbake slide --help                walk or fly through it
  docs/trace_contract.md                           what an answer promises
  ./dev test                                       the proof: oracle, scenes, hostile files
TXT
