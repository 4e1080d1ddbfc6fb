/** What is left of sessions that made room for new ones: nothing, in memory, in an image and after a replay. */
import { decide } from '#domain/decide.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import type { Policy } from '#domain/policy.ts';
import { EventDriver, organizationId, outcomeOf, selectionOf } from '../support/event-driver.ts';

const emptySessionsMax = 3;
const bounded = (more: Partial<Policy> = {}) => new EventDriver({ policy: { emptySessionsMax, ...more } });

describe('sessions that made room', () => {
  test('leave no entry: thousands of creates keep as many sessions and keys as there may be empty ones', () => {
    const driver = bounded();
    driver.lock(driver.create(), [101]);
    for (let nth = 0; nth < 3_000; nth++) driver.create();
    const { state } = driver;
    expect([state.sessions.size, state.keys.creates.size, state.emptySessions.size]).toEqual([4, 4, 3]);
    const { keys, sessions } = driver.image();
    expect([keys.flatMap(({ keyHashes }) => keyHashes).length, sessions.length]).toEqual([4, 4]);
    const restored = stateOf(structuredClone(driver.image()), state.seatMap);
    expect([...restored.keys.creates.values()]).toEqual([...state.keys.creates.values()]);
    expect(imageOf(restored).head).toEqual(driver.image().head);
    const replayed = new EventDriver({ prices: [] });
    for (const record of driver.records.slice(1)) replayed.replayRecord(record);
    expect(imageOf(replayed.state)).toEqual(driver.image());
  });

  test('leave neither keyed answers nor keys of calls', () => {
    const driver = bounded();
    const first = driver.create();
    const key = { keyHash: 'key', bodyHash: 'body' };
    driver.ask({ kind: 'unlock-session', sessionId: first, selection: selectionOf([]), key });
    expect([driver.state.keys.sessionAnswers.size, driver.state.keys.ofSessions.size]).toEqual([1, 1]);
    for (let nth = 0; nth < emptySessionsMax; nth++) driver.create();
    expect([driver.state.keys.sessionAnswers.size, driver.state.keys.ofSessions.size]).toEqual([0, 0]);
    expect([driver.state.liveSessions.ACTIVE, driver.state.sessions.has(first)]).toEqual([emptySessionsMax, false]);
  });

  test('are to be deleted by the projection, and never written by the same step', () => {
    const driver = bounded();
    const first = driver.create();
    const { ordinal } = driver.session(first);
    for (let nth = 0; nth < emptySessionsMax; nth++) driver.create();
    const { sessions, sessionsGone } = driver.state.takeChanges();
    expect([[...sessionsGone], sessions.has(ordinal), sessions.size]).toEqual([[ordinal], false, emptySessionsMax]);
  });

  test('free the key of their create', () => {
    const driver = bounded();
    const first = driver.create();
    for (let nth = 0; nth < emptySessionsMax; nth++) driver.create();
    const again = driver.ask({ kind: 'create-session', sessionId: 'again', keyHash: `key of ${first}` });
    expect(again).toMatchObject({ ok: true, reply: { isNew: true, session: { id: 'again' } } });
  });

  test('are shown to their buyers as cancelled, and to nobody else', () => {
    const driver = bounded();
    const { state, now, policy } = driver;
    const ask = (command: Parameters<typeof decide>[1]) => decide(state, command, now, policy, true);
    const [sessionId, selection] = ['removed', selectionOf([101])];
    const gone = { kind: 'show-recorded', session: { id: sessionId, state: 'CANCELLED', seats: [], areas: [] } };
    expect(ask({ kind: 'get-session', sessionId })).toMatchObject({ ok: true, plan: gone, facts: [] });
    expect(ask({ kind: 'cancel-session', sessionId, body: { startOver: false } })).toMatchObject({ plan: gone });
    for (const kind of ['lock-session', 'unlock-session', 'checkout-session'] as const)
      expect(ask({ kind, sessionId, selection })).toMatchObject({
        refusal: { code: 'SESSION_DEAD', state: 'CANCELLED' },
      });
    expect(ask({ kind: 'read-session', sessionId, organizationId })).toMatchObject({
      refusal: { code: 'ENTITY_NOT_FOUND' },
    });
    expect(outcomeOf(driver.lock(sessionId, [101]))).toBe('ENTITY_NOT_FOUND');
    expect(driver.records.at(-1)?.facts.at(-1)?.type).not.toBe('session-answered');
  });
});
