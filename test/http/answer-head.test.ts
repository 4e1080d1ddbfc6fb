/** Claims about the head of a usual answer: that it is Node's own, byte for byte, and that whatever is unusual is Node's. */
import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { keepAliveSeconds, writeTrustedHead } from '#http/answer-head.ts';
import { samplePrefix as prefix, sampleRoute as route } from '../support/sample-route.ts';
import { sendRaw, serveSample } from '../support/sample-service.ts';

interface Circumstances {
  readonly method?: string;
  readonly isLast?: boolean;
  readonly preset?: boolean;
}

function responseTo({ method = 'POST', isLast = false, preset = false }: Circumstances): ServerResponse {
  const request = Object.assign(new IncomingMessage(new Socket()), {
    method,
    httpVersionMajor: 1,
    httpVersionMinor: 1,
  });
  const response = new ServerResponse(request);
  // As a server does with its `keepAliveTimeout`.
  Object.assign(response, { shouldKeepAlive: !isLast, _keepAliveTimeout: keepAliveSeconds * 1000 });
  if (preset) response.setHeader('X-Preset', 'yes');
  return response;
}

function headOf(response: ServerResponse): string {
  return String((response as ServerResponse & { _header: string | null })._header);
}

const dateLine = /(?<=\r\nDate: )[^\r]+/;

const circumstances: readonly Circumstances[] = [
  {},
  { method: 'GET' },
  { method: 'HEAD' },
  { isLast: true },
  { preset: true },
];
const statuses = [200, 201, 400, 404, 409, 500, 503];
const header = fc.tuple(fc.stringMatching(/^X-[A-Za-z0-9-]{1,12}$/), fc.stringMatching(/^[\x20-\x7e]{0,30}$/));

describe('the head of an answer', () => {
  test('is what Node writes, whatever the status, the headers and the request', () => {
    const inputs = [fc.constantFrom(...statuses), fc.array(header), fc.constantFrom(...circumstances)] as const;
    fc.assert(
      fc.property(...inputs, (status, own, circumstance) => {
        const headers = [...own.flat(), 'Content-Type', 'application/json', 'Content-Length', '7'];
        const theirs = responseTo(circumstance);
        theirs.writeHead(status, STATUS_CODES[status], headers);
        const ours = responseTo(circumstance);
        writeTrustedHead(ours, status, headers);
        expect(headOf(ours).replace(dateLine, 'now')).toBe(headOf(theirs).replace(dateLine, 'now'));
        expect(ours.statusCode).toBe(status);
        expect(ours.headersSent).toBe(true);
      }),
    );
  });

  test('has the date of its second, and in the next second the next', () => {
    const clock = jest.spyOn(Date, 'now');
    const dates = [1_800_000_000_000, 1_800_000_000_999, 1_800_000_001_000].map((now) => {
      clock.mockReturnValue(now);
      const response = responseTo({});
      writeTrustedHead(response, 200, ['Content-Length', '7']);
      return dateLine.exec(headOf(response))?.[0];
    });
    clock.mockRestore();
    const [first, next] = ['Fri, 15 Jan 2027 08:00:00 GMT', 'Fri, 15 Jan 2027 08:00:01 GMT'];
    expect(dates).toEqual([first, first, next]);
  });

  test('goes before its body, and the connection takes the next request', async () => {
    await using service = await serveSample([route('POST', `${prefix}/a`, async () => ({ status: 200, body: 'ja' }))]);
    const ask = (last: string) => `POST ${prefix}/a HTTP/1.1\r\nHost: x\r\n${last}Content-Length: 0\r\n\r\n`;
    const received = await sendRaw(service.port, ask('') + ask('Connection: close\r\n'));
    const [first, second] = received.split('"ja"');
    expect(first).toMatch(
      /^HTTP\/1\.1 200 OK\r\n.*Content-Length: 4\r\n.*Connection: keep-alive\r\nKeep-Alive: timeout=65\r\n\r\n$/s,
    );
    expect(second).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Content-Length: 4\r\n.*Connection: close\r\n\r\n$/s);
  });
});
