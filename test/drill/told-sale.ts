/**
 * Compares the numbers that an organization reads of an event with its replayed journal: its report, and the sums of its orders. Call
 * while all buyers wait.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { EventState } from '#domain/event-state.ts';
import { eventProgress } from '#storage/audit/replayed-event.ts';
import { createPool } from '#storage/database/pool.ts';
import { progressOf } from '../../bench/audit/catch-up.ts';
import { replayEvent } from '../../bench/audit/replayed-event.ts';
import type { Client } from '../../bench/stand/client.ts';
import { silentLog } from '../../bench/stand/silent-log.ts';
import { naiveReport } from '../support/naive-report.ts';
import { answeredReport, replayedReport } from '../support/replayed-report.ts';

const groupings = ['status', 'section', 'price', 'ticketType', 'allotment', 'release', 'channel'] as const;
const settleMs = 30_000;
const pollMs = 100;
const ordersPerPage = 100;

interface Order {
  readonly lines: readonly { readonly places: number; readonly ticketType?: string }[];
  readonly amount?: number;
}

/** One line for each number that differs. */
export async function auditTold(databaseUrl: string, owner: Client, eventIds: readonly string[]): Promise<string[]> {
  const pool = await createPool(databaseUrl, { maximumPoolSize: 1, statementTimeoutMs: null, log: silentLog });
  const found: string[] = [];
  try {
    for (const eventId of eventIds) {
      const until = performance.now() + settleMs;
      for (;;) {
        const { head } = await progressOf(pool, eventId);
        const { rows } = await owner.demand({ method: 'GET', path: reportPath(eventId) });
        const orders = await ordersOf(owner, eventId);
        const { eventNumber, state } = await replayEvent(pool, eventId);
        const schemaId = (await eventProgress(pool, eventNumber))?.schemaId ?? 0;
        const due = await replayedReport(pool, schemaId, state, groupings);
        // A hold has run out meanwhile, or a cut call still ran.
        if ((await progressOf(pool, eventId)).head !== head && performance.now() < until) {
          await pause(pollMs);
          continue;
        }
        const told = [...differences(answeredReport(rows, groupings), due), ...orderDifferences(orders, state)];
        found.push(...told.map((line) => `event ${eventId}: ${line}`));
        break;
      }
    }
  } finally {
    await pool.end();
  }
  return found;
}

function reportPath(eventId: string): string {
  return `/api/private/v2.0/events/${eventId}/report/?by=${groupings.join(',')}`;
}

async function ordersOf(owner: Client, eventId: string): Promise<readonly Order[]> {
  const orders: Order[] = [];
  for (let page = 0; ; page++) {
    const path = `/api/private/v2.0/events/${eventId}/orders/?page=${page}&size=${ordersPerPage}`;
    const { content, totalPages } = await owner.demand({ method: 'GET', path });
    orders.push(...content);
    if (page + 1 >= totalPages) return orders;
  }
}

function differences(told: ReadonlyMap<string, string>, due: ReadonlyMap<string, string>): string[] {
  const names = [...new Set([...told.keys(), ...due.keys()])].filter((name) => told.get(name) !== due.get(name));
  return names.map((name) => `the report has ${told.get(name)} of ${name}, the journal ${due.get(name)}`);
}

/** Seats and places that sessions have bought, their ticket types and amounts, and how many sessions have. */
export function orderDifferences(orders: readonly Order[], state: EventState): string[] {
  const places = orders.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.places, 0);
  let bought = state.areas.reduce((sum, { sold, soldPrivately }) => sum + sold - soldPrivately, 0);
  state.seats.sold.forEach((seat) => {
    if (state.seats.ownerOf(seat) > 0) bought += 1;
  });
  const confirmed = [...state.sessions.values()].filter((session) => session.state === 'CONFIRMED').length;
  return [
    ...(places === bought ? [] : [`the orders have ${places} seats and places, the journal ${bought}`]),
    ...typeDifferences(orders, state),
    ...(orders.length === confirmed ? [] : [`there are ${orders.length} orders, and ${confirmed} in the journal`]),
  ];
}

/** Places by ticket type, and money: in the orders, and in the report that follows from the journal. */
function typeDifferences(orders: readonly Order[], state: EventState): string[] {
  const told = new Map<string, number>();
  for (const { places, ticketType = '-' } of orders.flatMap(({ lines }) => lines))
    told.set(ticketType, (told.get(ticketType) ?? 0) + places);
  const due = new Map<string, number>();
  let owed = 0;
  for (const [key, row] of naiveReport(state, () => '', ['status', 'channel', 'ticketType'])) {
    const [status, channel, type = '-'] = key.split('|');
    if (status !== 'SOLD' || channel !== 'SESSION') continue;
    const [places = '0', , , money = ''] = row.split(' ');
    due.set(type, (due.get(type) ?? 0) + Number(places));
    owed += Number(money.slice('EUR='.length));
  }
  const paid = orders.reduce((sum, { amount = 0 }) => sum + amount, 0);
  const names = [...new Set([...told.keys(), ...due.keys()])];
  return [
    ...names
      .filter((name) => (told.get(name) ?? 0) !== (due.get(name) ?? 0))
      .map((name) => `the orders have ${told.get(name) ?? 0} of type ${name}, the journal ${due.get(name) ?? 0}`),
    ...(paid === owed ? [] : [`the orders come to ${paid}, the journal to ${owed}`]),
  ];
}
