/** The question before tickets are given up. Not asked any more when the order has changed so that it means nothing. */
import { Question } from '../../shared/components/dialogs.tsx';
import { ticketCount } from '../cart-parts.ts';
import { text } from '../texts.ts';
import type { ViewProperties } from './actions.ts';

/** The stage decides which question can be asked: nothing else gives up tickets. */
export type AskedIn = 'choosing' | 'paying';

const words = {
  choosing: { title: 'giveBackQuestion', keep: 'keepTickets', act: 'giveThemBack' },
  paying: { title: 'cancelQuestion', keep: 'keepOrder', act: 'cancelTheOrder' },
} as const;

export function CancelQuestion({ state, askedIn, actions }: ViewProperties & { readonly askedIn: AskedIn | null }) {
  const size = ticketCount(state);
  if (askedIn === null || askedIn !== state.stage || size === 0) return null;
  const { title, keep, act } = words[askedIn];
  return (
    <Question
      key={askedIn}
      title={text(title)}
      text={text('giveBackWarning', { count: size })}
      keep={text(keep)}
      act={text(act)}
      onKeep={() => actions.ask(false)}
      onAct={actions.cancel}
    />
  );
}
