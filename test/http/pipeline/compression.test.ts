/** Entity tags and compression of large answers. */
import { get, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { chooseCoding } from '#http/pipeline/compression.ts';
import { tagHeaders, unchanged } from '#http/pipeline/entity-tag.ts';
import { sampleRoute as route, samplePrefix } from '../../support/sample-route.ts';
import { serveSample } from '../../support/sample-service.ts';

describe('the chosen content coding', () => {
  test.each([
    [undefined, null],
    ['', null],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['gzip;q=0, identity', null],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['identity, gzip;q=0.5', null],
    ['GZIP ; q=1', 'gzip'],
    ['gzip;q=x', null],
    ['deflate, compress', null],
  ])('for %j is %j', (accepted, coding) => expect(chooseCoding(accepted)).toBe(coding));
});

describe('the condition If-None-Match', () => {
  test.each([
    [undefined, false],
    ['"1-7"', true],
    ['W/"1-7"', true],
    ['"1-6", "1-7-gzip"', true],
    ['"1-7-br"', true],
    ['*', true],
    ['"1-6"', false],
    ['"1-70"', false],
    ['1-7', false],
    ['', false],
  ])('of %j holds: %j', (condition, holds) => expect(unchanged(condition, '"1-7"') !== null).toBe(holds));
});

describe('a large answer', () => {
  const long = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, name: `Größe ${id}` })));
  const pieces = async function* (text: string) {
    for (let from = 0; from < text.length; from += 50_000) yield text.slice(from, from + 50_000);
  };
  const serve = () =>
    serveSample([
      route('GET', `${samplePrefix}/long`, async () => ({
        status: 200,
        headers: tagHeaders('"1-7"'),
        content: pieces(long),
      })),
      route('GET', `${samplePrefix}/short`, async () => ({ status: 200, content: pieces('[1]') })),
    ]);
  const ask = (url: string, method: string, coding?: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = coding === undefined ? {} : { 'accept-encoding': coding };
      const call = method === 'GET' ? get(url, { headers }, resolve) : request(url, { method, headers }, resolve).end();
      call.on('error', reject);
    });

  test.each([
    [undefined, undefined, '"1-7"', (bytes: Buffer) => bytes],
    ['gzip', 'gzip', '"1-7-gzip"', gunzipSync],
    ['br, gzip', 'br', '"1-7-br"', brotliDecompressSync],
  ])(
    'requested with Accept-Encoding %j is coded so, and HEAD has the same headers',
    async (accepted, coding, etag, decode) => {
      await using service = await serve();
      const url = `${service.url}${samplePrefix}/long`;
      const answer = await ask(url, 'GET', accepted);
      const bytes = await buffer(answer);
      expect(decode(bytes).toString()).toBe(long);
      expect(answer.headers).toMatchObject({ etag, vary: 'Accept-Encoding', 'cache-control': 'private, no-cache' });
      expect(answer.headers['content-encoding']).toBe(coding);
      if (coding !== undefined) expect(bytes.length).toBeLessThan(long.length / 4);
      const head = await ask(url, 'HEAD', accepted);
      expect((await buffer(head)).length).toBe(0);
      for (const name of ['etag', 'vary', 'content-encoding', 'content-type', 'cache-control']) {
        expect([name, head.headers[name]]).toEqual([name, answer.headers[name]]);
      }
    },
  );

  test('is sent uncompressed if it is small', async () => {
    await using service = await serve();
    const answer = await ask(`${service.url}${samplePrefix}/short`, 'GET', 'br');
    expect((await buffer(answer)).toString()).toBe('[1]');
    expect(answer.headers).toMatchObject({ 'content-length': '3', vary: 'Accept-Encoding' });
    expect(answer.headers).not.toHaveProperty('content-encoding');
  });
});
