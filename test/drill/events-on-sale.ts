/**
 * Keeps events on sale during a drill: an event that is nearly sold out is audited down to its journal and replaced by
 * a new one. At the end the remaining events are audited in the same way.
 */
import { audit } from '../../bench/audit/audit.ts';
import { noEvidence } from '../../bench/audit/evidence.ts';
import type { BookingRecord, PurchaseRecord, TicketRecord } from '../../bench/load/plan.ts';
import type { Client } from '../../bench/stand/client.ts';
import { auditSessionLists } from '../soak/audit.ts';
import type { Deal } from '../soak/deal.ts';
import type { OnSale } from '../soak/event-rules.ts';
import type { History } from '../soak/history.ts';
import type { Ledger } from '../soak/ledger.ts';
import type { RandomNodeClient } from './random-node-client.ts';
import { auditRules } from './rules-audit.ts';
import { auditTold } from './told-sale.ts';

export interface EventsOnSaleParts {
  readonly ledger: Ledger;
  readonly client: RandomNodeClient;
  /** Calls with the organization's token. */
  readonly owner: Client;
  readonly makeTarget: () => Promise<OnSale>;
  readonly databaseUrl: string;
}

/** Above this share of taken seats, buyers get more conflicts than seats. */
const takenShareMax = 0.6;

export class EventsOnSale {
  private readonly parts: EventsOnSaleParts;
  /** Sessions listed and journal records replayed so far. */
  sessions = 0;
  records = 0;
  /** Releases of allotments in the audited events, by their cause. */
  readonly releases = new Map<string, number>();

  constructor(parts: EventsOnSaleParts) {
    this.parts = parts;
  }

  /** Replaces events that are nearly sold out. Call while all buyers wait, after their own audit. */
  async replaceSoldOut(): Promise<void> {
    const { ledger, makeTarget } = this.parts;
    const soldOut = ledger.targets.filter((target) => {
      const histories = ledger.histories.filter(({ eventId }) => eventId === target.eventId);
      const deals = ledger.deals.filter(({ eventId }) => eventId === target.eventId);
      const taken = [...histories, ...deals].reduce((sum, { known }) => sum + (known?.seats.length ?? 0), 0);
      return taken > target.seats.length * takenShareMax;
    });
    await this.audit(soldOut);
    for (const target of soldOut) ledger.replace(target, await makeTarget());
  }

  /** Audits these events, by default all that are on sale, down to the journal. */
  async audit(targets: readonly OnSale[] = this.parts.ledger.targets): Promise<void> {
    if (targets.length === 0) return;
    const { ledger, client, owner, databaseUrl } = this.parts;
    this.sessions += await auditSessionLists(ledger, client, targets);
    const ids = new Set(targets.map(({ eventId }) => eventId));
    const bought = ledger.histories.filter(({ eventId }) => ids.has(eventId)).flatMap(purchaseOf);
    const waited = ledger.histories.filter(({ eventId }) => ids.has(eventId)).flatMap(ticketOf);
    const booked = ledger.deals.filter(({ eventId }) => ids.has(eventId)).flatMap(bookingOf);
    const { records, findings } = await audit(databaseUrl, owner, { ...noEvidence(), bought, booked, waited });
    this.records += records;
    const rules = await auditRules(databaseUrl, targets);
    for (const [cause, count] of rules.releases) this.releases.set(cause, (this.releases.get(cause) ?? 0) + count);
    for (const finding of [...findings, ...rules.findings]) ledger.reportViolation(null, finding);
  }

  /** Compares the reports and the orders of the events that are on sale. Until an upgrade is finalized a service has none. */
  async auditNumbers(): Promise<void> {
    const { ledger, owner, databaseUrl } = this.parts;
    const ids = ledger.targets.map(({ eventId }) => eventId);
    for (const finding of await auditTold(databaseUrl, owner, ids)) ledger.reportViolation(null, finding);
  }
}

/**
 * The purchase of a session that is confirmed, or that may be: a call without an answer may still take effect while the
 * journal is read, unless the last audit has seen its effect.
 */
function purchaseOf(history: History): PurchaseRecord[] {
  const { eventId, sessionId, known, pending, hasTakenEffect } = history;
  const possible = hasTakenEffect ? [history.afterPending()] : [known, history.afterPending()];
  const seen = possible.filter((one) => one !== null).find(({ state }) => state === 'CONFIRMED');
  if (seen === undefined || sessionId === null) return [];
  const { seats, places, reference } = seen;
  const outcome = pending === null || hasTakenEffect ? 'confirmed' : 'unknown';
  return [{ eventId, sessionId, seats, places, reference: reference ?? '', outcome }];
}

/** What a box office certainly has; seats that it has given back may belong to anybody. */
function bookingOf({ eventId, known, pending }: Deal): BookingRecord[] {
  if (known.state === 'NONE' || pending !== null) return [];
  return [{ eventId, seats: known.seats, states: [known.state] }];
}

function ticketOf({ eventId, pass, ticket, sessionId }: History): TicketRecord[] {
  return pass === null || ticket === null ? [] : [{ eventId, ticket: pass, position: ticket.position, sessionId }];
}
