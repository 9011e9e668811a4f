// Reads and writes the structs of the C interface in the memory of hullbake.wasm, by the tables of layout.c.

const Kind = { Flag: 0, U8: 1, U32: 2, U64: 3, F64: 4, Vec3: 5, Vec3x3: 6, Planes: 7, Text: 8, Chars8: 9, Struct: 10 };
const decoder = new TextDecoder();

/** The memory of one instance: views that outlive its growth, and room that is never given back. */
export class Memory {
  constructor(exports) {
    this.memory = exports.memory;
    this.end = (exports.__heap_base.value + 7) & ~7;
    this.refresh();
  }

  refresh() {
    this.view = new DataView(this.memory.buffer);
    this.bytes = new Uint8Array(this.memory.buffer);
  }

  /** Reserves bytes at a multiple of 8. */
  reserve(size) {
    const at = this.end;
    this.end = (at + size + 7) & ~7;
    const missing = this.end - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / 65536));
    this.refresh();
    return at;
  }

  /** Reads a zero-terminated string. */
  cString(at) {
    let end = at;
    while (this.bytes[end] !== 0) ++end;
    return decoder.decode(this.bytes.subarray(at, end));
  }

  writeCString(text, at, room) {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length + 1 > room || bytes.includes(0)) return false;
    this.bytes.set(bytes, at);
    this.bytes[at + bytes.length] = 0;
    return true;
  }

  text(at) {
    const data = this.view.getUint32(at, true), length = this.view.getUint32(at + 4, true);
    return decoder.decode(this.bytes.subarray(data, data + length));
  }

  vector(at) {
    return [this.view.getFloat64(at, true), this.view.getFloat64(at + 8, true), this.view.getFloat64(at + 16, true)];
  }

  writeVector(at, v) {
    if (v === null || typeof v !== 'object' || v.length !== 3) throw new TypeError('a vector is an array of 3 numbers');
    for (let i = 0; i < 3; ++i) this.view.setFloat64(at + 8 * i, v[i], true);
  }
}

/** Reads the tables. Returns an object of Struct by name. */
export function readLayouts(memory, exports) {
  const count = memory.reserve(8);
  let at = exports.hullbakeLayouts(count);
  const structs = {};
  const word = (offset) => memory.view.getUint32(at + offset, true);
  for (let n = memory.view.getUint32(count, true); n > 0; --n, at += 24) {
    const members = [];
    for (let m = 0; m < word(20); ++m) {
      const entry = word(16) + 16 * m;
      const part = (offset) => memory.view.getUint32(entry + offset, true);
      members.push({ name: memory.cString(part(0)), struct: part(4) ? memory.cString(part(4)) : null,
                     offset: part(8), kind: part(12) });
    }
    const name = memory.cString(word(0));
    structs[name] = new Struct(memory, structs, name, word(4), word(8) !== 0, word(12), members);
  }
  return structs;
}

/** One struct of the C interface. */
class Struct {
  constructor(memory, structs, name, size, isSized, initial, members) {
    Object.assign(this, { memory, structs, name, size, isSized, initial, members });
  }

  /** Sets the struct at `at` to its defaults, then to the members that `values` has. */
  write(at, values = {}) {
    this.memory.bytes.copyWithin(at, this.initial, this.initial + this.size);
    this.assign(at, values);
    return at;
  }

  assign(at, values) {
    for (const { name, struct, offset, kind } of this.members)
      if (values[name] !== undefined) this.writeMember(at + offset, kind, struct, values[name]);
  }

  writeMember(at, kind, struct, value) {
    const { view } = this.memory;
    if (kind === Kind.Flag || kind === Kind.U8) view.setUint8(at, value === true ? 1 : value);
    else if (kind === Kind.U32) view.setUint32(at, value, true);
    else if (kind === Kind.F64) view.setFloat64(at, value, true);
    else if (kind === Kind.Vec3) this.memory.writeVector(at, value);
    else if (kind === Kind.Vec3x3) value.forEach((axis, i) => this.memory.writeVector(at + 24 * i, axis));
    else if (kind === Kind.Struct) this.structs[struct].assign(at, value);
    else throw new TypeError(`${this.name} has a member that cannot be set`);
  }

  read(at) {
    const values = {};
    for (const { name, struct, offset, kind } of this.members)
      values[name] = this.readMember(at + offset, kind, struct, values);
    return values;
  }

  readMember(at, kind, struct, before) {
    const { memory } = this, { view } = memory;
    switch (kind) {
      case Kind.Flag: return view.getUint8(at) !== 0;
      case Kind.U8: return view.getUint8(at);
      case Kind.U32: return view.getUint32(at, true);
      case Kind.U64: return Number(view.getBigUint64(at, true));
      case Kind.F64: return view.getFloat64(at, true);
      case Kind.Vec3: return memory.vector(at);
      case Kind.Vec3x3: return [0, 24, 48].map((offset) => memory.vector(at + offset));
      case Kind.Planes: return Array.from({ length: before.planeCount }, (_, i) => memory.vector(at + 24 * i));
      case Kind.Text: return memory.text(at);
      case Kind.Chars8: return decoder.decode(memory.bytes.slice(at, at + 8)).replace(/\0.*/, '');
      default: return this.structs[struct].read(at);
    }
  }
}
