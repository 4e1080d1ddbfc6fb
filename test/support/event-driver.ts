/**
 * One event's state, driven through `decide` and `apply` as its actor does it: one journal record for each command, no
 * I/O. Seat ids and indices differ on purpose: row A is 101…, row B 201…, areas are 9001….
 */

import { stepAllotments } from '#actors/due-work.ts';
import { apply, replay, sealRecord } from '#domain/apply.ts';
import type { RequestKey } from '#domain/call-context.ts';
import { everythingInForce } from '#domain/cluster-version.ts';
import type { BookingCommand, Command } from '#domain/command.ts';
import { decide, replyOf } from '#domain/decide.ts';
import { EventState } from '#domain/event-state.ts';
import type { EventStatus, Fact, JournalRecord } from '#domain/fact.ts';
import { type EventImage, imageOf } from '#domain/image.ts';
import type { KeyMemory } from '#domain/keys/key-memory.ts';
import type { SpentPasses } from '#domain/passes/spent-passes.ts';
import type { Policy } from '#domain/policy.ts';
import type { Refusal } from '#domain/refusal.ts';
import type { Answer } from '#domain/reply.ts';
import { SeatMap } from '#domain/seats/seat-map.ts';
import type { BestWish, BookingSelection, Selection } from '#domain/selection.ts';
import type { Session } from '#domain/session/session.ts';
import type { PlannedUnit } from '#domain/units/unit.ts';
import { geometryOf, type HallPlan } from './hall-geometry.ts';
import { seatLines } from './seat-lines.ts';

export const organizationId = 7;
export const eventId = '0c9f2f0e-6a52-4d3e-9d5b-0a6c1f0e7a11';

export const policy: Policy = {
  organizationId,
  publicSessionsEnabled: true,
  salesControlEnabled: true,
  orphanSeatPrevention: false,
  lockMs: 900_000,
  holdTypes: {
    HOUSE: { ttlMs: null, validState: 'BLOCKED' },
    BRIEF: { ttlMs: 60_000, validState: 'LOCKED' },
    FOREVER: { ttlMs: null, validState: 'LOCKED' },
  },
  holdMs: 900_000,
  graceMs: 600_000,
  maxSeats: 10,
  emptySessionsMax: 100_000,
  ticketsMax: 2_000_000,
  clusterVersion: everythingInForce,
};

export interface Hall extends Partial<HallPlan> {
  /** Capacities of the areas. */
  readonly areas?: readonly number[];
  readonly status?: EventStatus;
  readonly policy?: Partial<Policy>;
  /** With lower bounds than those of an event. */
  readonly memories?: { readonly keys?: KeyMemory; readonly passes?: SpentPasses };
  readonly units?: readonly PlannedUnit[];
  /** Price names of rows and areas in turn; an empty list leaves everything unpriced. */
  readonly prices?: readonly string[];
}

const defaultHall = { rows: [10, 4], areas: [20, 5], prices: ['50 EUR', '12.50', '0.10 standing', '7'] };

export function seatMapOf(
  rows: readonly number[],
  areas: readonly number[],
  units: readonly PlannedUnit[] = [],
): SeatMap {
  const firsts = rows.map((_, row) => rows.slice(0, row).reduce((sum, count) => sum + count, 0));
  return SeatMap.from({
    size: rows.reduce((sum, count) => sum + count, 0),
    idRuns: rows.map((count, row) => [101 + row * 100, firsts[row] as number, count] as const),
    rowFirsts: firsts,
    areas: areas.map((capacity, index) => ({ id: 9001 + index, name: `Area ${index + 1}`, capacity })),
    units,
  });
}

/** The same with its geometry. */
function placedSeatMapOf(plan: HallPlan, areas: readonly number[], units: readonly PlannedUnit[] = []): SeatMap {
  const seatMap = seatMapOf(plan.rows, areas, units);
  seatMap.place(geometryOf(plan));
  return seatMap;
}

export class EventDriver {
  readonly state: EventState;
  policy: Policy;
  now = 1_800_000_000_000;
  readonly records: JournalRecord[] = [];
  #sessions = 0;

  constructor(hall: Hall = {}) {
    const rows = hall.rows ?? defaultHall.rows;
    const areas = hall.areas ?? defaultHall.areas;
    this.policy = { ...policy, ...hall.policy };
    this.state = new EventState(placedSeatMapOf({ ...hall, rows }, areas, hall.units), hall.memories);
    const opened = { type: 'opened', event: eventId, status: hall.status ?? 'PUBLISHED' } as const;
    this.replayRecord({ seq: 1, epoch: 1, at: this.now, facts: [opened] });
    this.#assignPrices(hall.prices ?? defaultHall.prices);
  }

  /** Decides at `now` and applies the facts; adds one record if there are any. */
  ask(command: Command): Answer {
    const { state, now } = this;
    const facts: Fact[] = [];
    this.#stepAllotments(facts);
    const decision = decide(state, command, now, this.policy);
    this.#apply(decision.facts, facts);
    const reply = decision.ok ? replyOf(state, command, decision, now, this.policy) : null;
    this.#stepAllotments(facts);
    if (facts.length > 0) {
      this.records.push({ seq: state.seq + 1, epoch: 1, at: now, facts });
      sealRecord(state, state.seq + 1, 1, now);
    }
    const replay = decision.isReplay === undefined ? {} : { isReplay: decision.isReplay };
    return decision.ok && reply !== null
      ? { ok: true, reply, ...replay }
      : { ok: false, refusal: (decision as { readonly refusal: Refusal }).refusal, ...replay };
  }

