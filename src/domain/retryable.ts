/**
 * Which commands are safe to retry when it is unknown whether they ran: reads, commands with an idempotent effect, and
 * commands with a key under which their answer is remembered.
 */
import type { Command, Selection } from './command.ts';

/** True for commands that change nothing. */
export function isReadOnly({ kind }: Command): boolean {
  return kind.startsWith('read-') || kind.startsWith('check-') || kind === 'get-session';
}

/** True for commands that may be sent again: run twice in a row they have the effect and the answer of one run. */
export function isRetryable(command: Command): boolean {
  if ('key' in command && command.key !== undefined && command.key !== null) return true;
  switch (command.kind) {
    // A second run would choose further seats.
    case 'lock-session':
      return 'invalid' in command.selection || command.selection.best === undefined;
    case 'unlock-session':
      return 'invalid' in command.selection || !givesPlacesBack(command.selection);
    case 'lock-seats':
    case 'unlock-seats':
    case 'sell-seats':
    case 'sell-locks':
    case 'revert-sales':
    case 'block-seats':
    case 'unblock-seats':
      return false;
    // A second run would fail: the name is taken, or the price unknown.
    case 'define-prices':
    case 'delete-price':
    // A second run would undo bookings made since the first, or offer places again that were booked since.
    case 'clean-assignments':
      return false;
    case 'assign-amounts':
      return !command.isClean && command.groupOfSeats.length === 0;
    case 'assign-prices':
      return command.groupOfSeats.every(({ activeCount }) => activeCount === null);
    case 'create-session':
    case 'get-session':
    case 'checkout-session':
    case 'cancel-session':
    case 'read-session':
    case 'confirm-session':
    case 'withdraw-session':
    case 'release-session':
    case 'replace-properties':
    case 'rename-prices':
    case 'read-prices':
    case 'unassign-prices':
    case 'clear-prices':
    case 'read-inventory':
    case 'read-sequence':
    case 'read-availability':
    case 'read-offer':
    case 'read-map-changes':
    case 'read-template':
    case 'read-totals':
    case 'set-status':
    case 'read-admission':
    case 'set-admission':
    case 'join-queue':
    case 'read-ticket':
    case 'read-queue':
    case 'check-removal':
    case 'check-layout-change':
    case 'adopt-layout':
    case 'expire':
      return true;
  }
}

/** GA capacities of an unlock are amounts, not totals: a second unlock gives back more. */
function givesPlacesBack({ groupOfSeats }: Selection): boolean {
  return groupOfSeats.some(({ capacity }) => capacity > 0);
}
