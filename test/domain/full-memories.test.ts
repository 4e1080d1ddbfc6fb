/** Events that remember as many passes or keyed answers as they may: what is refused and what is forgotten. */
import type { Command } from '#domain/command.ts';
import { type AnswerBounds, KeyMemory } from '#domain/keys/key-memory.ts';
import { answerBytesMax, sessionAnswersMax } from '#domain/limits.ts';
import { SpentPasses } from '#domain/passes/spent-passes.ts';
import type { Answer } from '#domain/reply.ts';
import type { Selection } from '#domain/selection.ts';
import { EventDriver, outcomeOf, selectionOf } from '../support/event-driver.ts';
import { setAdmission } from '../support/queues.ts';

describe('an event that has recorded as many passes as it can', () => {
  const passesMax = 3;

  function full() {
    const driver = new EventDriver({ memories: { passes: new SpentPasses(passesMax) } });
    driver.ask(setAdmission({ mode: 'PASS' }));
    const enter = (pass: number, name = `p${pass}`): Answer =>
      driver.ask({
        kind: 'create-session',
        sessionId: name,
        keyHash: `key of ${name}`,
        pass: { kind: 'signed', hash: pass.toString(16).padStart(24, '0'), until: driver.now + 60_000 },
      });
    for (let pass = 0; pass < passesMax; pass++) expect(outcomeOf(enter(pass))).toBe('ACTIVE');
    return { driver, enter };
  }

  test('admits with no other pass, and records nothing', () => {
    const { driver, enter } = full();
    const records = driver.records.length;
    expect(outcomeOf(enter(passesMax))).toBe('PASSES_EXHAUSTED');
    expect([driver.records.length, driver.state.passes.size, driver.state.sessions.size]).toEqual([
      records,
      passesMax,
      passesMax,
    ]);
  });

  test('still knows its passes, and returns their sessions for their keys', () => {
    const { driver, enter } = full();
    expect(outcomeOf(enter(0, 'another'))).toBe('PASS_USED');
    driver.lock('p0', [101]);
    expect(enter(0)).toMatchObject({ ok: true, reply: { session: { id: 'p0', seats: [{ id: 101 }] } } });
  });

  test('does not need passes once it is open to all', () => {
    const { driver, enter } = full();
    driver.ask(setAdmission({ mode: 'OPEN' }));
    expect(outcomeOf(enter(passesMax))).toBe('ACTIVE');
  });
});

