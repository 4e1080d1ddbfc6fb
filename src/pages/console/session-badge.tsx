/** The states of sessions, each with its look. */
import type { ComponentChild } from 'preact';
import type { components } from '../../client/index.ts';
import { Badge } from '../shared/components/words.tsx';
import { words } from './format.ts';

export type SessionState = components['schemas']['SessionSummary']['state'];

const looks = {
  ACTIVE: 'warn',
  PENDING_PAYMENT: 'accent',
  CONFIRMED: 'good',
  CANCELLED: '',
  EXPIRED: '',
} as const satisfies Record<SessionState, string>;

export const states = Object.keys(looks) as readonly SessionState[];

export function isState(text: string): text is SessionState {
  return Object.hasOwn(looks, text);
}

export function StateBadge({ state }: { readonly state: SessionState }): ComponentChild {
  return <Badge look={looks[state]}>{words(state)}</Badge>;
}
