"""Asks the web server of a command line, and saves the map that it watches. For check.py and archives.py."""
import http.client
import json
import pathlib
import re
import subprocess
import time
import urllib.parse

WAIT = 120  # seconds: an emulated compile takes some


class Running:
    """A program that runs until the block ends. What it prints on stdout is read until its address comes."""

    def __init__(self, command, folder, environment):
        self.process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def address(self):
        line = self.process.stdout.readline().decode()
        found = re.search(r'http://\S+/', line)
        if not found:
            raise AssertionError(f'no address in "{line}": {self.process.stderr.read().decode(errors="replace")}')
        return urllib.parse.urlsplit(found[0]).netloc


def answer(host, path, method='GET', named=None):
    """Returns status and body of a request."""
    connection = http.client.HTTPConnection(host, timeout=WAIT)
    try:
        connection.request(method, path, headers={'Host': named or host})
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def first_event(host):
    """Returns the first event of the server's stream as JSON."""
    connection = http.client.HTTPConnection(host, timeout=WAIT)
    try:
        connection.request('GET', '/events', headers={'Host': host})
        stream = connection.getresponse()
        while not (line := stream.readline()).startswith(b'data: '):
            if not line:
                raise AssertionError('the stream of events ended')
        return json.loads(line[6:])
    finally:
        connection.close()


def wait_for(is_true):
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        if is_true():
            return True
        time.sleep(0.1)
    return False


def view(command, folder, environment, page):
    """Serves demo.hull of the folder. Yields what was checked, and whether it is as it must be."""
    arguments = ['view', 'demo.hull', '--no-open', '--port', '0', *(['--page', str(page)] if page else [])]
    with Running(command + arguments, folder, environment) as running:
        host = running.address()
        yield 'the page', answer(host, '/')[0] == 200
        yield 'a file of the page', answer(host, '/viewer.js')[0] == 200
        yield 'the level', answer(host, '/level.hull') == (200, (folder / 'demo.hull').read_bytes())
        state = first_event(host)
        yield 'events', (state['name'], state['version'], state['error']) == ('demo.hull', 1, '')
        yield 'no other host', answer(host, '/', named='example.com')[0] == 403
        yield 'no other method', answer(host, '/', 'POST')[0] == 405
        yield 'no other file', answer(host, '/../demo.hull')[0] == 404


def watch(command, folder, environment, maps, hulls):
    """Saves the second map over the first while it is watched, then a broken one. `hulls` are what both compile to."""
    watched, written = folder / 'watched.map', folder / 'watched.hull'
    watched.write_bytes(maps[0])
    with Running(command + ['watch', 'watched.map', '-o', 'watched.hull'], folder, environment):
        shows = lambda hull: wait_for(lambda: written.exists() and written.read_bytes() == hull)
        yield 'a first compile', shows(hulls[0])
        watched.write_bytes(maps[1])
        yield 'a save', shows(hulls[1])
        watched.write_bytes(b'{ "classname"')
        time.sleep(1)
        yield 'an error keeps the file', written.read_bytes() == hulls[1]
        watched.write_bytes(maps[0])
        yield 'a save after an error', shows(hulls[0])
    pathlib.Path(watched).unlink()
