/** Converts steps of a random history into commands. */

import type { Command } from '#domain/command.ts';
import { noSeatLines } from '#domain/pricing/seat-lines.ts';
import { type EventDriver, organizationId, selectionOf } from './event-driver.ts';
import type { Step } from './random-history.ts';
import { seatLines } from './seat-lines.ts';

/** The command of a step; null for a step without a command, such as passing time. */
export function commandOf(one: Step, driver: EventDriver): Command | null {
  switch (one.kind) {
    case 'create':
      return { kind: 'create-session', sessionId: one.sessionId, keyHash: one.key };
    case 'lock':
    case 'unlock':
    case 'checkout': {
      const { sessionId: id } = one;
      return { kind: `${one.kind}-session`, sessionId: id, selection: selectionOf(one.seats, one.places) };
    }
    case 'cancel':
      return one.startOver === null
        ? { kind: 'withdraw-session', organizationId, sessionId: one.sessionId }
        : { kind: 'cancel-session', sessionId: one.sessionId, body: { startOver: one.startOver } };
    case 'confirm': {
      const body = { reference: one.reference, properties: null, reclaim: one.isLate };
      return { kind: 'confirm-session', organizationId, sessionId: one.sessionId, body };
    }
    case 'release':
      return { kind: 'release-session', organizationId, sessionId: one.sessionId, by: 'KEY:private-key' };
    case 'exchange': {
      const body = { release: selectionOf(one.seats, one.places), take: selectionOf(one.wanted) };
      return { kind: 'exchange-session', organizationId, sessionId: one.sessionId, body };
    }
    case 'erase':
      return { kind: 'erase-session', organizationId, sessionId: one.sessionId };
    case 'book': {
      const selection = { ...selectionOf(one.seats, one.places), holdType: one.holdType, label: null };
      const bodyHash = JSON.stringify([one.call, one.seats, one.places, one.holdType]);
      return { kind: one.call, selection, key: one.key === null ? null : { keyHash: one.key, bodyHash } };
    }
    case 'each': {
      const selection = { ...selectionOf(one.seats, one.places), holdType: null, label: null };
      const bodyHash = JSON.stringify(['each', one.call, one.seats, one.places]);
      return { kind: one.call, mode: 'each', selection, key: one.key === null ? null : { keyHash: one.key, bodyHash } };
    }
    case 'clean':
      return { kind: 'clean-assignments' };
    case 'amounts':
      return {
        kind: 'assign-amounts',
        isClean: one.isClean,
        prices: [{ id: 1000 + driver.records.length, name: String(one.amount) }],
        seats: seatLines(one.seats.map((objectId) => ({ objectId, price: 0 }))),
        groupOfSeats: one.places.map(([id, capacity]) => ({ id, capacity, price: 0 })),
      };
    case 'clear':
      return { kind: 'clear-prices', seats: one.seats, groupOfSeats: one.areas };
    case 'offer': {
      const assignmentId = ((one.area - 9001 + 2) % 4) + 1;
      const line = { objectId: one.area, assignmentId, activeCount: one.count };
      return { kind: 'assign-prices', seats: noSeatLines, groupOfSeats: [line] };
    }
    default:
      return null;
  }
}
