/** Claims about the head of a usual answer: that it is Node's own, byte for byte, and that whatever is unusual is Node's. */
import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
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

/** What was written, without the value of the date, which must be this second's or the one before. */
function headOf(response: ServerResponse): string {
  const head = String((response as ServerResponse & { _header: string | null })._header);
  return head.replace(/(?<=\r\nDate: )[^\r]+/, (date) => {
    const lateMs = Date.now() - Date.parse(date);
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThan(2000);
    expect(new Date(date).toUTCString()).toBe(date);
    return 'now';
  });
}

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
        expect(headOf(ours)).toBe(headOf(theirs));
        expect(ours.statusCode).toBe(status);
        expect(ours.headersSent).toBe(true);
      }),
    );
  });

  test('goes out with the body in one piece, and the connection takes the next request', async () => {
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
