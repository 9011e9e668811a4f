// Names that mean nothing by themselves.
textures/scene/ghost
{
	surfaceparm nonsolid
	{
		map textures/scene/ghost.tga
	}
}
textures/scene/pool
{
	surfaceparm water
	surfaceparm trans
	surfaceparm nonsolid
}
textures/scene/hell
{
	surfaceparm lava
}
textures/scene/ooze
{
	surfaceparm slime
}
textures/scene/fence
{
	surfaceparm playerclip
}
textures/scene/portal
{
	surfaceparm areaportal
}
textures/scene/leaf
{
	surfaceparm trans
	surfaceparm detail
}
textures/scene/rung
{
	surfaceparm ladder
}
textures/scene/mist
{
	surfaceparm fog
	surfaceparm nonsolid
}

// Of Return to Castle Wolfenstein, Enemy Territory, Jedi Academy
textures/scene/slag { surfaceparm slag }
textures/scene/nopass { surfaceparm ai_nopass }
textures/scene/nosight { surfaceparm ai_nosight }
textures/scene/clipshot { surfaceparm clipshot }
textures/scene/outside { surfaceparm outside }
// What it has of itself before its base does not count.
textures/scene/heir
{
	surfaceparm lava
	q3map_baseShader textures/scene/pool ; as q3map2 reads comments
	surfaceparm nomarks # as well
}
"textures/scene/quoted[1]" nopicmip
{
	qer_editorimage "textures/scene/a brace {.tga"
	surfaceparm "nonsolid"
}
lone { surfaceparm nonsolid }
// shaderlist.txt names the other file first.
textures/scene/twice { surfaceparm water }
