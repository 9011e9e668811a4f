// The server of `hullbake view`: whom it answers, and with what.
// usage: HULLBAKE=... PAGE=... TOOLS=... CHROMIUM=... LEVEL=demo.hull node --test server.test.mjs
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createConnection } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { promisify } from 'node:util';
import { startView, stopAll } from './view.mjs';

const folder = await mkdtemp(join(tmpdir(), 'server_'));
const view = await startView(process.env.LEVEL);
const port = Number(new URL(view.address).port);
after(async () => {
  stopAll();
  await rm(folder, { recursive: true });
});

function ask(path, { method = 'GET', host = `127.0.0.1:${port}`, headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const question = request({ host: '127.0.0.1', port, path, method, headers: { host, ...headers } }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }));
    });
    question.on('error', reject);
    question.end(body);
  });
}

/** Sends text as it is. Returns the first line of the answer. */
function send(text) {
  return new Promise((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1', () => socket.write(text));
    socket.setTimeout(8000, () => socket.destroy(new Error('no answer')));
    let answer = '';
    socket.on('data', (part) => {
      answer += part;
      if (answer.includes('\r\n')) socket.end();
    });
    socket.on('close', () => resolve(answer.split('\r\n')[0]));
    socket.on('error', reject);
  });
}

test('serves the page and the level', async () => {
  const page = await ask('/');
  assert.equal(page.status, 200);
  assert.match(page.headers['content-type'], /^text\/html/);
  assert.match(page.headers['content-security-policy'], /^default-src 'self'/);
  assert.equal(page.headers['cross-origin-resource-policy'], 'same-origin');
  assert.equal((await ask('/hullbake.wasm')).headers['content-type'], 'application/wasm');
  assert.deepEqual((await ask('/level.hull')).body, await readFile(process.env.LEVEL));
  const { run, ...state } = JSON.parse((await ask('/state.json')).body);
  assert.match(run, /^[0-9a-f]{16}$/);
  assert.deepEqual(state, { name: 'demo.hull', version: 1, error: '', leaks: [], editor: false });
  assert.equal((await ask('/', { host: `localhost:${port}` })).status, 200);
});

test('does not compress, which would take seconds', async () => {
  const script = await ask('/viewer.js', { headers: { 'accept-encoding': 'gzip, br' } });
  assert.equal(script.headers['content-encoding'], undefined);
  assert.deepEqual(script.body, await readFile(join(process.env.PAGE, 'viewer.js')));
});

test('no path leads out of its folder', async () => {
  const paths = ['/../meson.build', '/%2e%2e/meson.build', '/..%2fmeson.build', '/./../../../../etc/passwd',
                 '//etc/passwd', '/etc/passwd', '/viewer.js/../../build.ninja', '/index.html%00', '/%5c..%5cbuild.ninja',
                 '/nothing', '/.', '/..', `/${'a/'.repeat(3000)}`];
  for (const path of paths) assert.equal((await ask(path)).status, 404, path);
  assert.match(await send(`GET /../build.ninja HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`), / 404 /);
});

