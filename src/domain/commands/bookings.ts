/** The commands of private bookings. A second run without a key would move other seats or find its own done. */

import type { BookingCommand } from '../command.ts';
import { needsOfSelection } from '../needs-of-selection.ts';
import {
  type BookingRule,
  blockSeats,
  lockSeats,
  revertSales,
  sellLocks,
  sellSeats,
  unblockSeats,
  unlockSeats,
} from '../seats/booking-rules.ts';
import { type BookedReply, decideBooking } from '../seats/decide-booking.ts';
import { asPlanned, type CommandDefinition, type CommandDefinitions } from './definition.ts';

function booking(rule: BookingRule): CommandDefinition<BookingCommand, BookedReply, BookedReply> {
  return {
    needs: ({ selection }) => needsOfSelection(selection),
    isRetryable: () => false,
    decide: (state, command, now, policy) => decideBooking(rule, state, command, now, policy),
    reply: asPlanned,
    remembers: {
      keep: ({ kind: _, ...booked }) => booked,
      again: (booked: Omit<BookedReply, 'kind'>) => ({ kind: 'booked', ...booked }),
    },
  };
}

export const bookingCommands: CommandDefinitions<BookingCommand, BookedReply, BookedReply> = {
  'lock-seats': { takes: () => true, ...booking(lockSeats) },
  'unlock-seats': booking(unlockSeats),
  'sell-seats': { takes: () => true, ...booking(sellSeats) },
  'sell-locks': booking(sellLocks),
  'revert-sales': booking(revertSales),
  'block-seats': { takes: () => true, ...booking(blockSeats) },
  'unblock-seats': booking(unblockSeats),
};
