/** For every command, whether it may be sent again if its answer was lost. */

import type { BookingCommand, Command } from '#domain/command.ts';
import { isReadOnly, isRetryable } from '#domain/commands/registry.ts';
import { noSeatLines } from '#domain/pricing/seat-lines.ts';
import { openAdmission } from '#domain/queue/admission.ts';
import { wishOf } from '../support/event-driver.ts';

const sessionId = 's1';
const organizationId = 1;
const nothing = { seats: [], groupOfSeats: [] };
const places = { seats: [1], groupOfSeats: [{ id: 5, capacity: 1 }] };
const invalid = { invalid: 'VALIDATION_FAILED', detail: 'no', errors: [] } as const;
const selection = { ...places, holdType: null, label: null };
const key = { keyHash: 'k', bodyHash: 'b' };
const kinds: readonly BookingCommand['kind'][] = [
  'lock-seats',
  'unlock-seats',
  'sell-seats',
  'sell-locks',
  'revert-sales',
  'block-seats',
  'unblock-seats',
];

const looking: readonly Command[] = [
  { kind: 'get-session', sessionId },
  { kind: 'read-session', organizationId, sessionId },
  { kind: 'read-prices' },
  { kind: 'read-inventory' },
  { kind: 'read-sequence' },
  { kind: 'read-availability' },
  { kind: 'read-offer', known: null },
  { kind: 'read-template' },
  { kind: 'read-totals' },
  { kind: 'read-admission' },
  { kind: 'read-ticket', ticket: 0 },
  { kind: 'read-queue' },
  { kind: 'check-removal' },
  { kind: 'check-layout-change' },
];

const retryable: readonly Command[] = [
  { kind: 'create-session', sessionId, keyHash: 'k' },
  { kind: 'lock-session', sessionId, selection: places },
  { kind: 'unlock-session', sessionId, selection: { seats: [1], groupOfSeats: [] } },
  { kind: 'unlock-session', sessionId, selection: { seats: [1], groupOfSeats: [{ id: 5, capacity: 0 }] } },
  { kind: 'unlock-session', sessionId, selection: invalid },
  { kind: 'checkout-session', sessionId, selection: places },
  { kind: 'cancel-session', sessionId, body: { startOver: true } },
  { kind: 'confirm-session', organizationId, sessionId, body: { reference: 'r', properties: null } },
  { kind: 'withdraw-session', organizationId, sessionId },
  { kind: 'release-session', organizationId, sessionId },
  { kind: 'replace-properties', organizationId, sessionId, body: { properties: '{}' } },
  { kind: 'exchange-session', organizationId, sessionId, body: invalid },
  { kind: 'rename-prices', prices: [{ id: 1, name: 'a' }] },
  { kind: 'assign-prices', seats: noSeatLines, groupOfSeats: [{ objectId: 5, assignmentId: 1, activeCount: null }] },
  { kind: 'unassign-prices', seats: noSeatLines, groupOfSeats: [] },
  { kind: 'assign-amounts', isClean: false, prices: [], seats: noSeatLines, groupOfSeats: [] },
  { kind: 'clear-prices', seats: [1], groupOfSeats: [] },
  { kind: 'set-status', status: 'ARCHIVED' },
  { kind: 'set-admission', admission: openAdmission, seed: { seed: '', seedHash: '' } },
  { kind: 'join-queue', keyHash: 'k' },
  { kind: 'adopt-layout' },
  { kind: 'expire', sessions: [1], locks: [] },
  ...kinds.map((kind): Command => ({ kind, selection, key })),
];

const onceOnly: readonly Command[] = [
  { kind: 'exchange-session', organizationId, sessionId, body: { release: places, take: places } },
  { kind: 'remove-allotment', id: 'fans' },
  { kind: 'lock-session', sessionId, selection: { ...nothing, best: wishOf({ count: 2 }) } },
  { kind: 'unlock-session', sessionId, selection: places },
  { kind: 'define-prices', prices: [{ id: 1, name: 'a', externalId: null }] },
  { kind: 'delete-price', priceId: 1 },
  { kind: 'clean-assignments' },
  { kind: 'assign-amounts', isClean: true, prices: [], seats: noSeatLines, groupOfSeats: [] },
  {
    kind: 'assign-amounts',
    isClean: false,
    prices: [],
    seats: noSeatLines,
    groupOfSeats: [{ id: 5, capacity: 2, price: 0 }],
  },
  { kind: 'assign-prices', seats: noSeatLines, groupOfSeats: [{ objectId: 5, assignmentId: 1, activeCount: 2 }] },
  ...kinds.map((kind): Command => ({ kind, selection, key: null })),
];

test.each([...looking, ...retryable])('%j may be sent again', (command) => {
  expect(isRetryable(command)).toBe(true);
});

test.each(onceOnly)('%j may not be sent again', (command) => {
  expect(isRetryable(command)).toBe(false);
});

test('exactly the reading commands change nothing', () => {
  expect(looking.every(isReadOnly)).toBe(true);
  expect([...retryable, ...onceOnly].some(isReadOnly)).toBe(false);
});

test('an unlock with an empty selection may be repeated', () => {
  expect(isRetryable({ kind: 'unlock-session', sessionId, selection: nothing })).toBe(true);
});
