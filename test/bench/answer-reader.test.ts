/** The load generator reads answers, however their bytes are split, and never confuses one answer with another. */
import { type AnswerHead, AnswerReader } from '../../bench/load/answer-reader.ts';

const first = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4\r\nETag: "a:1"\r\n\r\ntrue';
const second = 'HTTP/1.1 503 Service Unavailable\r\ncontent-length:2\r\nretry-after: 7\r\n\r\n{}';

function read(...chunks: string[]): { head: AnswerHead; body: string }[] {
  const answers: { head: AnswerHead; body: string }[] = [];
  const reader = new AnswerReader((head, body) => answers.push({ head, body }));
  for (const chunk of chunks) reader.execute(Buffer.from(chunk, 'latin1'));
  return answers;
}

describe('an answer that the load generator reads', () => {
  test.each([
    ['in one piece', [first]],
    ['byte by byte', [...first]],
    ['cut within its head', [first.slice(0, 30), first.slice(30)]],
    ['cut within its body', [first.slice(0, -2), first.slice(-2)]],
  ])('has its status, headers and body %s', (_, chunks) => {
    const [answer, ...others] = read(...chunks);
    expect(others).toEqual([]);
    expect(answer).toMatchObject({ head: { status: 200 }, body: 'true' });
    expect(answer!.head.header('etag')).toBe('"a:1"');
    expect(answer!.head.header('retry-after')).toBeNull();
  });

  test('is separated from the answer that follows it in the same bytes', () => {
    const answers = read(first + second.slice(0, 20), second.slice(20));
    expect(answers.map(({ head, body }) => [head.status, body])).toEqual([
      [200, 'true'],
      [503, '{}'],
    ]);
    expect(answers[1]!.head.header('retry-after')).toBe('7');
  });

  test('has no body with status 304, whatever length it announces', () => {
    const unchanged = 'HTTP/1.1 304 Not Modified\r\nContent-Length: 999\r\n\r\n';
    expect(read(unchanged, first).map(({ head, body }) => [head.status, body])).toEqual([
      [304, ''],
      [200, 'true'],
    ]);
  });

  test('is refused without a content length', () => {
    expect(() => read('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')).toThrow('no content length');
  });

  test('that was cut off does not affect the next one on a new connection', () => {
    const statuses: number[] = [];
    const reader = new AnswerReader(({ status }) => statuses.push(status));
    reader.execute(Buffer.from(second.slice(0, -1)));
    reader.reset();
    reader.execute(Buffer.from(first));
    expect(statuses).toEqual([200]);
  });
});
