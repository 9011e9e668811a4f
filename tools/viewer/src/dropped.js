// Files that are dropped on the page: a map becomes the bytes of a .hull file here, by the compiler itself.
import { CompileError, compile } from 'hullbake/compiler';

const isMap = (name) => /\.(map|vmf)$/i.test(name);

/** Returns the bytes to show: those of a .hull file as they are, those of a map compiled, which is told. Rejects with an
 * error whose message has the line at fault, as the command line prints it. */
export async function shownBytes(bytes, name, tell) {
  if (!isMap(name)) return bytes;
  tell(`${name} is being compiled`);
  // Nothing is drawn while the page compiles, so the words come first.
  await new Promise((resolve) => { setTimeout(resolve, 50); });
  try {
    return (await compile(bytes, { name })).bytes;
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    const place = error.line > 0 ? `${name}:${error.line}:${error.column}` : name;
    throw new Error(`${place}: error: ${error.message}`);
  } finally {
    tell('');
  }
}
