/** The reference model's answers to the organization's calls on sessions. */
import type { Command } from '#domain/command.ts';
import type { NaiveEvent } from '../support/naive-event.ts';
import { forgetBuyer } from '../support/naive-session.ts';

type PrivateCommand = Extract<Command, { organizationId: number; sessionId: string }>;

export function answerPrivate(naive: NaiveEvent, command: PrivateCommand, now: number): string {
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
      return session.state === 'CONFIRMED' ? session.state : 'SESSION_NOT_CONFIRMED';
    case 'erase-session':
      return forgetBuyer(session);
    default:
      return session.state;
  }
}
