/** `verify` on a real service: it accepts one that sells, and finds each thing that does not follow from the journals. */
import { type QuerySqlToken, sql } from 'slonik';
import { compareReport } from '#reports/compare-report.ts';
import { verify } from '#storage/audit/verify.ts';
import { feedSettled } from '../../support/feed-calls.ts';
import { openPricedShow, type Show, startTestService, type TestService } from '../../support/service.ts';
import { bookingOf, rowsHall, selectionOf, sessionCalls, succeeded } from '../../support/session-calls.ts';

let service: TestService;
let show: Show;

const pool = () => service.catalog.pool;

async function findings(eventId: string | null = show.eventId): Promise<string[]> {
  const found: string[] = [];
  const sum = await verify({ pool: pool(), compareReport }, eventId, (finding) =>
    found.push(finding.replace(/^event \S+: /, '')),
  );
  expect(sum?.findings).toBe(found.length);
  return found;
}

/** A purchase of two seats and two places that is exchanged in part, an open cart, a cart that was given up, and a sale of the box office. */
async function sell(seats: readonly number[]): Promise<void> {
  const calls = sessionCalls(service, show);
  const [floor] = show.areas;
  const bought = await calls.open(seats.slice(0, 2), [[floor, 2]]);
  succeeded(await calls.checkout(bought));
  succeeded(await calls.confirm(bought, { reference: `order ${seats[0]}` }));
  const [, released, , , , other] = seats;
  const body = { release: selectionOf([released], [[floor, 1]]), take: selectionOf([other], [[floor, 1]]) };
  succeeded(await calls.exchange(bought, body));
  await calls.open(seats.slice(2, 3), [[floor, 1]]);
  succeeded(await calls.cancel(await calls.open(seats.slice(3, 4))));
  succeeded(await calls.book('directsale', bookingOf(seats.slice(4, 5), [[floor, 1]])));
}

beforeAll(async () => {
  service = await startTestService();
  show = await openPricedShow(service, rowsHall);
  await openPricedShow(service, rowsHall);
  await sell(show.seats.slice(0, 6));
  expect(await findings(null)).toEqual([]);
  await service.stop();
  // The events now have snapshots. These records come after them.
  service = await service.restart();
  let isOver = false;
  const selling = sell(show.seats.slice(6, 12)).finally(() => {
    isOver = true;
  });
  do expect(await findings(null)).toEqual([]);
  while (!isOver);
  await selling;
  await feedSettled(service);
  await service.stop();
});

afterAll(() => service.close());

test('a service that sells has no findings, and neither has one that has stopped', async () => {
  expect(await findings(null)).toEqual([]);
  expect(await findings()).toEqual([]);
  expect(await verify({ pool: pool(), compareReport }, '00000000-0000-4000-8000-000000000000', () => {})).toBeNull();
});

const number = sql.fragment`(select min(number) from event)`;
const ofEvent = sql.fragment`event_number = ${number}`;
const change = (statement: QuerySqlToken) => () => pool().query(statement);

