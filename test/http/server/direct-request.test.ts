/**
 * Requests that are read without Node's HTTP: for any bytes in any packets, the answers are the same as those of a
 * server that uses Node's HTTP only.
 */
import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import fc from 'fast-check';
import { DirectRequest } from '#http/server/direct-request.ts';
import { EchoServer, sendPackets, sendStreams } from '../../support/echo-server.ts';
import { type RequestStream, requestStream } from '../../support/request-streams.ts';

/** The number of random streams; a longer run begins with the streams of a shorter one. */
const mutatedStreams = Number(process.env.MUTATED_STREAMS ?? 2_000);
const streamsAtOnce = 100;
const seed = 20270503;
/** HTTP allows it before a request. The direct reader leaves a connection that begins with it to Node permanently. */
const emptyLine = '\r\n';

const lastRequest = 'GET /api/last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

/** The last answer, to bytes that are not a valid request. */
const refusal = /HTTP\/1\.1 4\d\d [^{]*(?:\{"type"[^{}]*\})?$/;
/** Node ends a connection without a second answer when the body of a request that it has answered is invalid. */
const invalidBodyAfterAnswer =
  'POST /api/a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nExpect: other\r\n\r\n{}';
const expectationWithoutHost = 'POST /api/a HTTP/1.1\r\nExpect: other\r\nContent-Length: 2\r\n\r\n{}';
const upgradeWithBody =
  'GET /api/a HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: other\r\nContent-Length: 2\r\n\r\n{}';
/** Left to Node because of its version. */
const upgradeWithoutConnection =
  'POST /api/a HTTP/2.0\r\nHost: x\r\nConnection: keep-alive\r\nUpgrade: other\r\nContent-Length: 2\r\n\r\n{}';
const answered = /\{"method":.*?"body":"\w*"\}/g;

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'get', 'BREW'];
const targets = [
  '/api/a',
  '/api/a/?x=1%20y',
  '/api/"{}"',
  '/api/\xe4',
  '/other',
  '/api/a#b',
  'http://x/api/a',
  '/api/a b',
  '*',
];
const versions = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'http/1.1'];
const usualLines = [
  'Content-Type: application/json',
  'X-A: 1',
  'Accept: */*',
  'x-b:2',
  'Connection: keep-alive',
  'Cookie: a=1',
];
const unusualLines = [
  ...[
    'X-A: 2',
    'Cookie: b=2',
    'Set-Cookie: c=3',
    'X-Padded: a\xa0',
    'X-Lf: a\nX-Lg: b',
    'X-Empty:',
    'X-Space: \t v \t',
    'Bad Name: 1',
    'X-Folded: a\r\n b',
    ': none',
    'X_Under: 1',
  ],
  ...[
    'X-Control: a\x01b',
    'X-High: \xe4',
    'X-Cr: a\rb',
    'X-Lf: a\nb',
    'Connection: close',
    'Connection: Keep-Alive, X-A',
  ],
  ...['Connection: upgrade', 'Upgrade: other', 'Expect: 100-continue', 'Expect: other', 'Transfer-Encoding: chunked'],
  ...[
    'Content-Length: 2',
    'Content-Length: 02',
    'Content-Length: +2',
    'Content-Length: 2, 2',
    'Host: y',
    '__proto__: 1',
  ],
  ...['constructor: 1', 'Content-Length : 2', 'Keep-Alive: 5', 'Trailer: X-A', 'HTTP2-Settings: AAM'],
];

