/** The response head that is written without Node's HTTP is the same as Node's, byte for byte. */
import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import fc from 'fast-check';
import { answerHead, CommonHeaders, keepAliveSeconds } from '#http/server/answer-head.ts';

/** The head that Node sends, on a server with our `keepAliveTimeout`. */
function headByNode(status: number, headers: readonly string[], isLast: boolean): string {
  const request = Object.assign(new IncomingMessage(new Socket()), {
    method: 'POST',
    httpVersionMajor: 1,
    httpVersionMinor: 1,
  });
  const response = new ServerResponse(request);
  Object.assign(response, { shouldKeepAlive: !isLast, _keepAliveTimeout: keepAliveSeconds * 1000 });
  response.writeHead(status, STATUS_CODES[status], headers as string[]);
  return String((response as ServerResponse & { _header: string | null })._header);
}

const dateLine = /(?<=\r\nDate: )[^\r]+/;

const statuses = [200, 201, 400, 404, 409, 500, 503];
const bodiless = [204, 304];
const header = fc.tuple(fc.stringMatching(/^X-[A-Za-z0-9-]{1,12}$/), fc.stringMatching(/^[\x20-\x7e]{0,30}$/));
/** Statuses, with headers for the framing of the body that they may have. */
const framed = fc.oneof(
  fc.tuple(fc.constantFrom(...statuses, ...bodiless), fc.constant(['Content-Length', '7'])),
  fc.tuple(fc.constantFrom(...statuses), fc.constant(['Transfer-Encoding', 'chunked'])),
);

describe('the head of a direct response', () => {
  test('is the same as Node’s for any status and headers', () => {
    fc.assert(
      fc.property(framed, fc.array(header), fc.boolean(), ([status, framing], own, isLast) => {
        const headers = [...own.flat(), 'Content-Type', 'application/json', ...framing];
        const [ours, theirs] = [answerHead, headByNode].map((head) => head(status, headers, isLast));
        expect(ours!.replace(dateLine, 'now')).toBe(theirs!.replace(dateLine, 'now'));
      }),
    );
  });

  test('is the same when it begins with headers that many answers share', () => {
    const [shared, own] = [
      ['X-Shared', 'a'],
      ['X-Own', 'b', 'Content-Length', '7'],
    ];
    const common = new CommonHeaders(shared!);
    for (const status of [200, 503, 200]) {
      for (const isLast of [false, true]) {
        const ours = answerHead(status, own!, isLast, common);
        const theirs = headByNode(status, [...shared!, ...own!], isLast);
        expect(ours.replace(dateLine, 'now')).toBe(theirs.replace(dateLine, 'now'));
      }
    }
  });

  test('has a Date header that changes each second', () => {
    const clock = jest.spyOn(Date, 'now');
    const dates = [1_800_000_000_000, 1_800_000_000_999, 1_800_000_001_000].map((now) => {
      clock.mockReturnValue(now);
      return dateLine.exec(answerHead(200, ['Content-Length', '7'], false))?.[0];
    });
    clock.mockRestore();
    const [first, next] = ['Fri, 15 Jan 2027 08:00:00 GMT', 'Fri, 15 Jan 2027 08:00:01 GMT'];
    expect(dates).toEqual([first, first, next]);
  });
});
