/** The commands of allotments, and the steps that happen to them by time and by sales. */

import type { AllotmentCommand } from '../allotments/allotment-command.ts';
import {
  type AllotmentPlacesReply,
  type AllotmentReply,
  type AllotmentsReply,
  allotmentPlacesReply,
  allotmentReply,
  allotmentsReply,
} from '../allotments/allotment-replies.ts';
import {
  type AllotmentPlan,
  defineAllotment,
  fillAllotment,
  readAllotment,
  removeAllotment,
} from '../allotments/decide-allotments.ts';
import { dueAllotmentFacts } from '../allotments/steps.ts';
import { accept } from '../decision.ts';
import { unknownSession } from '../session/refusals.ts';
import { asPlanned, type CommandDefinitions, type CommandOf } from './definition.ts';
import { answersDone, type DoneReply, done } from './done.ts';

/** The cluster version that knows allotments. */
const since = 2;

type Showing = CommandOf<AllotmentCommand, 'define-allotment' | 'fill-allotment' | 'read-allotment'>;

const showing: CommandDefinitions<Showing, AllotmentPlan, AllotmentReply> = {
  'define-allotment': { since, decide: defineAllotment, reply: allotmentReply },
  'fill-allotment': { since, decide: fillAllotment, reply: allotmentReply },
  'read-allotment': { since, isRead: true, decide: readAllotment, reply: allotmentReply },
};

const listing: CommandDefinitions<CommandOf<AllotmentCommand, 'read-allotments'>, null, AllotmentsReply> = {
  'read-allotments': { since, isRead: true, decide: () => accept([], null), reply: allotmentsReply },
};

type ReadingPlaces = CommandOf<AllotmentCommand, 'read-allotment-places'>;

const readingPlaces: CommandDefinitions<ReadingPlaces, AllotmentPlan, AllotmentPlacesReply> = {
  'read-allotment-places': { since, isRead: true, decide: readAllotment, reply: allotmentPlacesReply },
};

/** The ids of the event's allotments that the session's pass opens, ascending. */
interface AudienceReply {
  readonly kind: 'audience';
  readonly allotments: readonly string[];
}

const asking: CommandDefinitions<CommandOf<AllotmentCommand, 'read-audience'>, AudienceReply, AudienceReply> = {
  'read-audience': {
    isRead: true,
    decide(state, { sessionId }) {
      const session = state.sessions.get(sessionId);
      if (session === undefined) return unknownSession();
      const known = session.allotments?.filter((id) => state.allotments?.byId(id)?.access === 'PASS');
      return accept([], { kind: 'audience', allotments: known ?? [] });
    },
    reply: asPlanned,
  },
};

const removing: CommandDefinitions<CommandOf<AllotmentCommand, 'remove-allotment'>, null, DoneReply> = {
  // The second run would not find it.
  'remove-allotment': { since, isRetryable: () => false, decide: removeAllotment, reply: () => done },
};

const stepping: CommandDefinitions<CommandOf<AllotmentCommand, 'step-allotments'>, DoneReply, DoneReply> = {
  'step-allotments': {
    decide: (state, _command, now) => accept(dueAllotmentFacts(state, now), done),
    reply: answersDone.reply,
  },
};

export const allotmentCommands = { ...showing, ...listing, ...readingPlaces, ...removing, ...stepping, ...asking };