describe('keyed answers of public calls', () => {
  /** Lets a session have so many places under a key; whether that was a repetition. */
  const lockPlace = (driver: EventDriver, sessionId: string, name: string, places = 1): boolean => {
    const key = { keyHash: name, bodyHash: `${places} places` };
    const command: Command = { kind: 'lock-session', sessionId, selection: selectionOf([], [[9001, places]]), key };
    const answer = driver.ask(command);
    expect(outcomeOf(answer)).toBe('ACTIVE');
    return answer.isReplay === true;
  };
  const keptOf = ({ state }: EventDriver): number[] =>
    Array.from(state.keys.sessionAnswers.values(), ({ answers }) => answers.length);
  const hall = { areas: [200], policy: { maxSeats: 200 } };

  test('are the newest 32 of each session', () => {
    expect(sessionAnswersMax).toBe(32);
    const driver = new EventDriver(hall);
    const [one, other] = [driver.create(), driver.create()];
    lockPlace(driver, other, 'key 1');
    const lockNth = (nth: number): boolean => lockPlace(driver, one, `key ${nth}`, nth);
    const newest = sessionAnswersMax + 1;
    for (let nth = 1; nth <= newest; nth++) expect(lockNth(nth)).toBe(false);
    expect(keptOf(driver)).toEqual([1, sessionAnswersMax]);
    for (let nth = 2; nth <= newest; nth++) expect(lockNth(nth)).toBe(true);
    expect(driver.session(one).areas).toMatchObject([{ capacity: newest }]);
    expect(lockPlace(driver, other, 'key 1')).toBe(true);
    expect(lockNth(1)).toBe(true);
    expect(driver.session(one).areas).toMatchObject([{ capacity: newest }]);
  });

  test('of the session that was called longest ago are forgotten first, once all take too many bytes', () => {
    const keys = new KeyMemory({ answerBytesMax, sessionAnswerBytesMax: 1_500 });
    const driver = new EventDriver({ ...hall, memories: { keys } });
    const sessions = [driver.create(), driver.create(), driver.create()] as const;
    const [first, second, third] = sessions;
    // An answer with one line counts 360 bytes.
    lockPlace(driver, first, 'a');
    lockPlace(driver, second, 'a');
    lockPlace(driver, first, 'b');
    lockPlace(driver, third, 'a');
    expect(keptOf(driver)).toEqual([1, 2, 1]);
    lockPlace(driver, third, 'b');
    expect(keptOf(driver)).toEqual([2, 2]);
    for (const name of ['a', 'b']) expect(lockPlace(driver, first, name)).toBe(true);
    expect(driver.state.keys.answerOfSession(driver.session(second).ordinal, 'a')).toBeUndefined();
    expect(lockPlace(driver, second, 'a')).toBe(true);
  });

  test('of one session stay, however many bytes they take', () => {
    const keys = new KeyMemory({ answerBytesMax, sessionAnswerBytesMax: 1 });
    const driver = new EventDriver({ ...hall, memories: { keys } });
    const id = driver.create();
    for (const name of ['a', 'b', 'c']) lockPlace(driver, id, name);
    for (const name of ['a', 'b', 'c']) expect(lockPlace(driver, id, name)).toBe(true);
  });

  test('count the alternatives that a refusal names', () => {
    const keys = new KeyMemory({ answerBytesMax, sessionAnswerBytesMax: 800 });
    const driver = new EventDriver({
      rows: [40, 40, 40, 40],
      prices: ['50 EUR'],
      policy: { maxSeats: 40 },
      memories: { keys },
    });
    const seats = Array.from({ length: 20 }, (_, at) => 101 + at);
    driver.lock(driver.create(), [101]);
    const refused = (selection: Selection): string => {
      const key = { keyHash: 'key', bodyHash: 'body' };
      return outcomeOf(driver.ask({ kind: 'lock-session', sessionId: driver.create(), selection, key }));
    };
    for (let nth = 0; nth < 2; nth++) expect(refused(selectionOf(seats))).toBe('SEAT_CONFLICT');
    expect(keptOf(driver)).toEqual([1, 1]);
    // Three sets of twenty seats take 480 bytes more.
    expect(refused({ ...selectionOf(seats), suggest: true })).toBe('SEAT_CONFLICT');
    expect(keptOf(driver)).toEqual([1]);
  });
});

describe('keyed answers of the organization', () => {
  const bounded = (bounds: Partial<AnswerBounds>) =>
    new KeyMemory({ answerBytesMax: 1_000, sessionAnswerBytesMax: 1_000, ...bounds });
  const key = (name: string) => ({ keyHash: name, bodyHash: 'body' });

  test('are forgotten from the oldest on, once they take too many bytes, and their calls then run again', () => {
    const driver = new EventDriver({ memories: { keys: bounded({}) } });
    const sell = (name: string) => driver.book('sell-seats', [], [[9001, 1]], { key: key(name) });
    // An answer without failed lines counts 300 bytes.
    for (const name of ['a', 'b', 'c']) sell(name);
    expect([...driver.state.keys.answers.keys()]).toEqual(['a', 'b', 'c']);
    expect([sell('a').isReplay, driver.state.areaAt(0).sold]).toEqual([true, 3]);
    sell('d');
    expect([...driver.state.keys.answers.keys()]).toEqual(['b', 'c', 'd']);
    expect([sell('a').isReplay, driver.state.areaAt(0).sold]).toEqual([undefined, 5]);
  });

  test('count the seats that the event has chosen', () => {
    const keys = bounded({ answerBytesMax: 700 });
    const answer = { done: true, seats: Array.from({ length: 20 }, (_, at) => at) };
    keys.remember('few', { bodyHash: 'body', answer: { done: true }, at: 1 });
    keys.remember('none', { bodyHash: 'body', answer: { done: true }, at: 2 });
    expect(keys.answers.size).toBe(2);
    keys.remember('many', { bodyHash: 'body', answer, at: 3 });
    expect([...keys.answers.keys()]).toEqual(['many']);
  });
});
