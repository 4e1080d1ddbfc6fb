/** The reference model's answers to the organization's calls on sessions. */
import type { Command } from '#domain/command.ts';
import type { Selection } from '#domain/selection.ts';
import { organizationId } from '../support/event-driver.ts';
import type { NaiveSide } from '../support/naive-exchange.ts';
import { forgetBuyer, hasProperties, isEnd, moveHold } from '../support/naive-session.ts';
import { linesOf, placesOf } from './reference-carts.ts';
import type { ReferenceModel } from './reference-model.ts';

type PrivateCommand = Extract<Command, { organizationId: number; sessionId: string }>;

export function answerPrivate(model: ReferenceModel, command: PrivateCommand, now: number): string {
  const { naive } = model;
  const { sessionId } = command;
  const session = naive.sessions.get(sessionId);
  if (session === undefined) return 'ENTITY_NOT_FOUND';
  switch (command.kind) {
    case 'confirm-session':
      if (session.state === 'CONFIRMED') return session.state;
      if ('invalid' in command.body) return command.body.invalid;
      return naive.confirm(sessionId, command.body.reference, command.body.reclaim === true ? now : null);
    case 'withdraw-session':
      return naive.cancel(sessionId, null);
    case 'release-session':
      return naive.release(sessionId);
    case 'replace-properties':
      if ('invalid' in command.body) return command.body.invalid;
      return hasProperties(session) ? session.state : 'SESSION_NOT_CONFIRMED';
    case 'move-hold':
      if ('invalid' in command.body)
        return session.counter === true ? command.body.invalid : 'DATA_INTEGRITY_VIOLATION';
      return moveHold(session, command.body.until, now);
    case 'exchange-session': {
      if ('invalid' in command.body) return command.body.invalid;
      if (session.state !== 'CONFIRMED') return 'SESSION_NOT_CONFIRMED';
      const { release, take } = command.body;
      const given = { ...sideOf(release), lines: linesOf(release.groupOfSeats) };
      return model.closed() ?? naive.exchange(sessionId, given, sideOf(take), now);
    }
    case 'erase-session':
      return forgetBuyer(session);
    default:
      return session.state;
  }
}

type AtCounter = NonNullable<Extract<Command, { kind: 'create-session' }>['counter']>;

/** Why the organization cannot open a session at its counter, or null. */
export function refusalAtCounter(model: ReferenceModel, { organizationId: caller, until }: AtCounter, now: number) {
  if (caller !== organizationId) return 'ENTITY_NOT_FOUND';
  return model.closed() ?? (until === null || isEnd(until, now) ? null : 'VALIDATION_FAILED');
}

function sideOf({ seats, groupOfSeats, units, guests, ticketTypes: types }: Selection): NaiveSide {
  return { seats: [...new Set(seats)], places: placesOf(groupOfSeats), units, guests, types };
}