/** A complete request, mostly a usual one. */
const request = fc
  .record({
    method: fc.oneof({ weight: 3, arbitrary: fc.constant('POST') }, fc.constantFrom(...methods)),
    target: fc.oneof({ weight: 3, arbitrary: fc.constant('/api/a') }, fc.constantFrom(...targets)),
    version: fc.constantFrom(...versions),
    host: fc.oneof({ weight: 9, arbitrary: fc.constant(['Host: x']) }, fc.constant([])),
    lines: fc.uniqueArray(fc.constantFrom(...usualLines)),
    unusual: fc.oneof(
      { weight: 2, arbitrary: fc.constant<string[]>([]) },
      fc.array(fc.constantFrom(...unusualLines), { maxLength: 2 }),
    ),
    body: fc.constantFrom('{}', '2\r\n{}\r\n0\r\n\r\n', '\xe4\x00'),
    isEmpty: fc.boolean(),
    lineEnd: fc.constantFrom('\r\n', '\r\n', '\r\n', '\r\n', '\n'),
  })
  .map(({ method, target, version, host, lines, unusual, body, isEmpty, lineEnd }) => {
    const framing = unusual.some((line: string) => line.startsWith('Transfer') || line.startsWith('Content-Length'));
    const sent = isEmpty && !framing ? '' : body;
    const length = framing || sent === '' ? [] : [`Content-Length: ${sent.length}`];
    const head = [`${method} ${target} ${version}`, ...host, ...lines, ...unusual, ...length].join(lineEnd);
    return `${head}${lineEnd}${lineEnd}${sent}`;
  });

test('a body can be read once, as from Node’s stream, so that a call that waits keeps none in memory', () => {
  const request = new DirectRequest('POST', '/api/a', {}, Buffer.from('{}'), new Socket());
  expect([request.readableLength, String(request.read())]).toEqual([2, '{}']);
  expect([request.readableLength, request.read()]).toEqual([0, null]);
});

