textures/scene/twice { surfaceparm lava }
textures/Scene/Twice2 { surfaceparm water }
