/** The states of sessions, each with its look. */
import type { ComponentChild } from 'preact';
import type { components } from '../../client/index.ts';
import { Badge } from '../shared/components/words.tsx';
import { text } from './texts.ts';

export type SessionState = components['schemas']['SessionSummary']['state'];

const looks = {
  ACTIVE: 'warn',
  PENDING_PAYMENT: 'accent',
  CONFIRMED: 'good',
  CANCELLED: '',
  EXPIRED: '',
} as const satisfies Record<SessionState, string>;

const names: Readonly<Record<SessionState, string>> = {
  ACTIVE: text('sessionActive'),
  PENDING_PAYMENT: text('sessionPending'),
  CONFIRMED: text('sessionConfirmed'),
  CANCELLED: text('sessionCancelled'),
  EXPIRED: text('sessionExpired'),
};

export const stateOptions = Object.entries(names).map(([value, label]) => ({ value, label }));

export function isState(text: string): text is SessionState {
  return Object.hasOwn(looks, text);
}

export function StateBadge({ state }: { readonly state: SessionState }): ComponentChild {
  return <Badge look={looks[state]}>{names[state]}</Badge>;
}
