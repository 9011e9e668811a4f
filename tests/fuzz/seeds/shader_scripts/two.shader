// comment
textures/base/water
{
	qer_editorimage textures/base/water.tga
	surfaceparm nonsolid
	surfaceparm water
	{
		map $lightmap
		blendFunc add
	}
}
textures/common/clip { surfaceparm playerclip surfaceparm nodraw }
