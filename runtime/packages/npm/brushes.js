// Reads brushes from a .hull block that the runtime has opened, so that all numbers in it are within their ranges.
// Source: docs/file_format.md describes the sections and records.

const decoder = new TextDecoder();
const SectionTable = 64, SectionEntry = 32;
const BevelFlag = 1, NotGrownFlag = 2;

/** Returns `{ at, size, count }` of each section by its id. */
function readSections(view, block) {
  const sections = {};
  const count = view.getUint32(block + 40, true);
  for (let i = 0; i < count; ++i) {
    const entry = block + SectionTable + i * SectionEntry;
    const id = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(entry + byte)));
    sections[id] = { at: block + Number(view.getBigUint64(entry + 8, true)), size: view.getUint32(entry + 4, true),
                     count: Number(view.getBigUint64(entry + 16, true)) };
  }
  return sections;
}

function readFaces(view, { FACE, STRS }) {
  const texts = new Map();
  const text = (offset, length) => {
    const key = `${offset},${length}`;
    if (!texts.has(key))
      texts.set(key, decoder.decode(new Uint8Array(view.buffer, STRS.at + offset, length)));
    return texts.get(key);
  };
  return Array.from({ length: FACE.count }, (_, i) => {
    const at = FACE.at + i * FACE.size;
    return { texture: text(view.getUint32(at, true), view.getUint32(at + 4, true)), line: view.getUint32(at + 8, true) };
  });
}

const vector = (view, at) => [0, 8, 16].map((offset) => view.getFloat64(at + offset, true));
const shortVector = (view, at) => [0, 4, 8].map((offset) => view.getFloat32(at + offset, true));

function readSide(view, at, faces) {
  const { texture, line } = faces[view.getUint32(at + 32, true)];
  const flags = view.getUint32(at + 36, true);
  return { normal: vector(view, at), dist: view.getFloat64(at + 24, true), bevel: (flags & BevelFlag) !== 0,
           grown: (flags & NotGrownFlag) === 0, texture, line };
}

function readBrush(view, at, model, sides, faces) {
  const word = (offset) => view.getUint32(at + offset, true);
  const first = word(32), count = view.getUint16(at + 36, true);
  return { model, contents: word(24), hullMask: word(28), entity: word(40), number: word(44), line: word(48),
           mins: shortVector(view, at), maxs: shortVector(view, at + 12),
           sides: Array.from({ length: count }, (_, i) => readSide(view, sides.at + (first + i) * sides.size, faces)) };
}

/** Returns the brushes of all models. */
export function readBrushes(view, block) {
  const sections = readSections(view, block), { MODL, BRSH, SIDE } = sections;
  const faces = readFaces(view, sections), brushes = [];
  for (let model = 0; model < MODL.count; ++model) {
    const record = MODL.at + model * MODL.size;
    const first = view.getUint32(record + 76, true), count = view.getUint32(record + 80, true);
    for (let i = first; i < first + count; ++i)
      brushes.push(readBrush(view, BRSH.at + i * BRSH.size, model, SIDE, faces));
  }
  return brushes;
}

/** Returns the source hash of the block's header. */
export function readSourceHash(view, block) {
  return view.getBigUint64(block + 32, true).toString(16).padStart(16, '0');
}
