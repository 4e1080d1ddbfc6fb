/** Claims about connections that are read without Node's HTTP: early requests, slow readers and silence are bounded. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { askedOf, largeBytes, Mirror, received, seen } from '../support/mirror.ts';

describe('a connection that is read directly', () => {
  test('reads no further while it is at work on an answer', async () => {
    await using mirror = await Mirror.open({ headersTimeoutMs: 10_000 });
    const { socket, response } = await askedOf(mirror);
    const closed = new Promise((resolve) =>
      socket
        .resume()
        .on('error', () => {})
        .on('close', resolve),
    );
    socket.write('x'.repeat(largeBytes));
    const [connection] = mirror.sockets;
    await eventually(async () => connection!.isPaused());
    expect(connection!.bytesRead).toBeLessThan(largeBytes / 8);
    response.answer(204, [], []);
    // What came early is no request.
    await closed;
  });

  test('reads no further while its answers are not read', async () => {
    await using mirror = await Mirror.open({ headersTimeoutMs: 10_000 });
    const socket = connect(mirror.port, '127.0.0.1');
    const asked = 'GET /api/large HTTP/1.1\r\nHost: x\r\n\r\n';
    socket.pause().write(asked);
    await eventually(async () => mirror.paths.length === 1);
    await seen(mirror);
    socket.write(asked);
    for (let look = 0; look < 3; look++) await seen(mirror);
    // Those who looked have been answered, and it has not.
    expect(mirror.paths.filter((path) => path === 'direct')).toHaveLength(1);
    socket.resume();
    await eventually(async () => mirror.paths.filter((path) => path === 'direct').length === 2);
    socket.destroy();
  });
});

describe('silence', () => {
  test('before the first request is answered with 408', async () => {
    await using mirror = await Mirror.open({ headersTimeoutMs: 20 });
    const socket = connect(mirror.port, '127.0.0.1');
    const text = received(socket);
    await once(socket, 'close');
    expect(text()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*"errorCode":"REQUEST_TIMEOUT"/);
  });

  test('after an answer ends the connection', async () => {
    await using mirror = await Mirror.open({ headersTimeoutMs: 10_000, keepAliveMs: 20 });
    const socket = connect(mirror.port, '127.0.0.1');
    const text = received(socket);
    socket.write('GET /api/a HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'close');
    expect(text()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  test('of a server that is still at work on the answer ends nothing', async () => {
    await using mirror = await Mirror.open({ headersTimeoutMs: 10_000, keepAliveMs: 20 });
    const { socket, response } = await askedOf(mirror);
    await once(mirror.sockets[0]!, 'timeout');
    response.answer(204, [], []);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 204 No Content\r\n/);
    socket.destroy();
  });
});
