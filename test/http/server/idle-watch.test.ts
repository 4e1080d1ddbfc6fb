/** The watch over idle connections by itself: how many it ends in a turn of the loop, and which it leaves. */
import { EventEmitter } from 'node:events';
import { endsPerTurnMax, IdleWatch, type Watched } from '#http/server/idle-watch.ts';
import { eventually } from '../../support/eventually.ts';

const limitMs = 20;

/** A connection that carries nothing after its beginning. `ended` is told when it ends. */
class Silent implements Watched {
  readonly #noted: number;
  readonly #ended: (self: Silent) => void;
  isBusy = false;

  constructor(watch: IdleWatch, ended: (self: Silent) => void) {
    this.#noted = watch.looks;
    this.#ended = ended;
    watch.add(this);
  }

  isIdle(watch: IdleWatch): boolean {
    return !this.isBusy && watch.hasPassed(limitMs, this.#noted);
  }

  endIdle(): void {
    this.#ended(this);
  }
}

test('connections that become idle at the same time end a few in a turn of the loop', async () => {
  const server = new EventEmitter();
  const watch = new IdleWatch(server, limitMs);
  const count = endsPerTurnMax * 4 + 1;
  let ended = 0;
  let inThisTurn = 0;
  let most = 0;
  const note = (self: Silent): void => {
    watch.remove(self);
    ended++;
    most = Math.max(most, ++inThisTurn);
  };
  for (let made = 0; made < count; made++) new Silent(watch, note);
  const turn = (): void => {
    inThisTurn = 0;
    if (ended < count) setImmediate(turn);
  };
  turn();
  await eventually(() => ended === count);
  expect(most).toBe(endsPerTurnMax);
  server.emit('close');
});

test('a connection that becomes busy, or closes, while others end before it is left alone', async () => {
  const server = new EventEmitter();
  const watch = new IdleWatch(server, limitMs);
  const ended: Silent[] = [];
  const connections = Array.from(
    { length: endsPerTurnMax + 3 },
    () =>
      new Silent(watch, (self) => {
        watch.remove(self);
        ended.push(self);
        busy.isBusy = true;
        watch.remove(closed);
      }),
  );
  const [busy, closed, last] = connections.slice(-3) as [Silent, Silent, Silent];
  await eventually(() => ended.includes(last));
  expect(new Set(ended)).toEqual(new Set(connections.filter((one) => one !== busy && one !== closed)));
  expect(ended).toHaveLength(connections.length - 2);
  server.emit('close');
});
