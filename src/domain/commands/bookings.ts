/** The commands of private bookings. A second run without a key would move other seats or find its own done. */
import type { BookingCommand } from '../command.ts';
import { decideBooking } from '../seats/decide-booking.ts';
import type { CommandDefinition, CommandDefinitions } from './definition.ts';

const booking: CommandDefinition<BookingCommand> = { isRepeatable: () => false, decide: decideBooking };

export const bookingCommands: CommandDefinitions<BookingCommand> = {
  'lock-seats': booking,
  'unlock-seats': booking,
  'sell-seats': booking,
  'sell-locks': booking,
  'revert-sales': booking,
  'block-seats': booking,
  'unblock-seats': booking,
};
