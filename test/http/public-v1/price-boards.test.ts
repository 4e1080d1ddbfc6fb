/** Price boards: how often the event is asked and the board encoded, for any number of readers. */
import { Fault } from '#actors/fault.ts';
import type { Command } from '#domain/command.ts';
import type { Offer } from '#domain/offer.ts';
import type { Answer } from '#domain/reply.ts';
import { PriceBoards } from '#http/public-v1/price-boards.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const eventNumber = 7;

/** An event that counts its commands. */
class CountingWorld {
  readonly clock = new ManualClock();
  readonly asked: Command[] = [];
  looks = 0;
  encoded = 0;
  seq = 1;
  closesAt: number | null = null;
  isAtRest = false;
  failure: Error | null = null;
  isThere = true;
  readonly boards = new PriceBoards({
    clock: this.clock,
    engine: { ask: (_, command) => this.#answer(command) },
    isHead: async (_, seq) => {
      this.looks++;
      return this.isAtRest && seq === this.seq;
    },
    encode: async ({ seq }) => {
      this.encoded++;
      return new TextEncoder().encode(String(seq));
    },
  });

  async #answer(command: Command): Promise<Answer> {
    this.asked.push(command);
    if (this.failure !== null) throw this.failure;
    if (!this.isThere) return { ok: false, refusal: { code: 'ENTITY_NOT_FOUND', detail: 'There is no such event.' } };
    if (command.kind === 'read-offer' && command.known === this.seq) {
      return { ok: true, reply: { kind: 'sequence', seq: this.seq, schemaId: 0 } };
    }
    return { ok: true, reply: { kind: 'offer', offer: this.#offer() } };
  }

  #offer(): Offer {
    const isOpen = this.closesAt === null || this.clock.now() < this.closesAt;
    return {
      ...{ seq: this.seq, epoch: 1, isOpen, closesAt: isOpen ? this.closesAt : null },
      ...{ idRuns: [], available: new Uint32Array(0), priceSlots: new Uint16Array(0) },
      ...{ priceIds: [], prices: [], areas: [] },
    };
  }

  /** The text of the board. */
  async read(): Promise<string | null> {
    const board = await this.boards.read(eventNumber);
    return board === null ? null : Buffer.concat(await board.text.pieces(null)).toString();
  }
}

let world: CountingWorld;

beforeEach(() => {
  world = new CountingWorld();
});

describe('a price board', () => {
  test('is read from the event and encoded once for all readers within 250 ms', async () => {
    const together = await Promise.all(Array.from({ length: 100 }, () => world.read()));
    expect(new Set(together)).toEqual(new Set(['1']));
    world.clock.advance(249);
    for (let look = 0; look < 100; look++) expect(await world.read()).toBe('1');
    expect([world.asked.length, world.encoded]).toEqual([1, 1]);
  });

  test('is renewed at most four times a second while the event changes continuously', async () => {
    for (let ms = 0; ms < 1000; ms++) {
      world.seq++;
      await world.read();
      world.clock.advance(1);
    }
    expect([world.asked.length, world.encoded]).toEqual([4, 4]);
    world.clock.advance(250);
    expect(await world.read()).toBe(String(world.seq));
  });

  test('is not encoded again if nothing has changed', async () => {
    for (let round = 0; round < 5; round++) {
      await Promise.all([world.read(), world.read()]);
      world.clock.advance(250);
    }
    expect(world.asked.map((command) => 'known' in command && command.known)).toEqual([null, 1, 1, 1, 1]);
    expect(world.encoded).toBe(1);
  });

  test('does not ask an unchanged event again until its journal has grown', async () => {
    world.isAtRest = true;
    for (let round = 0; round < 5; round++) {
      await world.read();
      world.clock.advance(250);
    }
    expect([world.asked.length, world.looks]).toEqual([2, 3]);
    world.seq = 2;
    expect(await world.read()).toBe('2');
    expect([world.asked.length, world.looks]).toEqual([3, 4]);
  });

  test('gets another entity tag at the moment when the event closes, without any change', async () => {
    world.closesAt = world.clock.now() + 100;
    const open = await world.boards.read(eventNumber);
    world.clock.advance(99);
    expect((await world.boards.read(eventNumber))?.tag).toBe(open?.tag);
    world.clock.advance(1);
    const closed = await world.boards.read(eventNumber);
    expect(closed?.tag).not.toBe(open?.tag);
    expect([closed?.seq, world.asked.length]).toEqual([open?.seq, 2]);
  });

  test('is not answered while the event is unavailable, and is answered again afterwards', async () => {
    await world.read();
    world.clock.advance(250);
    world.failure = new Fault('UNAVAILABLE', 'The database does not answer.');
    await expect(world.read()).rejects.toThrow(Fault);
    await expect(world.read()).rejects.toThrow(Fault);
    world.failure = null;
    expect(await world.read()).toBe('1');
  });

  test('of an unknown event is null', async () => {
    await world.read();
    world.clock.advance(250);
    world.isThere = false;
    expect(await world.read()).toBeNull();
  });
});
