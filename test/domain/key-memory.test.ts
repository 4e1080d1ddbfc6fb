/** Remembered idempotency keys, and when they are forgotten. */
import { describe, expect, test } from '@jest/globals';
import { KeyMemory } from '#domain/keys/key-memory.ts';
import { keyMemoryMs } from '#domain/limits.ts';

const nobody = (): boolean => false;

function remembering(...times: readonly number[]): KeyMemory {
  const memory = new KeyMemory();
  for (const [ordinal, at] of times.entries()) {
    const keyHash = `create ${at}`;
    memory.creates.set(keyHash, { keyHash, sessionId: `s${ordinal}`, ordinal, at });
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
});
