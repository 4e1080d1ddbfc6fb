/** Limits of connections that the direct reader reads: early requests, slow readers and idle timeouts. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { DirectResponse } from '#http/server/direct-response.ts';
import { allPacketsRead, collectText, EchoServer, largeBytes, unansweredRequest } from '../../support/echo-server.ts';
import { eventually } from '../../support/eventually.ts';

describe('a connection that is read directly', () => {
  test('is not read further while an answer is being made', async () => {
    await using echo = await EchoServer.open({ headersTimeoutMs: 10_000 });
    const { socket, response } = await unansweredRequest(echo);
    const closed = new Promise((resolve) =>
      socket
        .resume()
        .on('error', () => {})
        .on('close', resolve),
    );
    socket.write('x'.repeat(largeBytes));
    const [connection] = echo.sockets;
    await eventually(async () => connection!.isPaused());
    expect(connection!.bytesRead).toBeLessThan(largeBytes / 8);
    response.answerWhole(204, [], []);
    // The bytes that came early are not a valid request.
    await closed;
  });

  test('is not read further while the client does not read its answers', async () => {
    await using echo = await EchoServer.open({ headersTimeoutMs: 10_000 });
    const socket = connect(echo.port, '127.0.0.1');
    const asked = 'GET /api/large HTTP/1.1\r\nHost: x\r\n\r\n';
    socket.pause().write(asked);
    await eventually(async () => echo.readers.length === 1);
    await allPacketsRead(echo);
    socket.write(asked);
    for (let look = 0; look < 3; look++) await allPacketsRead(echo);
    // By now other connections have been answered, and this one has not.
    expect(echo.readers.filter((reader) => reader === 'direct')).toHaveLength(1);
    socket.resume();
    await eventually(async () => echo.readers.filter((reader) => reader === 'direct').length === 2);
    socket.destroy();
  });
});

describe('the idle timeout of a direct connection', () => {
  test('answers 408 before the first request', async () => {
    await using echo = await EchoServer.open({ headersTimeoutMs: 20 });
    const socket = connect(echo.port, '127.0.0.1');
    const text = collectText(socket);
    await once(socket, 'close');
    expect(text()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*"errorCode":"REQUEST_TIMEOUT"/);
  });

  test('closes the connection after an answer, and not earlier than its limit', async () => {
    const keepAliveMs = 20;
    await using echo = await EchoServer.open({ headersTimeoutMs: 10_000, keepAliveMs });
    const socket = connect(echo.port, '127.0.0.1');
    const text = collectText(socket);
    const ask = () => socket.write('GET /api/a HTTP/1.1\r\nHost: x\r\n\r\n');
    const calls = 5;
    // Set before the server's own timer, for a millisecond less: it is over first, unless the server is early.
    let isOver = false;
    for (let call = 0; call < calls; call++) {
      isOver = false;
      if (call === calls - 1) setTimeout(() => (isOver = true), keepAliveMs - 1);
      ask();
      await once(socket, 'data');
    }
    await once(socket, 'close');
    expect(isOver).toBe(true);
    expect(text().match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(calls);
  });

  test('does not run while the server is making an answer', async () => {
    await using echo = await EchoServer.open({ headersTimeoutMs: 10_000, keepAliveMs: 20 });
    const { socket, response } = await unansweredRequest(echo);
    const others = Array.from({ length: 2 }, () => connect(echo.port, '127.0.0.1').resume());
    echo.answering = (_request, answer: unknown) => (answer as DirectResponse).answerWhole(204, [], []);
    for (const other of others) {
      other.write('GET /api/a HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(other, 'close');
    }
    response.answerWhole(204, [], []);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 204 No Content\r\n/);
    socket.destroy();
  });
});
