/** Direct responses of unknown length. */
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import type { DirectResponse } from '#http/server/direct-response.ts';
import { collectText, EchoServer, unansweredRequest } from '../../support/echo-server.ts';

describe('a direct response in one piece', () => {
  test.each(['plain', 'Grüße', '\u{1f3ad}', ''])('has a body of UTF-8: %j', async (text) => {
    await using echo = await EchoServer.open({ headersTimeoutMs: 10_000 });
    const { socket, response } = await unansweredRequest(echo);
    const received = collectText(socket);
    response.shouldKeepAlive = false;
    response.answerWhole(200, ['X-Name', 'x', 'Content-Length', String(Buffer.byteLength(text))], [text]);
    await once(socket, 'close');
    const [head = '', body] = received().split('\r\n\r\n');
    expect(Buffer.from(body ?? '', 'latin1').toString()).toBe(text);
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\nX-Name: /);
  });
});

describe('a direct response of unknown length', () => {
  test('is sent in chunks, and the connection stays usable', async () => {
    await using echo = await EchoServer.open({ headersTimeoutMs: 10_000 });
    const { socket, response } = await unansweredRequest(echo);
    const text = collectText(socket);
    await pipeline(['Grüße', 'x'.repeat(300)], response.stream(200, ['Content-Type', 'text/plain']));
    echo.answering = (_request, next: unknown) => {
      (next as DirectResponse).shouldKeepAlive = false;
      (next as DirectResponse).answerWhole(204, [], []);
    };
    socket.write('GET /api/b HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'close');
    const [head, chunks, second] = text().split(/\r\n\r\n(?=7)|(?<=\r\n0\r\n\r\n)/);
    expect(head).toMatch(/\r\nTransfer-Encoding: chunked\r\n/);
    const greeting = Buffer.from('Grüße').toString('latin1');
    expect(chunks).toBe(`7\r\n${greeting}\r\n12c\r\n${'x'.repeat(300)}\r\n0\r\n\r\n`);
    expect(second).toMatch(/^HTTP\/1\.1 204 No Content\r\n.*Connection: close\r\n\r\n$/s);
  });

  test('ends if the client disconnects', async () => {
    await using echo = await EchoServer.open({ headersTimeoutMs: 10_000 });
    const { socket, response } = await unansweredRequest(echo);
    const stream = response.stream(200, []);
    const failed = once(stream, 'error');
    stream.write('begun');
    await once(socket, 'data');
    socket.destroy();
    expect(String(await failed)).toContain('the connection was closed');
    expect(response.destroyed).toBe(true);
  });

  test('that fails closes the connection, so that the client does not consider it complete', async () => {
    await using echo = await EchoServer.open({ headersTimeoutMs: 10_000 });
    const { socket, response } = await unansweredRequest(echo);
    const text = collectText(socket);
    const closed = new Promise((resolve) => socket.on('close', resolve));
    const broken = async function* () {
      yield 'begun';
      throw new Error('broken');
    };
    await expect(pipeline(broken, response.stream(200, []))).rejects.toThrow('broken');
    await closed;
    expect(text()).not.toContain('\r\n0\r\n');
  });
});
