/** The budget of large bodies: what is refused, when a place is free again, and that it counts by organization. */
import { connect, type Socket } from 'node:net';
import { z } from 'zod';
import { LargeBodies } from '#http/limits/large-bodies.ts';
import { eventually } from '../../support/eventually.ts';
import { samplePrefix as prefix, sampleRoute as route } from '../../support/sample-route.ts';
import { serveSample } from '../../support/sample-service.ts';
import { statusesOf } from '../../support/stuck-clients.ts';

const kilobyte = 1024;
const limits = { processBytes: 1000 * kilobyte, organizationBytes: 500 * kilobyte };
const body = `"${'x'.repeat(300 * kilobyte)}"`;
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A large call of which everything but the last byte is sent, and what comes back. */
class Upload {
  readonly socket: Socket;
  text = '';
  readonly #end: string;

  constructor(port: number, framing: 'announced' | 'chunked') {
    this.socket = connect(port, '127.0.0.1').setNoDelay().setEncoding('latin1');
    sockets.push(this.socket);
    this.socket
      .on('error', () => {})
      .on('data', (piece: string) => {
        this.text += piece;
      });
    const begin = body.slice(0, -1);
    const isChunked = framing === 'chunked';
    const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
    this.socket.write(`POST ${prefix}/large HTTP/1.1\r\nHost: x\r\n${length}\r\n\r\n`);
    this.socket.write(isChunked ? `${begin.length.toString(16)}\r\n${begin}\r\n` : begin);
    this.#end = isChunked ? '1\r\n"\r\n0\r\n\r\n' : '"';
  }

  get status(): number | undefined {
    return statusesOf(this.text)[0];
  }

  finish(): void {
    this.socket.write(this.#end);
  }
}

describe.each(['announced', 'chunked'] as const)('a large body, %s,', (framing) => {
  test('is refused with 503 while another one takes the budget, until that one is answered', async () => {
    const go = Promise.withResolvers<void>();
    let handled = 0;
    const handle = async () => {
      handled += 1;
      await go.promise;
      return { status: 200, body: 'stored' };
    };
    const large = route('POST', `${prefix}/large`, handle, { body: z.json(), bodyLimitBytes: 4000 * kilobyte });
    const largeBodies = new LargeBodies(limits);
    await using service = await serveSample([large], { largeBodies });
    const first = new Upload(service.port, framing);
    await eventually(() => largeBodies.bytes >= body.length - 1);
    const other = new Upload(service.port, framing);
    await eventually(() => other.status !== undefined);
    expect(other.text).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nRetry-After: 5\r\n[\s\S]*"errorCode":"UNAVAILABLE"/);
    first.finish();
    await eventually(() => handled === 1);
    const meanwhile = new Upload(service.port, framing);
    await eventually(() => meanwhile.status === 503);
    go.resolve();
    await eventually(() => first.status === 200 && largeBodies.bytes === 0);
    const next = new Upload(service.port, framing);
    next.finish();
    await eventually(() => next.status === 200);
    expect(handled).toBe(2);
  });

  test('leaves its place when its client goes away', async () => {
    const large = route('POST', `${prefix}/large`, async () => ({ status: 200, body: 'stored' }), {
      body: z.json(),
      bodyLimitBytes: 4000 * kilobyte,
    });
    const largeBodies = new LargeBodies(limits);
    await using service = await serveSample([large], { largeBodies });
    const gone = new Upload(service.port, framing);
    await eventually(() => largeBodies.bytes >= body.length - 1);
    gone.socket.resetAndDestroy();
    await eventually(() => largeBodies.bytes === 0);
    const next = new Upload(service.port, framing);
    next.finish();
    await eventually(() => next.status === 200);
  });
});

describe('the budget of large bodies', () => {
  const mb = 1024 * kilobyte;

  test('bounds each organization and all together, and takes one body of any size', () => {
    const bodies = new LargeBodies({ processBytes: 10 * mb, organizationBytes: 6 * mb });
    const detailOf = (organization: number, bytes: number) => bodies.enter(organization).grow(bytes)?.detail ?? 'fits';
    const whole = bodies.enter(1);
    expect(whole.grow(20 * mb)).toBeNull();
    expect(detailOf(1, mb)).toContain('of the organization');
    expect(detailOf(2, mb)).toContain('at this node');
    expect(detailOf(2, 128 * kilobyte)).toBe('fits');
    whole.leave();
    expect([bodies.bytes, detailOf(1, 5 * mb), detailOf(1, 2 * mb), detailOf(2, 4 * mb)]).toEqual([
      0,
      'fits',
      expect.stringContaining('of the organization'),
      'fits',
    ]);
    expect([bodies.bytes, detailOf(3, 2 * mb)]).toEqual([9 * mb, expect.stringContaining('at this node')]);
  });

  test('counts a body that grows once, and nothing of what was refused', () => {
    const bodies = new LargeBodies({ processBytes: 10 * mb, organizationBytes: 6 * mb });
    const [one, other] = [bodies.enter(1), bodies.enter(1)];
    for (const bytes of [kilobyte, mb, 2 * mb, 4 * mb]) expect(one.grow(bytes)).toBeNull();
    expect(other.grow(mb)).toBeNull();
    expect(other.grow(3 * mb)?.code).toBe('UNAVAILABLE');
    expect(bodies.bytes).toBe(5 * mb);
    for (const each of [one, other, one]) each.leave();
    expect(bodies.bytes).toBe(0);
  });
});
