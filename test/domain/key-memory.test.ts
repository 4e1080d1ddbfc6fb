/** Remembered idempotency keys, and when they are forgotten. */
import fc from 'fast-check';
import { KeyMemory } from '#domain/keys/key-memory.ts';
import { keyMemoryMs, sessionKeyMemoryMs } from '#domain/limits.ts';

const nobody = (): boolean => false;

function remembering(...times: readonly number[]): KeyMemory {
  const memory = new KeyMemory();
  for (const [ordinal, at] of times.entries()) {
    const keyHash = `create ${at}`;
    memory.creates.add({ keyHash, sessionId: `s${ordinal}`, ordinal, at });
    memory.remember(`answer ${at}`, { bodyHash: 'body', answer: { done: true }, at });
  }
  return memory;
}

describe('keys', () => {
  test('are remembered for 24 hours', () => {
    expect(keyMemoryMs).toBe(24 * 60 * 60 * 1000);
    const memory = remembering(0, 1, 2);
    memory.forgetBefore(keyMemoryMs - 1, nobody);
    expect([memory.creates.size, memory.answers.size]).toEqual([3, 3]);
    memory.forgetBefore(keyMemoryMs + 1, nobody);
    expect([...memory.creates.keys()]).toEqual(['create 2']);
    expect([...memory.answers.keys()]).toEqual(['answer 2']);
  });

  test('of a live session stay at any age, and do not stop later keys from being forgotten', () => {
    const memory = remembering(0, 1, 2);
    memory.forgetBefore(keyMemoryMs + 1, (ordinal) => ordinal === 0);
    expect([...memory.creates.keys()].sort()).toEqual(['create 0', 'create 2']);
    expect(memory.creates.get('create 0')).toMatchObject({ sessionId: 's0', ordinal: 0 });
    memory.forgetBefore(2 * keyMemoryMs, nobody);
    expect([...memory.creates.keys()]).toEqual(['create 0']);
    memory.forgetBefore(2 * keyMemoryMs + 1, nobody);
    expect(memory.creates.size).toBe(0);
  });

  test('are forgotten in time, whatever earlier records looked for', () => {
    const step = fc.record({
      passedMs: fc.oneof(fc.integer({ min: 0, max: sessionKeyMemoryMs }), fc.integer({ min: 0, max: keyMemoryMs })),
      kind: fc.constantFrom('create', 'answer', 'session'),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
        const memory = remembering();
        const times = steps.map(() => 0);
        let now = 0;
        for (const [ordinal, { passedMs, kind }] of steps.entries()) {
          now += passedMs;
          times[ordinal] = now;
          const keyHash = `${ordinal}`;
          if (kind === 'create') memory.creates.add({ keyHash, sessionId: `s${ordinal}`, ordinal, at: now });
          else if (kind === 'answer') memory.remember(keyHash, { bodyHash: 'body', answer: { done: true }, at: now });
          else memory.restoreSession(ordinal, { at: now, answers: [] });
          memory.forgetBefore(now, nobody);
          const young = (of: string, memoryMs: number) =>
            steps.flatMap((one, place) =>
              place <= ordinal && one.kind === of && now < times[place]! + memoryMs ? [place] : [],
            );
          expect([...memory.creates.keys()].map(Number)).toEqual(young('create', keyMemoryMs));
          expect([...memory.answers.keys()].map(Number)).toEqual(young('answer', keyMemoryMs));
          expect([...memory.sessionAnswers.keys()]).toEqual(young('session', sessionKeyMemoryMs));
        }
      }),
    );
  });
});
