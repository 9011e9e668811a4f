#!/bin/bash
# Takes the pictures of docs/viewing.md by the tests of the page. Needs a build that has run viewer_test once.
# usage: viewing.sh [BUILD]
set -e
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "${1:-$source/build}" && pwd)
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
export HULLBAKE=$build/tools/hullbake PAGE=$build/viewer TOOLS=$build/npm/tools SOURCE=$source
export ROUTE=$source/maps/demo/route.run LEVEL=$folder/demo.hull
CHROMIUM=$(command -v chromium)
export CHROMIUM
"$HULLBAKE" compile "$source/maps/demo/demo.map" -o "$LEVEL" >/dev/null

take() {  # test, variable, picture, name of the test
    env "$2=$source/docs/figures/$3" node --test --test-name-pattern="$4" "$source/tests/viewer/$1" >"$folder/log" ||
        { cat "$folder/log"; exit 1; }
}
take page.test.mjs PICTURE viewing.png 'takes the picture'
take hull.test.mjs HULL_PICTURE viewing_hull.png 'takes the picture'
take shapes.test.mjs SHAPE_PICTURE viewing_shape.png 'takes the picture'
take world.test.mjs WORLD_PICTURE viewing_world.png 'takes the picture'
take steps.test.mjs STEPS_PICTURE viewing_steps.png '.'
take leak.test.mjs LEAK_PICTURE viewing_leak.png 'the page draws the trails'
