// The map compiler in JavaScript, as WebAssembly: the bytes that `hullbake compile` writes, on one thread.

/** Why a map was not compiled. `line` and `column` count from 1; 0: the whole map. */
export class CompileError extends Error {
  constructor(message, { line = 0, column = 0, report = null } = {}) {
    super(message);
    this.name = 'CompileError';
    Object.assign(this, { line, column, report });
  }
}

let compiled = null;

async function bytesOfModule() {
  const url = new URL('./hullbake_compiler.wasm', import.meta.url);
  if (url.protocol === 'file:') return (await import('node:fs/promises')).readFile(url);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`hullbake_compiler.wasm is not there: ${answer.status}`);
  return answer.arrayBuffer();
}

/** Compiles the WebAssembly module once. `compile` does it by itself; call it to choose the module's bytes. */
export function load(bytes) {
  compiled ??= Promise.resolve(bytes ?? bytesOfModule()).then((source) =>
    source instanceof WebAssembly.Module ? source : WebAssembly.compile(source));
  // After a failed download the next call tries again.
  compiled.catch(() => { compiled = null; });
  return compiled;
}

const NotSupported = 52;

// The compiler asks the system for the time alone. What else libc could call is refused.
function importsFor(module, memory) {
  const calls = {
    clock_time_get: (id, precision, at) => {
      new DataView(memory().buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    proc_exit: (code) => { throw new WebAssembly.RuntimeError(`ended with ${code}`); },
  };
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    (imports[from] ??= {})[name] = calls[name] ?? (() => NotSupported);
  return imports;
}

/** One instance, which compiles one map. */
class Compiler {
  #c;

  constructor(module) {
    this.#c = new WebAssembly.Instance(module, importsFor(module, () => this.#c.memory)).exports;
    this.#c._initialize();
  }

  #write(bytes) {
    const at = this.#c.hullbakeCompilerReserve(bytes.length);
    new Uint8Array(this.#c.memory.buffer).set(bytes, at);
    return [at, bytes.length];
  }

  #numbers(at, count) {
    const view = new DataView(this.#c.memory.buffer);
    return Array.from({ length: count }, (_, i) => view.getUint32(at + 4 * i, true));
  }

  #text(at, size) {
    return new TextDecoder().decode(new Uint8Array(this.#c.memory.buffer, at, size));
  }

  // Why the compiler has trapped.
  #fault(error) {
    if (error instanceof RangeError) return new CompileError('the map needs a deeper stack than there is here');
    if (!(error instanceof WebAssembly.RuntimeError)) return error;
    const at = this.#c.hullbakeCompilerFault();
    const [line, column, size] = this.#numbers(at, 3);
    return new CompileError(size > 0 ? this.#text(at + 12, size) : `the compiler has failed: ${error.message}`,
                            { line, column });
  }

  run(text, options) {
    let answer;
    try {
      answer = this.#c.hullbakeCompilerCompile(...this.#write(text), ...this.#write(options));
    } catch (error) {
      throw this.#fault(error);
    }
    const [blob, blobSize, told, toldSize] = this.#numbers(answer, 4);
    const report = JSON.parse(this.#text(told, toldSize));
    const error = report.remarks.find(({ severity }) => severity === 'error');
    if (error) throw new CompileError(error.message, { line: error.line, column: error.column, report });
    return { bytes: new Uint8Array(this.#c.memory.buffer, blob, blobSize).slice(), report };
  }
}

/** Compiles the text of a map. Rejects with a CompileError. */
export async function compile(text, options = {}) {
  const encoder = new TextEncoder();
  let bytes = typeof text === 'string' ? encoder.encode(text) : text;
  if (bytes instanceof ArrayBuffer) bytes = new Uint8Array(bytes);
  if (!ArrayBuffer.isView(bytes)) throw new TypeError('compile takes the text of a map, or its bytes');
  bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return new Compiler(await load()).run(bytes, encoder.encode(JSON.stringify(options)));
}
