/** The question before tickets are given up. Not asked any more when the order has changed so that it means nothing. */
import { Question } from '../../shared/components/dialogs.tsx';
import { ticketCount } from '../cart-parts.ts';
import { counted } from '../words.ts';
import type { ViewProperties } from './actions.ts';

/** The stage decides which question can be asked: nothing else gives up tickets. */
export type AskedIn = 'choosing' | 'paying';

const words = {
  choosing: { title: 'Give everything back?', keep: 'Keep my tickets', act: 'Give them back' },
  paying: { title: 'Cancel this order?', keep: 'Keep my order', act: 'Cancel the order' },
} as const;

export function CancelQuestion({ state, askedIn, actions }: ViewProperties & { readonly askedIn: AskedIn | null }) {
  const size = ticketCount(state);
  if (askedIn === null || askedIn !== state.stage || size === 0) return null;
  const tickets = size === 1 ? 'Your ticket is' : `Your ${counted(size, 'ticket')} are`;
  return (
    <Question
      key={askedIn}
      {...words[askedIn]}
      text={`${tickets} given back at once, and others can take them.`}
      onKeep={() => actions.ask(false)}
      onAct={actions.cancel}
    />
  );
}
