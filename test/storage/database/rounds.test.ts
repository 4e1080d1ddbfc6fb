/** Rounds of repeated work: they never overlap, and none begins after the end. */
import { Rounds } from '#storage/database/rounds.ts';
import { eventually } from '../../support/eventually.ts';

/** Work that ends only when the test lets it end. */
function heldWork() {
  const held: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => held.push(resolve));
  return { held, work };
}

test('a round that is asked for while one is in progress is that one', async () => {
  const { held, work } = heldWork();
  const rounds = new Rounds(1, work);
  rounds.start();
  await eventually(() => held.length === 1);
  const [one, other] = [rounds.now(), rounds.now()];
  expect(held).toHaveLength(1);
  held[0]?.();
  await Promise.all([one, other]);
  await eventually(() => held.length === 2);
  held[1]?.();
  await rounds.close();
});

test('the end waits for the round in progress, and no other begins', async () => {
  const { held, work } = heldWork();
  const rounds = new Rounds(1, work);
  rounds.start();
  await eventually(() => held.length === 1);
  let isOver = false;
  const closed = rounds.close().then(() => {
    isOver = true;
  });
  await Promise.resolve();
  expect(isOver).toBe(false);
  held[0]?.();
  await closed;
  expect(held).toHaveLength(1);
});