test('answers no other host', async () => {
  for (const host of ['example.com', `example.com:${port}`, '127.0.0.1', `127.0.0.1:${port + 1}`, `127.0.0.1:${port}.evil`,
                      `[::1]:${port}`])
    assert.equal((await ask('/level.hull', { host })).status, 403, host);
  assert.match(await send('GET / HTTP/1.1\r\n\r\n'), / 403 /);
  assert.match(await send('GET / HTTP/1.1\r\nHost:\r\n\r\n'), / 40[03] /);
  assert.match(await send(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: evil\r\n\r\n`), / 403 /);
  const outside = Object.values(networkInterfaces()).flat().filter(({ family, internal }) => family === 'IPv4' && !internal);
  for (const { address } of outside) {
    const answered = await new Promise((resolve) => {
      const socket = createConnection(port, address, () => resolve(true));
      socket.on('error', () => resolve(false));
    });
    assert.equal(answered, false, `it listens on ${address}`);
  }
});

test('answers nothing but GET', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'])
    assert.equal((await ask('/', { method, body: method === 'POST' ? 'x' : undefined })).status, 405, method);
  assert.match(await send('BREW /pot HTCPCP/1.0\r\n\r\n'), / 400 /);
  assert.equal((await ask('/')).status, 200, 'and goes on');
});

/** Opens connections that send nothing. Those that the server has ended are destroyed. */
async function openSilent(count) {
  const silent = Array.from({ length: count }, () => createConnection(port, '127.0.0.1'));
  await Promise.all(silent.map((socket) => new Promise((resolve) => {
    socket.on('error', () => {});
    socket.on('connect', resolve);
    socket.on('end', () => socket.destroy());
    socket.resume();
  })));
  return silent;
}

test('clients that send nothing keep nobody waiting', async () => {
  const silent = await openSilent(600), isEnded = ({ destroyed }) => destroyed;
  silent[599].write('GET / HT');
  for (let i = 0; i < 20; ++i) assert.equal((await ask('/level.hull')).status, 200);
  // The longest silent have made room. The others have their time.
  assert.ok(silent.filter(isEnded).length >= 344);
  assert.ok(silent.slice(0, 344).every(isEnded));
  assert.ok(!silent.every(isEnded));
  // Their time ends soon.
  for (const end = Date.now() + 20000; !silent.every(isEnded);) {
    assert.ok(Date.now() < end, 'silent ones are kept');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
});

test('answers several requests of one connection, and none after a body', async () => {
  const all = (text) => new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (part) => { answer += part; });
    socket.on('close', () => resolve(answer.match(/HTTP\/1\.1 \d+/g)));
  });
  const question = (method, path, more = '') => `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${more}\r\n`;
  const last = 'Connection: close\r\n';
  assert.deepEqual(await all(question('GET', '/state.json') + question('GET', '/nothing') + question('GET', '/', last)),
                   ['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']);
  assert.deepEqual(await all(question('POST', '/', 'Content-Length: 200\r\n') + question('GET', '/state.json', last).padEnd(200)),
                   ['HTTP/1.1 405']);
  const followed = await new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => socket.write(question('GET', '/nothing') + question('GET', '/events')));
    let answer = '';
    socket.on('data', (part) => {
      answer += part;
      if (/data: \{.*\}\n\n/.test(answer)) socket.destroy();
    });
    socket.on('close', () => resolve(answer));
  });
  assert.match(followed, /^HTTP\/1\.1 404 .*no such file\nHTTP\/1\.1 200 OK\r\n.*text\/event-stream.*\r\n\r\ndata: \{.*\}\n\n$/s);
  assert.doesNotMatch(followed.slice(followed.indexOf('200 OK')), /content-length/i);
  assert.deepEqual(await all(question('POST', '/', 'Content-Length: 999999999999999\r\n')), ['HTTP/1.1 405']);
  assert.deepEqual(await all(`GET /${'a'.repeat(20000)} HTTP/1.1\r\n\r\n`), ['HTTP/1.1 400']);
});

test('opens lines of the map in the editor, by orders of its own page only', async () => {
  const map = join(folder, 'a level.map'), got = join(folder, 'got'), editor = join(folder, 'my editor');
  await writeFile(map, await readFile(join(process.env.SOURCE, 'maps/demo/demo.map')));
  await writeFile(editor, `#!/bin/sh\nprintf '%s\\n' "$@" >'${got}'\ntest "$2" != +13\n`, { mode: 0o755 });
  const other = await startView(map, '--editor', `'${editor}' {file} +{line}`), { origin } = new URL(other.address);
  const order = (path, headers = { origin }, method = 'POST') => new Promise((resolve, reject) => {
    request(other.address.slice(0, -1) + path, { method, headers }, (response) => {
      let text = '';
      response.on('data', (part) => { text += part; });
      response.on('end', () => resolve([response.statusCode, text]));
    }).on('error', reject).end();
  });
  const ran = () => readFile(got, 'utf8').then((text) => rm(got).then(() => text), () => '');
  assert.equal(JSON.parse((await order('/state.json', {}, 'GET'))[1]).editor, true);
  assert.deepEqual(await order('/edit/17'), [200, '']);
  assert.equal(await ran(), `${map}\n+17\n`);
  assert.deepEqual(await order('/edit/13'), [502, `${editor}: ended with code 1`]);
  assert.equal(await ran(), `${map}\n+13\n`);
  assert.match(other.errors, /my editor: ended with code 1\n/);
  for (const foreign of [{}, { origin: 'http://example.com' }, { origin: 'null' }, { origin: origin.replace('http', 'https') },
                         { origin: origin.replace('127.0.0.1', 'localhost') }, { origin, 'sec-fetch-site': 'cross-site' },
                         { origin, host: 'example.com' }, { origin: 'http://example.com', host: 'example.com' }])
    assert.equal((await order('/edit/17', foreign))[0], 403, JSON.stringify(foreign));
  for (const path of ['/edit/0', '/edit/', '/edit', '/edit/-1', '/edit/1;id', '/edit/1%20', '/edit/4294967296', '/', '/level.hull'])
    assert.equal((await order(path))[0], 404, path);
  for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS'])
    assert.notEqual((await order('/edit/17', { origin }, method))[0], 200, method);
  assert.equal(await ran(), '', 'nothing of this has run');
  other.stop();
  assert.equal((await ask('/edit/17', { method: 'POST', headers: { origin: view.address.slice(0, -1) } })).status, 405);
});

test('finds the map beside a .hull file for the editor', async () => {
  const hull = join(folder, 'beside.hull'), got = join(folder, 'which'), editor = join(folder, 'ed');
  await writeFile(hull, await readFile(process.env.LEVEL));
  await writeFile(editor, `#!/bin/sh\nprintf %s "$1" >'${got}'\n`, { mode: 0o755 });
  const fault = await promisify(execFile)(process.env.HULLBAKE, ['view', hull, '--no-open', '--page', process.env.PAGE,
                                                                '--editor', `${editor} {file} {line}`])
    .then(() => assert.fail('it started'), (error) => [error.code, error.stderr]);
  assert.deepEqual(fault, [1, `hullbake: ${hull}: --editor needs its map, and none is beside it\n`]);
  await writeFile(join(folder, 'beside.vmf'), '');
  const other = await startView(hull, '--editor', `${editor} {file} {line}`);
  assert.equal((await fetch(`${other.address}edit/5`, { method: 'POST', headers: { origin: other.address.slice(0, -1) } })).status, 200);
  assert.equal(await readFile(got, 'utf8'), join(folder, 'beside.vmf'));
  other.stop();
});

test('follows no link out of the page', async () => {
  for (const name of ['index.html', 'viewer.js', 'hullbake.wasm']) await writeFile(join(folder, name), name);
  await symlink('/etc/passwd', join(folder, 'secret.txt'));
  const other = await startView(process.env.LEVEL, '--page', folder);
  const status = async (path) => (await fetch(other.address + path)).status;
  assert.deepEqual([await status('viewer.js'), await status('secret.txt')], [200, 404]);
  other.stop();
});

test('refuses what it cannot show or serve', async () => {
  const fails = async (...args) => promisify(execFile)(process.env.HULLBAKE, ['view', '--no-open', ...args])
    .then(() => assert.fail('it started'), (error) => [error.code, error.stderr]);
  const page = ['--page', process.env.PAGE];
  assert.deepEqual(await fails('none.hull', ...page), [1, 'hullbake: none.hull: no such file\n']);
  assert.deepEqual(await fails(folder, ...page), [1, `hullbake: ${folder}: is a directory\n`]);
  assert.match((await fails(process.env.LEVEL, '--page', tmpdir()))[1], /has no viewer page; .\/dev viewer builds it\n$/);
  assert.deepEqual(await fails(process.env.LEVEL, ...page, '--port', String(port)),
                   [1, `hullbake: --port ${port}: another program has this port\n`]);
  assert.equal((await fails(process.env.LEVEL, ...page, '--port', '65536'))[0], 2);
  const [code, text] = await fails(process.env.LEVEL, ...page, '--editor', 'ed {file}');
  assert.deepEqual([code, text.split('\n')[0]], [2, 'hullbake: --editor: has no {line}']);
  const [empty, fault] = await fails(process.env.LEVEL, ...page, '--editor', ' ');
  assert.deepEqual([empty, fault.split('\n')[0]], [2, 'hullbake: --editor: names no program']);
});
