// What can be shown and hidden: the contents of brushes, in groups.
import { AllModels, Contents as C } from 'hullbake';

const clip = C.Clip | C.Playerclip | C.Monsterclip | C.Botclip;
const liquid = C.Water | C.Slime | C.Lava;

/** A brush belongs to the first layer that has one of its contents. */
const contentsLayers = [
  { id: 'sky', text: 'sky', mask: C.Sky, colour: 0x6fa8dc, opacity: 1, shown: true },
  { id: 'solid', text: 'solid', mask: C.Solid, opacity: 1, shown: true },
  { id: 'clip', text: 'clips', mask: clip, colour: 0xc060c0, opacity: 0.45, shown: false },
  { id: 'liquid', text: 'liquids', mask: liquid, opacity: 0.5, shown: true },
  { id: 'trigger', text: 'triggers', mask: C.Trigger, colour: 0xe0a030, opacity: 0.35, shown: false },
];
/** Brushes that block and belong to a model that a game may move. */
const models = { id: 'models', text: 'doors and other models', mask: 0, opacity: 1, shown: true };
const others = { id: 'other', text: 'other contents', mask: ~0, colour: 0x70c090, opacity: 0.4, shown: false };

/** Entities without brushes: `brushes` counts them. */
const entities = { id: 'entities', text: 'entities', mask: 0, opacity: 1, shown: true };

export const layers = [...contentsLayers, models, others, entities].map((layer) => ({ ...layer }));
const byId = Object.fromEntries(layers.map((layer) => [layer.id, layer]));

const liquidColours = [[C.Lava, 0xe05010], [C.Slime, 0x60a020], [C.Water, 0x3070c0]];

export function layerOf(brush) {
  if (brush.model !== 0 && (brush.contents & (C.Solid | C.Sky)) !== 0) return byId.models;
  return layers.find((layer) => (layer.mask & brush.contents) !== 0) ?? byId.other;
}

export const entitiesAreShown = () => byId.entities.shown;

/** The model that stops a walker: doors that are hidden stand open. */
export const walkedModel = () => (byId.models.shown ? AllModels : 0);

/** What a click must ask for to meet everything that is shown, and nothing else. */
export function shownProbe() {
  let mask = 0;
  for (const layer of contentsLayers) if (byId[layer.id].shown) mask |= layer.mask;
  if (byId.models.shown) mask |= C.Solid;
  if (byId.other.shown) mask |= 0x0fffffff & ~contentsLayers.reduce((sum, layer) => sum | layer.mask, 0);
  return { box: { mins: [0, 0, 0], maxs: [0, 0, 0] }, skin: 0, mask, model: walkedModel() };
}

/** A colour for a texture: the same name has the same everywhere. Returns hue, saturation and lightness, 0 to 1. */
function textureColour(name) {
  let hash = 2166136261;
  for (const character of name.toLowerCase()) hash = Math.imul(hash ^ character.codePointAt(0), 16777619) >>> 0;
  return [(hash % 360) / 360, 0.18 + ((hash >>> 9) % 100) / 500, 0.52 + ((hash >>> 17) % 100) / 600];
}

/** Sets a colour of three.js for a face. */
export function tint(colour, layer, brush, texture) {
  if (layer.colour !== undefined) return colour.setHex(layer.colour);
  const liquidColour = liquidColours.find(([bit]) => (brush.contents & bit) !== 0);
  if (layer.id === 'liquid' && liquidColour) return colour.setHex(liquidColour[1]);
  return colour.setHSL(...textureColour(texture));
}
