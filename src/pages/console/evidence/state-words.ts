/** The words of what happened: states, places of areas, and exact times. Pure. */
import type { components } from '../../../client/index.ts';
import { count } from '../format.ts';
import { text } from './texts.ts';

export type Placed = components['schemas']['AreaPlaces'];

const states = {
  AVAILABLE: text('stateAvailable'),
  LOCKED: text('stateLocked'),
  SOLD: text('stateSold'),
  BLOCKED: text('stateBlocked'),
} as const;
const exact = new Intl.DateTimeFormat('en-GB', {
  ...({ day: 'numeric', month: 'short', year: 'numeric' } as const),
  ...({ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 } as const),
});

export type ShownState = keyof typeof states;

export function stateText(state: ShownState): string {
  return states[state];
}

export function placesText({ available, locked, sold, blocked }: Placed): string {
  return `${count(available)} available, ${count(locked)} held or locked, ${count(sold)} sold, ${count(blocked)} blocked`;
}

/** With milliseconds, in the zone of the reader: a dispute may be about one. */
export function exactInstant(value: string | number): string {
  return exact.format(new Date(value));
}
