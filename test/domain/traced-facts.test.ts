/** The trace of a call is in the facts that the organization is told of, so that every owner of the event tells it. */
import type { Command } from '#domain/command.ts';
import type { Change } from '#domain/feed/change.ts';
import { ChangeLog } from '#domain/feed/change-log.ts';
import { EventDriver, organizationId, selectionOf } from '../support/event-driver.ts';

const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const other = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';

/** What the last command wrote: the types of its facts, and their traces. */
function written(driver: EventDriver): readonly (readonly [string, string | undefined])[] {
  return driver.records.at(-1)?.facts.map((fact) => [fact.type, fact.trace] as const) ?? [];
}

const checkout: Command = { kind: 'checkout-session', sessionId: 's1', selection: selectionOf([]), trace };
const sale: Command = {
  kind: 'sell-seats',
  selection: { ...selectionOf([103]), holdType: null, label: null },
  key: { keyHash: 'a key', bodyHash: 'a body' },
  trace,
};

test('a checkout and a sale carry the trace of their call; what nobody is told of does not', () => {
  const driver = new EventDriver();
  driver.create();
  driver.ask({ kind: 'lock-session', sessionId: 's1', selection: selectionOf([101]), trace });
  expect(written(driver)).toEqual([['held', undefined]]);
  driver.ask(checkout);
  expect(written(driver)).toEqual([['checked-out', trace]]);
  driver.ask(sale);
  expect(written(driver)).toContainEqual(['sold', trace]);
  expect(written(driver)).toContainEqual(['answered', undefined]);
});

test('a repeated call writes nothing, and a call without a trace has none', () => {
  const driver = new EventDriver();
  driver.ask(sale);
  const { length } = driver.records;
  driver.ask({ ...sale, trace: other });
  expect(driver.records).toHaveLength(length);
  driver.book('lock-seats', [104]);
  expect(written(driver)).toEqual([['locked', undefined]]);
});

test('an expiry has no trace, also of a session whose checkout had one', () => {
  const driver = new EventDriver();
  driver.lock(driver.create(), [101]);
  driver.ask(checkout);
  driver.now += driver.policy.graceMs;
  driver.sweep();
  expect(written(driver)).toEqual([['expired', undefined]]);
});

test('the changes of the feed have the traces of their facts, and an owner that replays them derives the same', () => {
  const driver = new EventDriver();
  driver.state.changeLog = new ChangeLog(false);
  driver.lock(driver.create(), [101]);
  driver.ask(checkout);
  const body = { reference: null, properties: null };
  driver.ask({ kind: 'confirm-session', organizationId, sessionId: 's1', body, trace: other });
  driver.release('s1');
  const tracesOf = (changes: readonly Change[]) => changes.map((change) => [change.type, change.trace]);
  const told = tracesOf(driver.state.changeLog.take());
  expect(told).toEqual([
    ['session.checked-out', trace],
    ['session.confirmed', other],
    ['session.released', undefined],
  ]);
  const successor = new EventDriver({ prices: [] });
  successor.state.changeLog = new ChangeLog(false);
  for (const record of driver.records.slice(1)) successor.replayRecord(record);
  expect(tracesOf(successor.state.changeLog.take())).toEqual(told);
});
