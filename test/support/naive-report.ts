/**
 * A report as its page in the documentation tells it, counted place by place from a state that a replay of the journal has
 * made. Knows nothing of the projection. Rows are texts: the groups, then places, unoccupied places, units and money.
 */
import type { Share } from '#domain/allotments/area-shares.ts';
import type { PlaceRelease } from '#domain/allotments/part-releases.ts';
import type { EventState } from '#domain/event-state.ts';
import type { PriceCapture } from '#domain/pricing/price.ts';
import { isLive, type Session } from '#domain/session/session.ts';
import type { Grouping } from '#reports/groups.ts';

interface NaivePlace {
  readonly groups: Readonly<Record<Grouping, string | null>>;
  readonly price: PriceCapture | null;
  readonly isMoney: boolean;
  readonly isUnit: boolean;
}

/** By the group: `places unoccupied units EUR=… cents`. `sectionOf`: the name of a seat's section, by its index. */
export function naiveReport(
  state: EventState,
  sectionOf: (seat: number) => string,
  by: readonly Grouping[],
): ReadonlyMap<string, string> {
  const rows = new Map<string, { places: number; free: number; units: number; cents: number; money: number }>();
  let row = { places: 0, free: 0, units: 0, cents: 0, money: 0 };
  let last: NaivePlace['groups'] | null = null;
  for (const { groups, price, isMoney, isUnit } of placesOf(state, sectionOf)) {
    // The places of an area share their groups, and there can be a million of them.
    if (groups !== last) {
      const key = by.map((name) => groups[name] ?? '-').join('|');
      row = rows.get(key) ?? { places: 0, free: 0, units: 0, cents: 0, money: 0 };
      rows.set(key, row);
      last = groups;
    }
    row.places++;
    row.units += isUnit ? 1 : 0;
    if (!isMoney || price === null) continue;
    row.free += price.unoccupied === undefined ? 0 : 1;
    row.cents += price.cents ?? 0;
    row.money += price.amount ?? 0;
  }
  return new Map(
    Array.from(rows, ([key, { places, free, units, cents, money }]) => [
      key,
      `${places} ${free} ${units} EUR=${money} ${cents}`,
    ]),
  );
}

function* placesOf(state: EventState, sectionOf: (seat: number) => string): Generator<NaivePlace> {
  const lines = new Map<number, PriceCapture>();
  const sessions = [...state.sessions.values()].filter((one) => isLive(one) || one.state === 'CONFIRMED');
  for (const session of sessions) {
    for (const { seat, price } of session.seats) {
      if (state.seats.ownerOf(seat) === session.ordinal) lines.set(seat, price);
    }
  }
  const heads = new Set(state.units?.list.filter(({ booking }) => booking === 'WHOLE').map(({ seats }) => seats[0]));
  for (let seat = 0; seat < state.seats.size; seat++) {
    const status = state.seats.stateOf(seat);
    if (status === null || (status === 'ACTIVE' && state.seats.leaving.has(seat))) continue;
    const owner = state.seats.ownerOf(seat);
    const present = state.prices.bySlot(state.seats.priceSlotOf(seat))?.capture ?? null;
    const price =
      owner > 0 ? (lines.get(seat) ?? null) : status === 'ACTIVE' ? present : (state.tickets.ofSeat(seat) ?? present);
    yield {
      groups: {
        ...groupsOf(
          state,
          status === 'ACTIVE' ? 'AVAILABLE' : status,
          price,
          owner > 0 ? channelOf(state.sessionsByOrdinal.get(owner)) : null,
        ),
        section: sectionOf(seat),
        allotment: allotmentName(state, state.allotments?.slotOf(seat) ?? 0),
        release: releaseName(state, state.allotments?.releaseOf(seat) ?? null),
      },
      price,
      isMoney: status === 'LOCKED' || status === 'SOLD',
      isUnit: heads.has(seat),
    };
  }
  for (const index of state.areas.keys()) yield* placesOfArea(state, index, sessions);
}

/** Null: of the organization itself. */
type SessionChannel = 'SESSION' | 'BOX_OFFICE' | null;

/** A session that has left memory was a buyer's in these histories. */
function channelOf(session: Session | undefined): SessionChannel {
  return session?.counter === true ? 'BOX_OFFICE' : 'SESSION';
}