describe('a connection that is read directly', () => {
  let direct: EchoServer;
  let nodes: EchoServer;
  /** Like `direct`, for connections that begin with an empty line and so are left to Node. */
  let left: EchoServer;

  beforeAll(async () => {
    const limits = { headersTimeoutMs: 10_000 };
    [direct, nodes, left] = await Promise.all([
      EchoServer.open(limits),
      EchoServer.open(null),
      EchoServer.open(limits),
    ]);
  });

  afterAll(async () => {
    await Promise.all([direct, nodes, left].map((echo) => echo[Symbol.asyncDispose]()));
  });

  /**
   * Sends both servers the same packets and expects the same answers, with which it resolves. Differences are allowed
   * when Node's last answer is a refusal: Node answers an invalid request before earlier requests in progress, and does
   * not refuse what follows the answer to an `Expect`; the direct reader answers all of these.
   */
  const both = async (packets: readonly string[]): Promise<string> => {
    nodes.answers.length = 0;
    const [ours, theirs] = await Promise.all([sendPackets(direct, packets), sendPackets(nodes, packets)]);
    if (refusal.test(theirs) && ours !== theirs) {
      // The answer to a HEAD has no body to compare.
      const bodies = nodes.answers.filter((text) => JSON.parse(text).method !== 'HEAD');
      expect(ours.match(answered) ?? []).toEqual(bodies.map((text) => Buffer.from(text).toString('latin1')));
      expect(ours).toMatch(/\r\nConnection: close\r\n/);
    } else expect(ours).toBe(theirs);
    return ours;
  };

  test('answers every usual, unusual or invalid request as Node does', async () => {
    direct.readers.length = 0;
    await fc.assert(
      fc.asyncProperty(request, async (first) => {
        await both([first, lastRequest]);
      }),
      {
        numRuns: 400,
        examples: [invalidBodyAfterAnswer, expectationWithoutHost, upgradeWithBody, upgradeWithoutConnection].map(
          (text) => [text],
        ),
      },
    );
    const isDirect = direct.readers.filter((reader) => reader === 'direct').length;
    expect(isDirect).toBeGreaterThan(50);
    expect(direct.readers.length - isDirect).toBeGreaterThan(50);
  });

  test(`treats ${mutatedStreams} mutated streams as a connection does that leaves all of them to Node`, async () => {
    direct.readers.length = 0;
    const compared = async (streams: readonly RequestStream[]): Promise<string> => {
      const [ours, theirs] = await Promise.all([
        sendStreams(direct, streams),
        sendStreams(
          left,
          streams.map((packets) => [emptyLine, ...packets]),
        ),
      ]);
      for (const [place, packets] of streams.entries()) {
        expect({ packets, ...ours[place] }).toEqual({ packets, ...theirs[place] });
      }
      return ours.map(({ answers }) => answers).join('');
    };
    const counts = { done: 0, wrong: 0 };
    const streams = fc.sample(requestStream, { numRuns: mutatedStreams, seed });
    for (let at = 0; at < streams.length; at += streamsAtOnce) {
      const answers = await compared(streams.slice(at, at + streamsAtOnce));
      counts.done += answers.match(/HTTP\/1\.1 200 /g)?.length ?? 0;
      counts.wrong += answers.match(/HTTP\/1\.1 400 /g)?.length ?? 0;
    }
    const readDirectly = direct.readers.filter((reader) => reader === 'direct').length;
    for (const count of [counts.done, counts.wrong, readDirectly]) expect(count).toBeGreaterThan(mutatedStreams / 4);
    expect(left.readers).not.toContain('direct');
  });

  test.each(unusualLines)('answers a request with the line %j as Node does', async (line) => {
    for (const body of ['{}', '2\r\n{}\r\n0\r\n\r\n']) {
      for (const length of [`Content-Length: ${body.length}\r\n`, '']) {
        const head = ['POST /api/a HTTP/1.1', 'Host: x', 'X-A: 1', 'Cookie: a=1', line].join('\r\n');
        await both([`${head}\r\n${length}\r\n${body}`, lastRequest]);
      }
    }
  });

  test('reads usual requests directly, after any other usual request', async () => {
    direct.readers.length = 0;
    const socket = connect(direct.port, '127.0.0.1');
    for (const [body, before, after] of [
      ['{}', 'a', 'a'],
      ['[1]', 'a', 'a'],
      ['[2]', 'a', 'a'],
      ['[2]', 'b', 'a'],
      ['[2]', 'b', 'b'],
      ['[2,3,4,5,6]', 'b', 'b'],
      ['', 'b', 'b'],
      // So many others in a row that lines are no longer kept.
      ...Array.from({ length: 9 }, (_, place) => ['{}', `c${place}`, 'b'] as const),
      ['{}', 'c8', 'b'],
    ] as const) {
      const lines = `Host: x\r\nX-Before: ${before}\r\nContent-Length: ${body.length}\r\nX-After: ${after}`;
      socket.write(`POST /api/${body.length} HTTP/1.1\r\n${lines}\r\n\r\n${body}`);
      const [answer] = await once(socket, 'data');
      expect(String(answer)).toContain(`"url":"/api/${body.length}"`);
      expect(String(answer)).toContain(`"body":"${Buffer.from(body).toString('hex')}"`);
      expect(String(answer)).toContain(`"content-length":"${body.length}"`);
      expect(String(answer)).toContain(`"x-before":"${before}"`);
      expect(String(answer)).toContain(`"x-after":"${after}"`);
    }
    socket.destroy();
    expect(direct.readers).toEqual(Array(17).fill('direct'));
  });

  test('answers pipelined requests in order, for any boundaries of packets', async () => {
    const bodies = fc.array(fc.constantFrom('', '{}', '[1,2,3]', 'x'.repeat(300)), { minLength: 1, maxLength: 4 });
    const asked = (body: string, place: number) =>
      `POST /api/${place} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(bodies, cuts, async (sent, places) => {
        const bytes = sent.map(asked).join('') + lastRequest;
        const ends = [...places.map((share) => Math.floor(share * bytes.length)), bytes.length].toSorted(
          (a, b) => a - b,
        );
        const packets = ends.map((end, at) => bytes.slice(ends[at - 1] ?? 0, end)).filter((packet) => packet !== '');
        expect((await both(packets)).match(/"url":/g)).toHaveLength(sent.length + 1);
      }),
      { numRuns: 100 },
    );
  });
});