/** What is broken, in which table, how, and the finding. */
const breaks: [string, string, () => Promise<unknown>, RegExp][] = [
  [
    'a seat that another session has in the tables',
    'seat_booking',
    change(sql.unsafe`update seat_booking set owner = 2 where ${ofEvent} and seat = 0`),
    /^seat 0 is SOLD of owner 2 in the tables, SOLD of owner 1 in the journal$/,
  ],
  [
    'a sold seat that the tables lack',
    'seat_booking',
    change(sql.unsafe`delete from seat_booking where ${ofEvent} and seat = 4`),
    /^the tables have 7 taken seats, the journal 8$/,
  ],
  [
    'a counter of an area',
    'area_booking',
    change(sql.unsafe`update area_booking set sold = sold + 1 where ${ofEvent} and area = 0`),
    /^area \d+: 7 sold in the tables, 6 in the journal$/,
  ],
  [
    'a purchase that the tables show otherwise',
    'session_record',
    change(sql.unsafe`update session_record set state = 'CANCELLED' where ${ofEvent} and ordinal = 1`),
    /^session 1 differs from its journal$/,
  ],
  [
    'a session that the tables lack',
    'session_record',
    change(sql.unsafe`delete from session_record where ${ofEvent} and ordinal = 2`),
    /^the tables have 5 of the journal's 6 sessions$/,
  ],
  [
    'a record that is missing',
    'journal',
    change(sql.unsafe`delete from journal where ${ofEvent} and seq = 4`),
    /^record 4 is missing$/,
  ],
  [
    'a journal without its end',
    'journal',
    change(sql.unsafe`
      delete from journal where ${ofEvent} and seq = (select max(seq) from journal where ${ofEvent})
    `),
    /^its journal ends at \d+ and its head is \d+$/,
  ],
  [
    'tables that are ahead',
    'event_projection',
    change(sql.unsafe`update event_projection set projected_seq = projected_seq + 1 where ${ofEvent}`),
    /^its tables are at record \d+ and its head is \d+$/,
  ],
  [
    'a change that the feed lacks',
    'feed_batch',
    change(sql.unsafe`
      delete from feed_batch where number = (
        select max(number) from feed_batch where event_id = (select id from event where number = ${number})
      )
    `),
    /^(its feed has \d+ changes, its journal \d+|change \d+ of its feed is .*)$/,
  ],
  [
    'a damaged snapshot',
    'snapshot',
    change(sql.unsafe`update snapshot set bytes = set_byte(bytes, 20, get_byte(bytes, 20) # 255) where ${ofEvent}`),
    /^a snapshot cannot be read: /,
  ],
  [
    'a sale of the organization without its captured price',
    'seat_booking',
    change(sql.unsafe`update seat_booking set capture = null where ${ofEvent} and seat = 4`),
    /^the report of status SOLD, section .* is .* in the tables, .* in the journal$/,
  ],
  [
    'a seat whose price the offer tells otherwise',
    'event_offer',
    change(sql.unsafe`
      update event_offer set body = jsonb_set(body::jsonb, '{seatPrices}', '[]')::text where ${ofEvent}
    `),
    /^the report of status AVAILABLE, section 1 Stalls, price -, .* is \d+ places, .* in the tables, nothing in the journal$/,
  ],
  [
    'places of an area that the organization sold itself',
    'area_booking',
    change(sql.unsafe`update area_booking set parts = null where ${ofEvent} and area = 0`),
    /^the report of status AVAILABLE, section 2 Floor, .* is nothing in the tables, 12 places, .* in the journal$/,
  ],
  [
    'a change of a seat that the history lacks',
    'history_block',
    change(sql.unsafe`delete from history_block where ${ofEvent} and block = 0`),
    /^block 0 of the history has nothing in the tables, .*"seat":.* in the journal$/,
  ],
  [
    'a history of an area that begins too late',
    'history_block',
    change(sql.unsafe`
      update history_block set entries = substr(entries, 1, 0) where ${ofEvent} and block = -1
    `),
    /^block -1 of the history has nothing in the tables, .* in the journal$/,
  ],
  [
    'an event without an owner',
    'event_owner',
    change(sql.unsafe`delete from event_owner where ${ofEvent}`),
    /^it has no owner, no projection or no journal$/,
  ],
  [
    'a parked event',
    'parked_event',
    change(sql.unsafe`insert into parked_event (event_number, reason) values (${number}, 'record 7 is broken')`),
    /^it is parked: record 7 is broken$/,
  ],
];

describe('finds', () => {
  test.each(breaks)('%s', async (_, table, damage, line) => {
    const name = sql.identifier([table]);
    await pool().query(sql.unsafe`create table kept as table ${name}`);
    await damage();
    const found = await findings(null);
    await pool().query(sql.unsafe`delete from ${name}`);
    await pool().query(sql.unsafe`insert into ${name} overriding system value select * from kept`);
    await pool().query(sql.unsafe`drop table kept`);
    expect(found[0]).toMatch(line);
    expect(await findings(null)).toEqual([]);
  });
});

test('a journal whose oldest records were deleted is replayed from the snapshot, with the same findings', async () => {
  await pool().query(sql.unsafe`delete from journal where ${ofEvent} and seq < 6`);
  expect(await findings()).toEqual([]);
  await pool().query(sql.unsafe`update session_record set state = 'CANCELLED' where ${ofEvent} and ordinal = 1`);
  expect(await findings()).toContain('seat 0 is owned and in no cart');
  await pool().query(sql.unsafe`delete from snapshot where ${ofEvent}`);
  expect(await findings()).toEqual(['its journal begins at 6, and no snapshot has what was before']);
});