function groupsOf(state: EventState, status: string, price: PriceCapture | null, channel: SessionChannel) {
  const own = status === 'SOLD' ? 'PRIVATE_SALE' : status === 'AVAILABLE' ? null : 'BOX_OFFICE';
  return {
    status,
    price: price === null ? null : (state.prices.byId(price.id)?.name ?? price.name),
    ticketType: price?.ticketType?.name ?? null,
    channel: channel ?? own,
  };
}

function allotmentName({ allotments }: EventState, slot: number): string | null {
  return allotments?.bySlot(slot)?.name ?? null;
}

function releaseName(state: EventState, release: PlaceRelease | null): string | null {
  return release === null ? null : `${release.cause} from ${allotmentName(state, release.slot)}`;
}

/** What a report tells of the allotment of a place. */
interface Kept {
  readonly allotment: string | null;
  readonly release: string | null;
}

const notKept: Kept = { allotment: null, release: null };

function keptIn(state: EventState, share: Share): Kept {
  return {
    allotment: allotmentName(state, state.allotments?.slotOfShare(share) ?? 0),
    release: releaseName(state, state.allotments?.releaseOfShare(share) ?? null),
  };
}

function* placesOfArea(state: EventState, index: number, sessions: readonly Session[]): Generator<NaivePlace> {
  const area = state.areaAt(index);
  const present = state.prices.bySlot(area.priceSlot)?.capture ?? null;
  function* some(
    count: number,
    status: string,
    price: PriceCapture | null,
    kept: Kept,
    channel: SessionChannel = null,
  ): Generator<NaivePlace> {
    const groups = { ...groupsOf(state, status, price, channel), section: area.name, ...kept };
    const one = { groups, price, isMoney: status === 'LOCKED' || status === 'SOLD', isUnit: false };
    for (let place = 0; place < count; place++) yield one;
  }
  let free = area.available;
  for (const share of state.allotments?.shares.of(index) ?? []) {
    const count = Math.max(0, Math.min(free, share.places - share.takenTotal));
    free -= count;
    yield* some(count, 'AVAILABLE', present, keptIn(state, share));
  }
  yield* some(free, 'AVAILABLE', present, notKept);
  yield* ownPlaces(state, index, some, present);
  for (const session of sessions) yield* placesOfSession(state, index, session, some);
}

type Some = (
  count: number,
  status: string,
  price: PriceCapture | null,
  kept: Kept,
  channel?: SessionChannel,
) => Generator<NaivePlace>;

function* ownPlaces(state: EventState, index: number, some: Some, present: PriceCapture | null): Generator<NaivePlace> {
  const area = state.areaAt(index);
  const left: Record<string, number> = { LOCKED: area.locked, BLOCKED: area.blocked, SOLD: area.soldPrivately };
  for (const [price, count] of state.tickets.capturesOf(index, 0)) {
    left.SOLD! -= count;
    yield* some(count, 'SOLD', price, notKept);
  }
  for (const { area: of, price, remaining, isBlocking } of state.locks.values()) {
    if (of !== index || price === undefined) continue;
    const status = isBlocking ? 'BLOCKED' : 'LOCKED';
    left[status]! -= remaining;
    yield* some(remaining, status, price, notKept);
  }
  for (const [status, count] of Object.entries(left)) yield* some(count, status, present, notKept);
}

/** One place at a time: what a purchase still has, the first lines first, and of allotments the first shares first. */
function* placesOfSession(state: EventState, index: number, session: Session, some: Some): Generator<NaivePlace> {
  if (session.lost?.areas.includes(index)) return;
  const isBought = session.state === 'CONFIRMED';
  const typed = new Map(
    state.tickets.capturesOf(index, session.ordinal).map(([price, count]) => [JSON.stringify(price), count]),
  );
  const typedCount = [...typed.values()].reduce((sum, count) => sum + count, 0);
  let untyped = isBought
    ? state.areaAt(index).purchases.placesOf(session.ordinal) - typedCount
    : Number.POSITIVE_INFINITY;
  const given = (state.allotments?.shares.of(index) ?? []).flatMap((share) =>
    new Array<Kept>(share.taken.get(session.ordinal) ?? 0).fill(keptIn(state, share)),
  );
  for (const { area, capacity, price } of session.areas) {
    if (area !== index) continue;
    const isTyped = price.ticketType !== undefined;
    const count = isTyped ? (typed.get(JSON.stringify(price)) ?? 0) : Math.min(capacity, untyped);
    if (!isTyped) untyped -= count;
    for (let place = 0; place < count; place++) {
      yield* some(1, isBought ? 'SOLD' : 'LOCKED', price, given.shift() ?? notKept, channelOf(session));
    }
  }
}
