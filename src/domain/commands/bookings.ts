/** The commands of private bookings. A second run without a key would move other seats or find its own done. */
import type { BookingCommand } from '../command.ts';
import { type BookedReply, decideBooking } from '../seats/decide-booking.ts';
import { asPlanned, type CommandDefinition, type CommandDefinitions } from './definition.ts';

const booking: CommandDefinition<BookingCommand, BookedReply, BookedReply> = {
  isRetryable: () => false,
  decide: decideBooking,
  reply: asPlanned,
  remembers: {
    keep: ({ kind: _, ...booked }) => booked,
    again: (booked: Omit<BookedReply, 'kind'>) => ({ kind: 'booked', ...booked }),
  },
};

export const bookingCommands: CommandDefinitions<BookingCommand, BookedReply, BookedReply> = {
  'lock-seats': booking,
  'unlock-seats': booking,
  'sell-seats': booking,
  'sell-locks': booking,
  'revert-sales': booking,
  'block-seats': booking,
  'unblock-seats': booking,
};
