/**
 * The statement that writes the projection of several events: by compare-and-set on `projected_seq`, and only records
 * that the journal holds under the writer's own token. It takes no lock that an append or a take-over needs. The only
 * lock it may wait for is that of an event's row whose status has changed.
 */
import { type DatabasePool, type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import type { ProjectionStep } from '#actors/ports.ts';
import { ownedText, partsText, priceText } from '#codec/stored-reports.ts';
import { sessionCells } from '#codec/stored-session.ts';
import { cartSize } from '#domain/session/session.ts';
import { batchesOf, insertBatches } from '../feed/feed-batches.ts';
import { historyInserts } from '../history/history-rows.ts';
import { arrayOf, type Cell, quoted, rowsOf } from './step-rows.ts';

/** Whose feeds have new changes. */
const fedOrganizations = sql.fragment`, (select string_agg(distinct organization_id::text, ',') from fed) as fed`;

const writtenRow = z.object({ places: z.string().nullable(), fed: z.string().nullish() });
const progressRow = z.object({ projectedSeq: z.int().nullable() });

export interface WrittenSteps {
  /** The positions of the written ones in the list. */
  readonly places: ReadonlySet<number>;
  /** The organizations whose feeds have new changes. */
  readonly fed: readonly number[];
}

/** Writes the steps in one autocommit statement. `feedFormat`: as `batchesOf` has it. */
export async function writeSteps(
  pool: DatabasePool,
  steps: readonly ProjectionStep[],
  feedFormat: number,
): Promise<WrittenSteps> {
  const sessions = await sessionColumns(steps);
  const gone = await goneColumns(steps);
  const freed = await freedColumns(steps);
  const taken = await takenColumns(steps);
  const areas = await areaColumns(steps);
  const owned = await ownedColumns(steps);
  const offers = await offerColumns(steps);
  const fed = steps.flatMap(({ ownership: { eventNumber }, feed }) =>
    feed === undefined ? [] : [{ eventNumber, feed }],
  );
  const batches = await batchesOf(fed, feedFormat);
  const hasChanges = batches.length > 0;
  const written = await pool.one(sql.type(writtenRow)`
    with step as materialized (
      select step.* from ${stepColumns(steps)} join event_projection using (event_number)
      for no key update of event_projection skip locked
    ), moved as (
      update event_projection as projection set projected_seq = step.to_seq, next_deadline = step.next_deadline,
        is_reported = projection.is_reported or step.is_reported
      from step join journal on journal.event_number = step.event_number and journal.seq = step.to_seq
      where projection.event_number = step.event_number and projection.projected_seq = step.from_seq
        and (journal.token = step.token or step.to_seq <= step.head_seq)
      returning step.event_number, step.place, step.to_seq, step.status
    ), statuses as (
      update event set status = moved.status, status_seq = moved.to_seq
      from moved where event.number = moved.event_number and moved.status is not null and event.status_seq < moved.to_seq
    ), ${sessionWrites(sessions)}, sessions_gone as (
      delete from session_record using ${gone} join moved using (event_number)
      where session_record.event_number = gone.event_number and session_record.ordinal = gone.ordinal
    ), ${seatWrites(freed, taken)}, areas as (
      insert into area_booking (event_number, area, available, held, locked, blocked, sold, price_id, parts)
      select event_number, area, available, held, locked, blocked, sold, price_id, nullif(parts, '')
      from ${areas} join moved using (event_number)
      on conflict (event_number, area) do update set
        available = excluded.available, held = excluded.held, locked = excluded.locked, blocked = excluded.blocked,
        sold = excluded.sold, price_id = excluded.price_id, parts = excluded.parts
    ) ${owned} ${offers} ${historyInserts(steps)} ${hasChanges ? insertBatches(batches) : sql.fragment``}
    select string_agg(place::text, ',') as places ${hasChanges ? fedOrganizations : sql.fragment``} from moved
  `);
  return writtenOf(written);
}

/**
 * Changes the rows that are there and inserts the others. `on conflict` would write two records more to the write-ahead log for each
 * row. Nobody else inserts rows of these events: `moved` has locked them.
 */
function sessionWrites(sessions: FragmentSqlToken): FragmentSqlToken {
  return sql.fragment`session as materialized (
    select
      event_number, ordinal, id, state, substr(nullif(reference, ''), 2) as reference, nullif(properties, '') as properties,
      cart, cart_size, created_at, deadline, seq, nullif(owned, '')::jsonb as owned, counter
    from ${sessions} join moved using (event_number)
  ), sessions_changed as (
    update session_record as stored set
      state = session.state, reference = session.reference, properties = session.properties, cart = session.cart,
      cart_size = session.cart_size, deadline = session.deadline, seq = session.seq, owned = session.owned
    from session
    where stored.event_number = session.event_number and stored.ordinal = session.ordinal
    returning stored.event_number, stored.ordinal
  ), sessions_added as (
    insert into session_record (
      event_number, ordinal, id, state, reference, properties, cart, cart_size, created_at, deadline, seq, owned, counter
    )
    select * from session where (event_number, ordinal) not in (select event_number, ordinal from sessions_changed)
  )`;
}

/** Each seat is in one of the two lists; the taken ones are written as sessions are. */
function seatWrites(freed: FragmentSqlToken, taken: FragmentSqlToken): FragmentSqlToken {
  return sql.fragment`seats_freed as (
    delete from seat_booking using ${freed} join moved using (event_number)
    where seat_booking.event_number = freed.event_number and seat_booking.seat = freed.seat
  ), seat as materialized (
    select
      event_number, seat, state, owner, hold_type, price_id, price_name, nullif(properties, '') as properties,
      nullif(capture, '') as capture
    from ${taken} join moved using (event_number)
  ), seats_changed as (
    update seat_booking as stored set
      state = seat.state, owner = seat.owner, hold_type = seat.hold_type, price_id = seat.price_id,
      price_name = seat.price_name, properties = seat.properties, capture = seat.capture
    from seat
    where stored.event_number = seat.event_number and stored.seat = seat.seat
    returning stored.event_number, stored.seat
  ), seats_taken as (
    insert into seat_booking (event_number, seat, state, owner, hold_type, price_id, price_name, properties, capture)
    select * from seat where (event_number, seat) not in (select event_number, seat from seats_changed)
  )`;
}

function writtenOf({ places, fed }: z.infer<typeof writtenRow>): WrittenSteps {
  return {
    places: new Set(places?.split(',').map((place) => Number(place) - 1)),
    fed: fed?.split(',').map(Number) ?? [],
  };
}

/**
 * Reads, in a separate statement, why steps were not written; in the order of the list. A number is the current
 * `projected_seq` within the step's range; null means that the writer is no longer the owner.
 */
export async function lookUpSteps(
  pool: DatabasePool,
  steps: readonly ProjectionStep[],
): Promise<readonly (number | null)[]> {
  return pool.anyFirst(sql.type(progressRow)`
    select case when journal.seq is not null then projection.projected_seq end as "projectedSeq"
    from ${stepColumns(steps)}
    left join event_projection as projection on projection.event_number = step.event_number
      and projection.projected_seq between step.from_seq and step.to_seq
    left join journal on journal.event_number = step.event_number and journal.seq = step.to_seq
      and (journal.token = step.token or step.to_seq <= step.head_seq)
    order by step.place
  `);
}

function stepColumns(steps: readonly ProjectionStep[]) {
  const column = (value: (step: ProjectionStep) => Cell) => arrayOf(steps.map((step) => value(step) ?? 'null'));
  return sql.fragment`
    unnest(
      ${column((step) => step.ownership.eventNumber)}::int4[], ${column((step) => step.fromSeq)}::int8[],
      ${column((step) => step.toSeq)}::int8[], ${column((step) => step.ownership.token)}::uuid[],
      ${column((step) => step.ownership.headSeq)}::int8[], ${column((step) => step.nextDeadline)}::int8[],
      ${column((step) => step.status ?? null)}::text[], ${column((step) => String(step.reported !== undefined))}::bool[]
    ) with ordinality as step (
      event_number, from_seq, to_seq, token, head_seq, next_deadline, status, is_reported, place
    )
  `;
}

async function sessionColumns(steps: readonly ProjectionStep[]) {
  const { id, ordinal, state, reference, properties, cart, createdAt, deadline, seq } = sessionCells;
  const ownedBy = perStep((step) => new Map(step.reported?.owned.map((row) => [row.session, row])));
  const rows = await rowsOf(steps, (step) => step.sessions, [
    ['int4', ordinal],
    ['uuid', id],
    ['text', state],
    ['int4', cartSize],
    ['int8', createdAt],
    ['int8', deadline],
    ['int8', seq],
    ['bool', (session) => String(session.counter === true)],
    // An empty line means null, so a reference is prefixed with `=`.
    ['lines', (session) => (session.reference === null ? '' : `=${reference(session)}`)],
    ['lines', (session) => properties(session) ?? ''],
    ['lines', cart],
    ['lines', (session, step) => ownedText(ownedBy(step).get(session.ordinal))],
  ]);
  return sql.fragment`
    ${rows} as session (
      event_number, ordinal, id, state, cart_size, created_at, deadline, seq, counter, reference, properties, cart, owned
    )
  `;
}

async function goneColumns(steps: readonly ProjectionStep[]) {
  const rows = await rowsOf(steps, (step) => step.sessionsGone, [['int4', (ordinal) => ordinal]]);
  return sql.fragment`${rows} as gone (event_number, ordinal)`;
}

async function freedColumns(steps: readonly ProjectionStep[]) {
  const rows = await rowsOf(steps, (step) => step.seatsFreed, [['int4', (seat) => seat]]);
  return sql.fragment`${rows} as freed (event_number, seat)`;
}

async function takenColumns(steps: readonly ProjectionStep[]) {
  const rows = await rowsOf(steps, (step) => step.seatsTaken, [
    ['int4', (row) => row.seat],
    ['text', (row) => row.state],
    ['int4', (row) => row.owner],
    ['text', (row) => (row.holdType === null ? null : quoted(row.holdType))],
    ['int8', (row) => row.priceId],
    ['text', (row) => (row.priceName === null ? null : quoted(row.priceName))],
    ['lines', ({ properties }) => properties ?? ''],
    ['lines', ({ seat }, { reported }) => priceText(reported?.seatPrices.get(seat))],
  ]);
  return sql.fragment`
    ${rows} as taken (event_number, seat, state, owner, hold_type, price_id, price_name, properties, capture)
  `;
}

async function areaColumns(steps: readonly ProjectionStep[]) {
  const rows = await rowsOf(steps, (step) => step.areas, [
    ['int4', (row) => row.area],
    ['int4', (row) => row.available],
    ['int4', (row) => row.held],
    ['int4', (row) => row.locked],
    ['int4', (row) => row.blocked],
    ['int4', (row) => row.sold],
    ['int8', (row) => row.priceId],
    ['lines', ({ area }, { reported }) => partsText(reported?.areaParts.get(area))],
  ]);
  return sql.fragment`
    ${rows} as area_row (event_number, area, available, held, locked, blocked, sold, price_id, parts)
  `;
}

/** Sessions that are not in the step themselves keep what is stored of their other areas. Empty: there are none. */
async function ownedColumns(steps: readonly ProjectionStep[]) {
  const written = perStep((step) => new Set(step.sessions.map(({ ordinal }) => ordinal)));
  const others = perStep((step) => step.reported?.owned.filter(({ session }) => !written(step).has(session)) ?? []);
  if (steps.every((step) => others(step).length === 0)) return sql.fragment``;
  const rows = await rowsOf(steps, others, [
    ['int4', ({ session }) => session],
    ['lines', ownedText],
  ]);
  return sql.fragment`, places_owned as (
    update session_record set owned = coalesce(session_record.owned, '{}') || row.owned::jsonb
    from ${rows} as row (event_number, ordinal, owned) join moved using (event_number)
    where session_record.event_number = row.event_number and session_record.ordinal = row.ordinal
  )`;
}

/** Empty: no offer has changed. */
async function offerColumns(steps: readonly ProjectionStep[]) {
  if (steps.every(({ reported }) => reported?.offer === undefined)) return sql.fragment``;
  const rows = await rowsOf(steps, ({ reported }) => (reported?.offer === undefined ? [] : [reported.offer]), [
    ['lines', (offer) => JSON.stringify(offer)],
  ]);
  return sql.fragment`, offers as (
    insert into event_offer (event_number, body)
    select event_number, body from ${rows} as offer (event_number, body) join moved using (event_number)
    on conflict (event_number) do update set body = excluded.body
  )`;
}

/** Computes something of each step once. */
function perStep<T>(compute: (step: ProjectionStep) => T): (step: ProjectionStep) => T {
  const known = new Map<ProjectionStep, T>();
  return (step) => {
    const value = known.get(step) ?? compute(step);
    known.set(step, value);
    return value;
  };
}
