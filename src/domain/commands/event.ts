/** The commands of the event as a whole: its status and layout, checks, bulk reads, and time. */
import type {
  AvailabilityCommand,
  EventCommand,
  InventoryCommand,
  LayoutCommand,
  MapChangesCommand,
  OfferCommand,
  TemplateCommand,
  TimeCommand,
  TotalsCommand,
} from '../command.ts';
import { decideEvent } from '../decide-event.ts';
import { decideTime } from '../decide-time.ts';
import { accept } from '../decision.ts';
import { decideLayout } from '../layout/decide-layout.ts';
import type { CommandDefinitions } from './definition.ts';

type ReadCommand =
  | InventoryCommand
  | AvailabilityCommand
  | OfferCommand
  | MapChangesCommand
  | TemplateCommand
  | TotalsCommand;

const reads: CommandDefinitions<ReadCommand> = {
  'read-inventory': {
    isRead: true,
    seesWholeRecord: true,
    decide: (_state, { known = null }) => accept([], { kind: 'show-inventory', known }),
  },
  'read-sequence': { isRead: true, seesWholeRecord: true, decide: () => accept([], { kind: 'show-sequence' }) },
  'read-availability': { isRead: true, seesWholeRecord: true, decide: () => accept([], { kind: 'show-availability' }) },
  'read-offer': {
    isRead: true,
    seesWholeRecord: true,
    decide: (_state, { known }) => accept([], { kind: 'show-offer', known }),
  },
  'read-map-changes': {
    isRead: true,
    seesWholeRecord: true,
    decide: (_state, { since }) => accept([], { kind: 'show-map-changes', since }),
  },
  'read-template': { isRead: true, seesWholeRecord: true, decide: () => accept([], { kind: 'show-template' }) },
  'read-totals': { isRead: true, decide: () => accept([], { kind: 'show-totals' }) },
};

export const eventCommands: CommandDefinitions<EventCommand | LayoutCommand | TimeCommand | ReadCommand> = {
  ...reads,
  'set-status': { decide: decideEvent },
  'check-removal': { isRead: true, seesWholeRecord: true, decide: decideEvent },
  'check-layout-change': { isRead: true, seesWholeRecord: true, decide: decideEvent },
  'adopt-layout': { decide: decideLayout },
  expire: { decide: decideTime },
};
