/** Short constructors for commands. */
import type { Command } from '#domain/command.ts';
import { organizationId, selectionOf } from './event-driver.ts';

export const create = (sessionId: string, keyHash = `key of ${sessionId}`): Command => ({
  kind: 'create-session',
  sessionId,
  keyHash,
});

export const get = (sessionId: string): Command => ({ kind: 'get-session', sessionId });

export const lock = (sessionId: string, ...seats: number[]): Command => ({
  kind: 'lock-session',
  sessionId,
  selection: selectionOf(seats),
});

export const checkout = (sessionId: string): Command => ({
  kind: 'checkout-session',
  sessionId,
  selection: selectionOf([]),
});

export const cancel = (sessionId: string): Command => ({
  kind: 'cancel-session',
  sessionId,
  body: { startOver: true },
});

export const confirm = (sessionId: string, reference: string | null = null): Command => ({
  kind: 'confirm-session',
  organizationId,
  sessionId,
  body: { reference, properties: null },
});

export const release = (sessionId: string): Command => ({ kind: 'release-session', organizationId, sessionId });

export const book = (kind: 'lock-seats' | 'unlock-seats' | 'sell-seats', ...seats: number[]): Command => ({
  kind,
  selection: { ...selectionOf(seats), holdType: null, label: null },
  key: null,
});

export const inventory: Command = { kind: 'read-inventory' };
