/**
 * Random streams of requests for one connection: usual calls, pipelined, mutated and split into packets anywhere. Some
 * mutations know HTTP (framing headers, line ends, folded lines, other versions), others change any byte.
 */
import fc from 'fast-check';

/** One stream: packets as latin1 text, one byte a character. */
export type RequestStream = readonly string[];

const usualHeaders = [
  'Content-Type: application/json',
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64)',
  'Accept: */*',
  'accept-encoding: gzip, br',
  'X-Request-Id: 7f3a',
  'Idempotency-Key: 5f0c7f0e-6a52-4d3e-9d5b-0a6c1f0e7a11',
  'Connection: keep-alive',
  'Cookie: a=1; b=2',
  'If-None-Match: "1-2"',
  'X-Api-Key:token',
];

const bodies = ['', '', '{}', '{"seats":[11,12],"groupOfSeats":[]}', 'x'.repeat(300)];
const targets = ['/api/a', '/api/session/7/lock', '/api/session/7?full=1', '/api/b/'];

/** Header lines that change the framing of a request or look like it, and lines that Node treats specially. */
const unusualLines: readonly string[] = [
  ...['Content-Length: 2', 'Content-Length: 02', 'Content-Length: +2', 'Content-Length: -2', 'Content-Length: 0x2'],
  ...['Content-Length: 2, 2', 'Content-Length: 2 2', 'Content-Length:', 'Content-Length: 2e0', 'Content-Length : 2'],
  ...['content-length: 0', 'Content-Length: 5', 'Content-Length: 18446744073709551618', 'Content-Length: 9999999999'],
  ...[
    'Content-Length:\t2\t',
    'Content_Length: 2',
    'Content-Length\t: 2',
    ' Content-Length: 2',
    'Content-Length: 2\x00',
  ],
  ...['Transfer-Encoding: chunked', 'Transfer-Encoding: identity', 'Transfer-Encoding: gzip, chunked'],
  ...['Transfer-Encoding: chunked, identity', 'Transfer-Encoding: xchunked', 'Transfer-Encoding : chunked'],
  ...[
    'Transfer-Encoding:\x0bchunked',
    'Transfer-Encoding: "chunked"',
    'transfer-encoding: CHUNKED',
    'Transfer-Encoding:',
  ],
  ...['X: y\rTransfer-Encoding: chunked', 'X: y\nContent-Length: 2', 'X: y\r\n Transfer-Encoding: chunked'],
  ...['Connection: close', 'Connection: Keep-Alive, X-A', 'Connection: KEEP-ALIVE', 'Connection: close, keep-alive'],
  ...['Connection: upgrade', 'Connection:', 'Upgrade: other', 'Connection: upgrade\r\nUpgrade: h2c', 'Keep-Alive: 5'],
  ...['Proxy-Connection: close', 'Proxy-Connection: keep-alive', 'Trailer: X-A', 'TE: trailers', 'HTTP2-Settings: AAM'],
  ...['Expect: 100-continue', 'Expect: other', 'Host: y', 'Host:', 'host: x', 'Host: x, y', 'Host: x\r\nHost: x'],
  ...['X-A: 1\r\nX-A: 2', 'Cookie: c=3', 'Set-Cookie: a', 'X-Empty:', 'X-Space: \t v \t', 'X-Folded: a\r\n b'],
  ...[
    'X-Folded: a\r\n\t b',
    'Bad Name: 1',
    ': none',
    'none',
    'X_Under: 1',
    '__proto__: 1',
    'constructor: 1',
    'toString: 1',
  ],
  ...['X-Control: a\x01b', 'X-Null: a\x00b', 'X-High: \xe4', 'X-Padded: a\xa0', 'X-Padded: \xa0a', 'X-Delete: a\x7fb'],
  ...['X-Cr: a\rb', 'X-Lf: a\nb', 'X-End: a\r', '\x00', '\xff: 1', `X-Long: ${'y'.repeat(9000)}`],
];

const headerLines = fc.uniqueArray(fc.constantFrom(...usualHeaders), { maxLength: 5 });

