/**
 * The statement that writes the projection of several events: by compare-and-set on `projected_seq`, and only records
 * that the journal holds under the writer's own token. It takes no lock that an append or a take-over needs. The only
 * lock it may wait for is that of an event's row whose status has changed.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { ProjectionStep } from '#actors/ports.ts';
import { sessionCells } from '#codec/stored-session.ts';
import { cartSize } from '#domain/session/session.ts';
import { insertBatches, packed } from '../feed/feed-batches.ts';

/** Encoding this many rows takes 1 to 2 ms. */
const rowsPerTurn = 500;

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

/** Writes the steps in one autocommit statement. */
export async function writeSteps(pool: DatabasePool, steps: readonly ProjectionStep[]): Promise<WrittenSteps> {
  const sessions = await sessionColumns(steps);
  const gone = await goneColumns(steps);
  const freed = await freedColumns(steps);
  const taken = await takenColumns(steps);
  const areas = await areaColumns(steps);
  const batches = await packed(
    steps.flatMap(({ ownership: { eventNumber }, feed }) => (feed === undefined ? [] : [{ eventNumber, feed }])),
  );
  const hasChanges = batches.length > 0;
  const written = await pool.one(sql.type(writtenRow)`
    with step as materialized (
      select step.* from ${stepColumns(steps)} join event_projection using (event_number)
      for no key update of event_projection skip locked
    ), moved as (
      update event_projection as projection set projected_seq = step.to_seq, next_deadline = step.next_deadline
      from step join journal on journal.event_number = step.event_number and journal.seq = step.to_seq
      where projection.event_number = step.event_number and projection.projected_seq = step.from_seq
        and (journal.token = step.token or step.to_seq <= step.head_seq)
      returning step.event_number, step.place, step.to_seq, step.status
    ), statuses as (
      update event set status = moved.status, status_seq = moved.to_seq
      from moved where event.number = moved.event_number and moved.status is not null and event.status_seq < moved.to_seq
    ), sessions as (
      insert into session_record (
        event_number, ordinal, id, state, reference, properties, cart, cart_size, created_at, deadline, seq
      )
      select
        event_number, ordinal, id, state, substr(nullif(reference, ''), 2), nullif(properties, ''), cart, cart_size,
        created_at, deadline, seq
      from ${sessions} join moved using (event_number)
      on conflict (event_number, ordinal) do update set
        state = excluded.state, reference = excluded.reference, properties = excluded.properties, cart = excluded.cart,
        cart_size = excluded.cart_size, deadline = excluded.deadline, seq = excluded.seq
    ), sessions_gone as (
      delete from session_record using ${gone} join moved using (event_number)
      where session_record.event_number = gone.event_number and session_record.ordinal = gone.ordinal
    ), seats_freed as (
      delete from seat_booking using ${freed} join moved using (event_number)
      where seat_booking.event_number = freed.event_number and seat_booking.seat = freed.seat
    ), seats_taken as (
      insert into seat_booking (event_number, seat, state, owner, hold_type, price_id, price_name, properties)
      select event_number, seat, state, owner, hold_type, price_id, price_name, nullif(properties, '')
      from ${taken} join moved using (event_number)
      on conflict (event_number, seat) do update set
        state = excluded.state, owner = excluded.owner, hold_type = excluded.hold_type, price_id = excluded.price_id,
        price_name = excluded.price_name, properties = excluded.properties
    ), areas as (
      insert into area_booking (event_number, area, available, held, locked, blocked, sold, price_id)
      select event_number, area, available, held, locked, blocked, sold, price_id
      from ${areas} join moved using (event_number)
      on conflict (event_number, area) do update set
        available = excluded.available, held = excluded.held, locked = excluded.locked, blocked = excluded.blocked,
        sold = excluded.sold, price_id = excluded.price_id
    ) ${hasChanges ? insertBatches(batches) : sql.fragment``}
    select string_agg(place::text, ',') as places ${hasChanges ? fedOrganizations : sql.fragment``} from moved
  `);
  return writtenOf(written);
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
      ${column((step) => step.status ?? null)}::text[]
    ) with ordinality as step (event_number, from_seq, to_seq, token, head_seq, next_deadline, status, place)
  `;
}

async function sessionColumns(steps: readonly ProjectionStep[]) {
  const { id, ordinal, state, reference, properties, cart, createdAt, deadline, seq } = sessionCells;
  const rows = await rowsOf(steps, (step) => step.sessions, [
    ['int4', ordinal],
    ['uuid', id],
    ['text', state],
    ['int4', cartSize],
    ['int8', createdAt],
    ['int8', deadline],
    ['int8', seq],
    // An empty line means null, so a reference is prefixed with `=`.
    ['lines', (session) => (session.reference === null ? '' : `=${reference(session)}`)],
    ['lines', (session) => properties(session) ?? ''],
    ['lines', cart],
  ]);
  return sql.fragment`
    ${rows} as session (
      event_number, ordinal, id, state, cart_size, created_at, deadline, seq, reference, properties, cart
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
  ]);
  return sql.fragment`
    ${rows} as taken (event_number, seat, state, owner, hold_type, price_id, price_name, properties)
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
  ]);
  return sql.fragment`${rows} as area_row (event_number, area, available, held, locked, blocked, sold, price_id)`;
}

type Cell = string | number | null;

/** Cells are already quoted where needed. Cells of type `lines` hold no raw line break: JSON escapes it. */
type Column<T> = readonly [type: 'int4' | 'int8' | 'uuid' | 'text' | 'lines', cell: (row: T) => Cell];

/** The event number and the given columns of all rows, as an `unnest` call for `from`. Yields to the event loop. */
async function rowsOf<T>(
  steps: readonly ProjectionStep[],
  member: (step: ProjectionStep) => readonly T[],
  columns: readonly Column<T>[],
) {
  const numbers = new ColumnText(',');
  const texts = columns.map(([type]) => new ColumnText(type === 'lines' ? '\n' : ','));
  let rows = 0;
  for (const step of steps) {
    for (const row of member(step)) {
      numbers.add(step.ownership.eventNumber);
      columns.forEach(([, cell], place) => {
        texts[place]?.add(cell(row) ?? 'null');
      });
      if (++rows % rowsPerTurn !== 0) continue;
      for (const text of [numbers, ...texts]) text.join();
      await new Promise(setImmediate);
    }
  }
  const arrays = columns.map(([type], place) => {
    const text = texts[place]?.join() ?? '';
    if (type === 'lines') return sql.fragment`string_to_array(${text}, E'\n')`;
    return sql.fragment`${`{${text}}`}::${sql.identifier([type])}[]`;
  });
  return sql.fragment`unnest(${`{${numbers.join()}}`}::int4[], ${sql.join(arrays, sql.fragment`, `)})`;
}

/** The cells of a column as one text, joined piece by piece: joining 30,000 at once would take some milliseconds. */
class ColumnText {
  readonly #separator: string;
  #cells: Cell[] = [];
  #text: string | null = null;

  constructor(separator: string) {
    this.#separator = separator;
  }

  add(cell: Cell): void {
    this.#cells.push(cell);
  }

  /** The text of all cells so far. */
  join(): string {
    if (this.#cells.length > 0) {
      const piece = this.#cells.join(this.#separator);
      this.#text = this.#text === null ? piece : this.#text + this.#separator + piece;
      this.#cells = [];
    }
    return this.#text ?? '';
  }
}

function arrayOf(values: readonly Cell[]): string {
  return `{${values.join(',')}}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
