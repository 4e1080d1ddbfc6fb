/** Claims about bulk reads of events: readers of an unchanged event share one copy, and nobody is shown an older one. */
import { InventoryReads } from '#http/private-v2/inventory-reads.ts';
import { EventDriver } from '../../support/event-driver.ts';

/** Reads of two halls, by the rules alone. */
function openHalls() {
  const drivers = [new EventDriver(), new EventDriver()];
  const reads = new InventoryReads({ ask: async (eventNumber, command) => drivers[eventNumber]!.ask(command) });
  return { drivers, reads };
}

test('readers of an unchanged event share one copy, which is not that of another event', async () => {
  const { reads } = openHalls();
  const { inventory } = await reads.read(0);
  expect(inventory?.states).toHaveLength(14);
  expect((await reads.read(0)).inventory).toBe(inventory);
  const other = (await reads.read(1)).inventory;
  expect(other).not.toBe(inventory);
  expect((await reads.read(0)).inventory).toBe(inventory);
});

test('readers who come at once share one copy too', async () => {
  const { reads } = openHalls();
  const read = await Promise.all([reads.read(0), reads.read(0), reads.read(0)]);
  expect(new Set(read.map(({ inventory }) => inventory)).size).toBe(1);
});

test('after a change the next reader gets the event as it is, and the former one keeps what it has', async () => {
  const { drivers, reads } = openHalls();
  const hall = drivers[0]!;
  const { inventory: before } = await reads.read(0);
  const shown = structuredClone(before);
  hall.lock(hall.create(), [101]);
  const { inventory: after } = await reads.read(0);
  expect(after?.seq).toBe(hall.state.seq);
  expect(after?.states[0]).not.toBe(before?.states[0]);
  expect(before).toEqual(shown);
});

test('an event that has moved to another schema without a record is copied anew', async () => {
  const [first, second] = [new EventDriver(), new EventDriver({ rows: [3] })];
  Object.assign(second.state.seatMap, { schemaId: 2 });
  expect(second.state.seq).toBe(first.state.seq);
  let hall = first;
  const reads = new InventoryReads({ ask: async (_eventNumber, command) => hall.ask(command) });
  expect((await reads.read(0)).inventory?.states).toHaveLength(14);
  hall = second;
  expect((await reads.read(0)).inventory?.states).toHaveLength(3);
});