/** A request as clients usually send it. */
const requestWith = (lines: fc.Arbitrary<string[]>): fc.Arbitrary<string> =>
  fc
    .record({
      method: fc.constantFrom('POST', 'POST', 'GET', 'PUT', 'DELETE', 'OPTIONS'),
      target: fc.constantFrom(...targets),
      headers: lines,
      body: fc.constantFrom(...bodies),
      isLengthFirst: fc.boolean(),
    })
    .map(({ method, target, headers, body, isLengthFirst }) => {
      const length = body === '' ? [] : [`Content-Length: ${body.length}`];
      const all = isLengthFirst ? [...length, 'Host: x', ...headers] : ['Host: x', ...headers, ...length];
      return `${[`${method} ${target} HTTP/1.1`, ...all].join('\r\n')}\r\n\r\n${body}`;
    });

/** Changes a request at one place. */
type Mutation = (bytes: string) => string;

/** A position in a text, as a share of its length. */
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const oddBytes = [
  '\x00',
  '\t',
  '\n',
  '\r',
  ' ',
  ':',
  ',',
  ';',
  '/',
  '\x7f',
  '\x80',
  '\xff',
  '0',
  '9',
  'A',
  'z',
  '\r\n',
  '\r\n\r\n',
];

function at(bytes: string, share: number): number {
  return Math.floor(share * bytes.length);
}

/** Replaces one occurrence of a text; without any occurrence the bytes are unchanged. */
function replaceOne(bytes: string, sought: string, share: number, replacement: string): string {
  const pieces = bytes.split(sought);
  const chosen = Math.floor(share * (pieces.length - 1));
  if (pieces.length === 1) return bytes;
  return pieces.slice(0, chosen + 1).join(sought) + replacement + pieces.slice(chosen + 1).join(sought);
}

const blindMutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(place, fc.nat(7)).map(([share, bit]) => (bytes: string) => {
    const where = at(bytes, share);
    return bytes.slice(0, where) + String.fromCharCode(bytes.charCodeAt(where) ^ (1 << bit)) + bytes.slice(where + 1);
  }),
  fc.tuple(place, fc.constantFrom(...oddBytes)).map(([share, odd]) => (bytes: string) => {
    const where = at(bytes, share);
    return bytes.slice(0, where) + odd + bytes.slice(where + 1);
  }),
  fc.tuple(place, fc.constantFrom(...oddBytes)).map(([share, odd]) => (bytes: string) => {
    const where = at(bytes, share);
    return bytes.slice(0, where) + odd + bytes.slice(where);
  }),
  fc.tuple(place, fc.integer({ min: 1, max: 20 })).map(([share, count]) => (bytes: string) => {
    const where = at(bytes, share);
    return bytes.slice(0, where) + bytes.slice(where + count);
  }),
  fc.tuple(place, fc.integer({ min: 1, max: 60 })).map(([share, count]) => (bytes: string) => {
    const where = at(bytes, share);
    return bytes.slice(0, where + count) + bytes.slice(where);
  }),
);

const replacements: readonly (readonly [sought: string, replacements: readonly string[]])[] = [
  ['\r\n', ['\n', '\r', '\n\r', '\r\r\n', '\r\n\r\n', ' \r\n', '\r\n ', '\r\n\t', '', '\r\n\r']],
  [
    'HTTP/1.1',
    [
      'HTTP/1.0',
      'HTTP/2.0',
      'HTTP/0.9',
      'HTTP/1.2',
      'http/1.1',
      'HTTP/1.10',
      'HTTP/11',
      'HTTP/1.1 ',
      ' HTTP/1.1',
      'ICE/1.1',
    ],
  ],
  [
    ' /api/',
    [
      '  /api/',
      '\t/api/',
      ' http://x/api/',
      ' //api/',
      ' /API/',
      ' /%61pi/',
      ' * /api/',
      ' /other/',
      ' /api/\xe4',
      ' /api/#a',
      ' /api/"{}|',
      ' /api/\x7f',
    ],
  ],
  [
    'POST',
    [
      'post',
      'PATCH',
      'HEAD',
      'POSTT',
      'POS',
      ' POST',
      'P OST',
      '\r\nPOST',
      '\nPOST',
      'BREW',
      'CONNECT',
      'PRI',
      'QUERY',
      'M-SEARCH',
      'DESCRIBE',
    ],
  ],
  ['GET', ['Get', 'HEAD', '\r\n\r\nGET', 'TRACE']],
  [
    'Content-Length: ',
    [
      'content-length: ',
      'CONTENT-LENGTH:',
      'Content-Length: 0',
      'Content-Length: 1',
      'Content-Length: +',
      'Content-Length: ,',
      'Content-Length:\r\n ',
      'Transfer-Encoding: chunked\r\nContent-Length: ',
      'Content-Length: 3\r\nContent-Length: ',
    ],
  ],
  [
    'Host: x',
    ['', 'HOST: x', 'Host : x', 'Host: x\r\nHost: y', 'Host: x y', 'Host:x', ' Host: x', 'Hos t: x', 'Host: http://x/'],
  ],
  [': ', [':', ' : ', ' :', ':  ', ':\t', ': \x00', ':: ']],
];

const knowingMutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(place, fc.constantFrom('\n', '\r', '\n\r', '\r\r\n', '\r\n ', ' \r\n')).map(
    ([share, lineEnd]) =>
      (bytes: string) =>
        replaceOne(bytes, '\r\n', share, lineEnd),
  ),
  fc
    .constantFrom(...replacements)
    .chain(([sought, choices]) => fc.tuple(fc.constant(sought), place, fc.constantFrom(...choices)))
    .map(
      ([sought, share, replacement]) =>
        (bytes: string) =>
          replaceOne(bytes, sought, share, replacement),
    ),
  fc.tuple(place, fc.constantFrom(...unusualLines)).map(
    ([share, line]) =>
      (bytes: string) =>
        replaceOne(bytes, '\r\n', share, `\r\n${line}\r\n`),
  ),
  // A body in chunks, right or wrong.
  fc
    .tuple(
      place,
      fc.constantFrom(
        '2\r\n{}\r\n0\r\n\r\n',
        '2\n{}\n0\n\n',
        '2;a=b\r\n{}\r\n0\r\nX-A: 1\r\n\r\n',
        '0\r\n\r\n',
        'g\r\n',
        '-1\r\n',
      ),
    )
    .map(
      ([share, chunks]) =>
        (bytes: string) =>
          replaceOne(bytes, '\r\n\r\n', share, `\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`),
    ),
);

/** None for most requests and at most three for the others: an almost valid request gets furthest in a parser. */
const mutations = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Mutation[]>([]) },
  { weight: 2, arbitrary: fc.array(fc.oneof(knowingMutation, blindMutation), { minLength: 1, maxLength: 3 }) },
);

/** Where a stream is split: between its requests, at random places, nowhere. */
type Cutting = 'requests' | 'anywhere' | 'whole';

const requestsWith = (lines: fc.Arbitrary<string[]>) =>
  fc.array(fc.tuple(requestWith(lines), mutations), { minLength: 1, maxLength: 4 });

/**
 * Mutates each request separately, before they are joined to a stream. In every second stream the requests begin with the
 * same header lines, as those of one client do.
 */
export const requestStream: fc.Arbitrary<RequestStream> = fc
  .record({
    requests: fc.oneof(
      requestsWith(headerLines),
      headerLines.chain((lines) => requestsWith(fc.constant(lines))),
    ),
    cutting: fc.constantFrom<Cutting>('requests', 'requests', 'anywhere', 'whole'),
    cuts: fc.array(place, { minLength: 1, maxLength: 4 }),
  })
  .map(({ requests, cutting, cuts }) => {
    const mutated = requests.map(([request, changes]) => changes.reduce((bytes, change) => change(bytes), request));
    const bytes = mutated.join('');
    if (cutting === 'requests') return mutated.filter((packet) => packet !== '');
    const ends = cutting === 'whole' ? [bytes.length] : [...cuts.map((share) => at(bytes, share)), bytes.length];
    const sorted = ends.toSorted((a, b) => a - b);
    return sorted.map((end, index) => bytes.slice(sorted[index - 1] ?? 0, end)).filter((packet) => packet !== '');
  });
