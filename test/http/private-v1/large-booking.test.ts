/** A legacy body that is parsed in a thread is answered as a small one is. */
import { inlineBytesMax } from '#codec/bodies/bulk-bodies.ts';
import { service, show, useHall } from '../../support/hall.ts';
import { areaLine, failedLine, legacyCalls, seatLine } from '../../support/legacy-calls.ts';
import { outcomeOf, type SessionCalls, sessionCalls } from '../../support/session-calls.ts';

let calls: ReturnType<typeof legacyCalls>;
let sessions: SessionCalls;
/** Makes a body too large for the event loop without a change of what it says. */
const padding = ' '.repeat(inlineBytesMax);

useHall({ once: true });

beforeAll(async () => {
  calls = legacyCalls(service, show);
  sessions = sessionCalls(service, show);
});

const unknown = seatLine('Stalls;;Z;;1');

test('a booking answers its failed lines, and a small body with the same key gets the recorded answer', async () => {
  const lines = [seatLine('Stalls;;A;;1'), unknown, areaLine('Floor', 2), areaLine('Floor', null)];
  const body = JSON.stringify(lines);
  for (const sent of [body + padding, body, body + padding]) {
    const answer = await calls.book('lock', sent, 'large');
    expect([answer.status, answer.body]).toEqual([200, [failedLine(unknown), areaLine('Floor', null)]]);
  }
  // An absent capacity and null mean the same, but the text that was sent differs.
  const other = JSON.stringify(lines.map(({ compositeKey, capacity = null }) => ({ compositeKey, capacity })));
  for (const sent of [other, other + padding]) {
    expect(outcomeOf(await calls.book('lock', sent, 'large'))).toBe('422 IDEMPOTENCY_KEY_REUSED');
  }
  const { seatsOnEvent, groupsOnEvent } = await sessions.assignments();
  expect(seatsOnEvent.slice(0, 2).map((one: { state: string }) => one.state)).toEqual(['LOCKED', 'ACTIVE']);
  expect(groupsOnEvent[0]).toMatchObject({ locked: 2 });
  expect(outcomeOf(await calls.book('unlock', body + padding))).toBe('200');
});

test('prices are removed, and the lines that failed are answered', async () => {
  const last = 'Stalls;;B;;1';
  const answer = await calls.clear(JSON.stringify([seatLine(last), unknown, areaLine('Gallery', null)]) + padding);
  expect([answer.status, answer.body]).toEqual([200, [failedLine(unknown)]]);
  const { seatsOnEvent, groupsOnEvent } = await sessions.assignments();
  const cleared = seatsOnEvent.filter((one: { priceId: number | null }) => one.priceId === null);
  expect(cleared.map((one: { key: string }) => one.key)).toEqual([last]);
  expect(groupsOnEvent[1]).toMatchObject({ priceId: null });
});

describe.each(['lock', 'clear'] as const)('a body of %s', (call) => {
  const send = (body: string) => (call === 'lock' ? calls.book('lock', body) : calls.clear(body));

  test.each([
    ['[{"compositeKey":"a"},{"compositeKey":5}]'],
    ['[{"compositeKey":"a","capacity":-1},{"compositeKey":"b","capacity":1.5},{}]'],
    ['[{"compositeKey":"a"}'],
    ['[null,7]'],
    [`[${'['.repeat(101)}${']'.repeat(101)}]`],
    ['{}'],
    ['null'],
  ])('%s is refused in the same words', async (body) => {
    const [small, large] = [await send(body), await send(body + padding)];
    expect(small.status).toBe(400);
    const ofThisCall = { requestId: expect.anything(), timestamp: expect.anything() };
    expect(large).toMatchObject({ status: 400, body: { ...small.body, ...ofThisCall } });
    expect(large.body.errors).toEqual(small.body.errors);
  });
});

test('4 MB of wrong entries are refused', async () => {
  const body = `[${'true,'.repeat(800_000)}true]`;
  expect(outcomeOf(await calls.book('lock', body))).toBe('400 VALIDATION_FAILED');
});
