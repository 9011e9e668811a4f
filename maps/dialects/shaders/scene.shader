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
