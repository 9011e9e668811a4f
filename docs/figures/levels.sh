#!/bin/sh
# Draws the pictures of levels in the pages, into the current folder.
# HULLBAKE is the command line, MAPS the folder of maps.
set -e
draw() { "${HULLBAKE:-hullbake}" draw "$@" > levels.log 2>&1 || { cat levels.log >&2; exit 1; }; }
draw "$MAPS/demo/demo.map" -o demo.svg --hull player --hull large --run "$MAPS/demo/route.run"
draw "$MAPS/scenes/edge_bevel_wedge.map" -o hull_growth.svg --size 600 --window -120,-120:120,120 --box -8,-8,-8:8,8,8 --hull player
draw "$MAPS/scenes/acute_crevice.map" -o hull_crevice.svg --size 760 --window -200,-212:200,0 --trace 150,-176,40:-150,-176,40
draw "$MAPS/scenes/acute_crevice.map" -o hull_cells.svg --size 600 --cells
draw "$MAPS/scenes/pocket_closed_by_growth.map" -o fill_pocket.svg --size 700
draw "$MAPS/scenes/leak_eighth.map" -o fill_leak.svg --size 600 --plane y=0 --hull point --window -220,-30:320,220
rm -f levels.log
