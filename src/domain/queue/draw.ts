/**
 * The draw of a queue: a random order of the tickets 0 … count−1 that follows from a seed alone, so that anybody who
 * has the seed can check it. Finding the place of a ticket takes some table look-ups; nothing is sorted, and nothing is
 * stored per ticket. `docs/examples/verify-draw.mjs` computes the same order, so these steps must not change.
 */
import { createHmac } from 'node:crypto';
import { assert } from '#collections/assert.ts';

const rounds = 8;
const halfBitsMin = 4;
/** 16-bit numbers in one HMAC. */
const numbersPerBlock = 16;

/**
 * A Feistel network of eight rounds over numbers of twice `half` bits: the smallest even number of bits that holds all
 * tickets, at least 8. Round r replaces (left, right) by (right, left xor F_r(right)). F_r(x) is the 16-bit number x of
 * the stream HMAC-SHA-256(seed, "draw r block"), block = 0, 1, …, big-endian, cut to its lowest `half` bits. A result
 * that is no ticket goes through the network again (cycle walking).
 */
export class Draw {
  readonly count: number;
  readonly #half: number;
  readonly #mask: number;
  /** F of all rounds, one after the other. */
  readonly #functions: Uint16Array;

  /** `seed`: 64 hex digits. `count`: the tickets that are drawn. */
  constructor(seed: string, count: number) {
    this.count = count;
    this.#half = Math.max(halfBitsMin, Math.ceil(Math.ceil(Math.log2(Math.max(count, 1))) / 2));
    this.#mask = (1 << this.#half) - 1;
    this.#functions = functionsOf(bytesOf(seed), 1 << this.#half, this.#mask);
  }

  /** The place of a ticket, from 0; tickets that came after the draw stand behind in the order of their arrival. */
  placeOf(ticket: number): number {
    if (ticket >= this.count) return ticket;
    let place = this.#permuted(ticket);
    while (place >= this.count) place = this.#permuted(place);
    return place;
  }

  #permuted(number: number): number {
    let left = number >>> this.#half;
    let right = number & this.#mask;
    for (let round = 0; round < rounds; round++) {
      const mixed = left ^ (this.#functions[(round << this.#half) | right] as number);
      left = right;
      right = mixed;
    }
    return (left << this.#half) | right;
  }
}

function functionsOf(seed: Uint8Array, size: number, mask: number): Uint16Array {
  const functions = new Uint16Array(rounds * size);
  for (let round = 0; round < rounds; round++) {
    for (let first = 0; first < size; first += numbersPerBlock) {
      const stream = createHmac('sha256', seed)
        .update(`draw ${round} ${first / numbersPerBlock}`)
        .digest();
      for (let at = 0; at < numbersPerBlock; at++) {
        functions[round * size + first + at] = stream.readUInt16BE(at * 2) & mask;
      }
    }
  }
  return functions;
}

function bytesOf(hex: string): Uint8Array {
  assert(/^[0-9a-f]{64}$/.test(hex), 'a seed has 32 bytes as 64 hex digits');
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16));
}