  #apply(decided: readonly Fact[], facts: Fact[]): void {
    const { state, now } = this;
    for (const fact of decided) apply(state, fact, now, state.seq + 1);
    facts.push(...decided);
  }

  /** Before and after a command, as the actor does it in each turn. */
  #stepAllotments(facts: Fact[]): void {
    const { state, now } = this;
    stepAllotments(state, facts, (command) => {
      this.#apply(decide(state, command, now, this.policy).facts, facts);
    });
  }

  /** Replays a record of another event state. */
  replayRecord(record: JournalRecord): void {
    this.records.push(record);
    replay(this.state, record);
  }

  /** Creates a session and returns its id. */
  create(name = `s${++this.#sessions}`): string {
    this.ask({ kind: 'create-session', sessionId: name, keyHash: `key of ${name}` });
    return name;
  }

  session(id: string): Session {
    const session = this.state.sessions.get(id);
    if (session === undefined) throw new Error(`no session ${id}`);
    return session;
  }

  lock(sessionId: string, seats: readonly number[], areas: readonly (readonly [number, number])[] = []): Answer {
    return this.ask({ kind: 'lock-session', sessionId, selection: selectionOf(seats, areas) });
  }

  /** Locks the best available seats. */
  lockBest(sessionId: string, wish: Partial<BestWish>): Answer {
    const selection = { ...selectionOf([]), best: wishOf(wish) };
    return this.ask({ kind: 'lock-session', sessionId, selection });
  }

  /** A lock that asks for alternatives. */
  lockOrSuggest(sessionId: string, seats: readonly number[]): Answer {
    return this.ask({ kind: 'lock-session', sessionId, selection: { ...selectionOf(seats), suggest: true } });
  }

  unlock(sessionId: string, seats: readonly number[], areas: readonly (readonly [number, number])[] = []): Answer {
    return this.ask({ kind: 'unlock-session', sessionId, selection: selectionOf(seats, areas) });
  }

  checkout(sessionId: string, seats: readonly number[] = []): Answer {
    return this.ask({ kind: 'checkout-session', sessionId, selection: selectionOf(seats) });
  }

  cancel(sessionId: string, startOver = false): Answer {
    return this.ask({ kind: 'cancel-session', sessionId, body: { startOver } });
  }

  confirm(sessionId: string, reference: string | null = null): Answer {
    return this.ask({ kind: 'confirm-session', organizationId, sessionId, body: { reference, properties: null } });
  }

  release(sessionId: string): Answer {
    return this.ask({ kind: 'release-session', organizationId, sessionId });
  }

  book(
    kind: BookingCommand['kind'],
    seats: readonly number[],
    areas: readonly (readonly [number, number])[] = [],
    { holdType = null, key = null }: { holdType?: string | null; key?: RequestKey | null } = {},
  ): Answer {
    const selection: BookingSelection = { ...selectionOf(seats, areas), holdType, label: null };
    return this.ask({ kind, selection, key });
  }

  /** Expires sessions and locks that are past their deadlines, as the sweep does. */
  sweep(): Answer {
    return this.ask({
      kind: 'expire',
      sessions: [...this.state.sessionsByOrdinal.keys()],
      locks: [...this.state.locks.keys()],
    });
  }

  /** The state of a seat, by its id: `ACTIVE`, `LOCKED`, `SOLD` or `BLOCKED`; `gone` if it was removed. */
  seat(id: number): string {
    return this.state.seats.stateOf(this.state.seatMap.indexOf(id)) ?? 'gone';
  }

  image(): EventImage {
    return imageOf(this.state);
  }

  #assignPrices(names: readonly string[]): void {
    if (names.length === 0) return;
    const { seatMap } = this.state;
    const prices = names.map((name, index) => ({ id: index + 1, name, externalId: null }));
    this.ask({ kind: 'define-prices', prices });
    const priceOf = (index: number): number => (index % names.length) + 1;
    const ids = Array.from({ length: seatMap.size }, (_, index) => seatMap.idAt(index));
    const seats = ids.map((id) => ({ objectId: id, assignmentId: priceOf(Math.floor(id / 100) - 1) }));
    const groupOfSeats = seatMap.areas.map(({ id }) => ({
      objectId: id,
      assignmentId: priceOf(id - 9001 + 2),
      activeCount: null,
    }));
    this.ask({ kind: 'assign-prices', seats: seatLines(seats), groupOfSeats });
  }
}

export function wishOf(wish: Partial<BestWish>): BestWish {
  return { count: 1, accessible: 0, priceIds: null, sectionIds: null, together: true, ...wish };
}

export function selectionOf(seats: readonly number[], areas: readonly (readonly [number, number])[] = []): Selection {
  return { seats, groupOfSeats: areas.map(([id, capacity]) => ({ id, capacity })) };
}

/** A refusal's code, `done`, `true` or `false` of a booking, or a session's state. */
export function outcomeOf(answer: Answer): string {
  if (!answer.ok) return answer.refusal.code;
  const { reply } = answer;
  if (reply.kind === 'session') return reply.session.state;
  return reply.kind === 'booked' ? String(reply.done) : reply.kind;
}

/** The refusal of an answer that must be one. */
export function refusalOf(answer: Answer): Refusal {
  if (answer.ok) throw new Error(`not refused: ${JSON.stringify(answer.reply)}`);
  return answer.refusal;
}
