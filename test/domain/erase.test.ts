/** Erasing a session whose purchase has left memory, and replays that begin between the facts that named its buyer. */
import { replay } from '#domain/apply.ts';
import type { EventState } from '#domain/event-state.ts';
import type { JournalRecord } from '#domain/fact.ts';
import { withoutErased } from '#domain/facts/without-erased.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import type { Session } from '#domain/session/session.ts';
import { EventDriver, organizationId, outcomeOf } from '../support/event-driver.ts';

/** A driver of which session s1 has bought a seat under the reference `order`. */
function purchase(): EventDriver {
  const driver = new EventDriver();
  buy(driver, 101);
  return driver;
}

function buy(driver: EventDriver, seat: number): string {
  const sessionId = driver.create();
  driver.checkout(sessionId, [seat]);
  const body = { reference: 'order', properties: '{"name":"somebody"}' };
  return outcomeOf(driver.ask({ kind: 'confirm-session', organizationId, sessionId, body }));
}

const erase = (driver: EventDriver, sessionId: string) =>
  driver.ask({ kind: 'erase-session', organizationId, sessionId });

/** An image from which the session has been evicted, as owners take them: ended sessions are in the projection only. */
function evicted(driver: EventDriver): ReturnType<typeof imageOf> {
  const copy = stateOf(structuredClone(driver.image()), driver.state.seatMap);
  copy.evictSession(copy.sessions.get('s1') as Session);
  return imageOf(copy);
}

function replayed(
  driver: EventDriver,
  image: ReturnType<typeof imageOf>,
  records: readonly JournalRecord[],
): EventState {
  const state = stateOf(structuredClone(image), driver.state.seatMap);
  for (const record of records) if (record.seq > image.seq) replay(state, record);
  return state;
}

/** The records, rewritten: the persons of all sessions that are erased now are gone. */
function rewritten({ records, state }: EventDriver): JournalRecord[] {
  const erased = (ordinal: number) => state.sessionsByOrdinal.get(ordinal)?.erased;
  return records.map((record) => ({
    ...record,
    facts: withoutErased(record.facts, record.seq, erased) ?? record.facts,
  }));
}

test('a replay that meets the session only in the fact of its erasure frees the reference as well', () => {
  const driver = purchase();
  const image = evicted(driver);
  erase(driver, 's1');
  const state = replayed(driver, image, driver.records);
  expect(state.references.has('order')).toBe(false);
  expect(state.references.size).toBe(0);
});

test('a replay that reads rewritten records behind an older snapshot has the same end', () => {
  const driver = purchase();
  const image = evicted(driver);
  driver.release('s1');
  expect(buy(driver, 102)).toBe('CONFIRMED');
  erase(driver, 's1');
  const state = replayed(driver, image, rewritten(driver));
  expect([...state.references]).toEqual([...driver.state.references]);
  expect(imageOf(state)).toEqual(driver.image());
});

test('the session that holds the reference now keeps it when an earlier holder is erased', () => {
  const driver = purchase();
  driver.release('s1');
  buy(driver, 102);
  erase(driver, 's1');
  expect(driver.state.references.get('order')).toBe('s2');
  erase(driver, 's2');
  expect(buy(driver, 103)).toBe('CONFIRMED');
});

test('no rewritten record names the person, and the facts after the erasure are left as they are', () => {
  const driver = purchase();
  driver.ask({
    kind: 'replace-properties',
    organizationId,
    sessionId: 's1',
    body: { properties: '{"name":"somebody"}' },
  });
  erase(driver, 's1');
  driver.ask({
    kind: 'replace-properties',
    organizationId,
    sessionId: 's1',
    body: { properties: '{"name":"another"}' },
  });
  const text = JSON.stringify(rewritten(driver));
  expect(text).not.toContain('somebody');
  expect(text).not.toContain('order');
  expect(text).toContain('another');
});
