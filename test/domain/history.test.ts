/**
 * The history of seats and areas: random histories of an event leave exactly the changes that a naive observer sees between
 * records, in the order of the records, with who made them; and an owner that loads the event notes what had not been stored.
 */
import fc from 'fast-check';
import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import { Backwards } from '#domain/history/backwards.ts';
import { areaOfBlock, blockOfArea, blockOfSeat, readAreas, readSeats } from '#domain/history/history-block.ts';
import type { HistoryRow } from '#domain/history/history-log.ts';
import { countsOf, HistoryLog } from '#domain/history/history-log.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import { EventDriver, organizationId, seatMapOf, selectionOf } from '../support/event-driver.ts';
import { commandOf } from '../support/random-commands.ts';
import { history, named } from '../support/random-history.ts';

const hall = { rows: [8, 4, 1], areas: [12, 3, 0], prices: ['50 EUR', '12.50', '0.105 standing', '1000000000000'] };

const sight = ({ seats, areas }: EventState) =>
  JSON.stringify([Array.from({ length: seats.size }, (_, seat) => seats.stateOf(seat)), areas.map(countsOf)]);

/** What the rows say that the event was after each record, from the first state on. */
function sightsBy(rows: readonly HistoryRow[], first: EventState, records: number): string[] {
  const seats = Array.from({ length: first.seats.size }, (_, seat) => first.seats.stateOf(seat));
  const areas = first.areas.map(countsOf);
  const all = rows.flatMap((row) => {
    const area = areaOfBlock(row.block);
    const entries = area === null ? readSeats(row.block, row.entries, row.after) : readAreas(row.entries, row.after);
    return [...entries].map((entry) => ({ area, ...entry }));
  });
  return Array.from({ length: records }, (_, at) => {
    for (const entry of all.filter(({ seq }) => seq === first.seq + at + 1)) {
      if ('seat' in entry) {
        expect(seats[entry.seat]).toBe(entry.from);
        seats[entry.seat] = entry.to;
      } else {
        expect(areas[entry.area as number]).toEqual(entry.from);
        areas[entry.area as number] = entry.to as never;
      }
    }
    return JSON.stringify([seats, areas]);
  });
}

test('random histories are told completely, and again after a recovery from any record', () => {
  fc.assert(
    fc.property(history, fc.double({ min: 0, max: 1, noNaN: true }), (steps, where) => {
      const driver = new EventDriver(hall);
      const first = stateOf(imageOf(driver.state), driver.state.seatMap);
      const begin = driver.records.length;
      driver.state.historyLog = new HistoryLog(driver.state.areas, { begin: driver.state.seq, to: driver.state.seq });
      const made: string[] = [];
      const sights: string[] = [];
      for (const step of steps) {
        const one = named(step, made);
        if (one.kind === 'create') made.push(one.sessionId);
        if (one.kind === 'pass') driver.now += one.seconds * 1000;
        const command = commandOf(one, driver);
        const before = driver.records.length;
        if (one.kind === 'sweep') driver.sweep();
        else if (command !== null) driver.ask(command);
        for (let at = before; at < driver.records.length; at++) sights.push(sight(driver.state));
      }
      const { state } = driver;
      const rows = state.historyLog?.rows(null, state.seq) ?? [];
      expect(sightsBy(rows, first, sights.length).at(-1)).toBe(sights.at(-1) ?? sight(first));
      // A successor that loads the event after some record, of which a part had been stored.
      const stored = begin + Math.floor(where * sights.length);
      const successor = new EventState(seatMapOf(hall.rows, hall.areas));
      successor.historyLog = new HistoryLog(successor.areas, { begin: 0, to: stored });
      for (const record of driver.records) replay(successor, record);
      const again = successor.historyLog.rows(null, successor.seq);
      const after = new EventState(seatMapOf(hall.rows, hall.areas));
      for (const record of driver.records.slice(0, stored)) replay(after, record);
      expect(sightsBy(again, after, driver.records.length - stored).at(-1) ?? sight(after)).toBe(sight(state));
    }),
    { numRuns: 150 },
  );
});

const key = { keyHash: 'key', bodyHash: 'body' };

test('each change names who made it: a session, the time, an account or a key', () => {
  const driver = new EventDriver();
  driver.state.historyLog = new HistoryLog(driver.state.areas, { begin: driver.state.seq, to: driver.state.seq });
  driver.lock(driver.create(), [101], [[9001, 2]]);
  driver.checkout('s1');
  const body = { reference: 'order 1', properties: null };
  driver.ask({ kind: 'confirm-session', organizationId, sessionId: 's1', body, by: 'KEY:private-key' });
  driver.ask({ kind: 'release-session', organizationId, sessionId: 's1', by: 'ACCOUNT:9007199254740991' });
  const selection = { ...selectionOf([101]), holdType: null, label: null };
  driver.ask({ kind: 'lock-seats', selection, key, by: 'KEY:tenant-token' });
  driver.now += driver.policy.lockMs;
  driver.sweep();
  driver.book('sell-seats', [101]);
  const { historyLog, seq } = driver.state;
  const seats = new Backwards((entries, after) => readSeats(blockOfSeat(0), entries, after));
  const told = (historyLog?.rows(blockOfSeat(0), seq) ?? []).flatMap((row) => seats.take(row));
  expect(told.map(({ from, to, by, session }) => `${from} ${to} ${by} ${session}`)).toEqual([
    'ACTIVE SOLD null 0',
    'LOCKED ACTIVE TIME 0',
    'ACTIVE LOCKED KEY:tenant-token 0',
    'SOLD ACTIVE ACCOUNT:9007199254740991 1',
    'LOCKED SOLD KEY:private-key 1',
    'ACTIVE LOCKED SESSION 1',
  ]);
  expect(told.map(({ at }) => at)).toEqual(told.map(({ at }) => at).toSorted((one, other) => other - one));
  const areas = new Backwards(readAreas);
  const places = (historyLog?.rows(blockOfArea(0), seq) ?? []).flatMap((row) => areas.take(row));
  expect(places.map(({ to, by }) => [to?.available, to?.locked, to?.sold, by])).toEqual([
    [20, 0, 0, 'ACCOUNT:9007199254740991'],
    [18, 0, 2, 'KEY:private-key'],
    [18, 2, 0, 'SESSION'],
  ]);
});

test('rows that were taken stay until they are stored, and overlapping rows are read once', () => {
  const driver = new EventDriver();
  const log = new HistoryLog(driver.state.areas, { begin: driver.state.seq, to: driver.state.seq });
  driver.state.historyLog = log;
  driver.book('lock-seats', [101]);
  const early = driver.state.seq;
  const lost = log.take(early);
  driver.book('unlock-seats', [101]);
  const { seq } = driver.state;
  const rows = log.take(seq);
  expect(rows.map(({ after, to }) => [after, to])).toEqual([
    [early - 1, early],
    [early, seq],
  ]);
  log.stored(early);
  expect(log.rows(0, seq)).toHaveLength(1);
  log.stored(seq);
  expect(log.rows(null, seq)).toEqual([]);
  const seats = new Backwards((entries, after) => readSeats(0, entries, after));
  const overlapping = [...rows, ...lost].toSorted((one, other) => other.to - one.to);
  expect(overlapping.flatMap((row) => seats.take(row)).map(({ to }) => to)).toEqual(['ACTIVE', 'LOCKED']);
});
