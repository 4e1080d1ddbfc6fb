/** The words of what happened: states, and places of areas. Pure. */
import type { components } from '../../../client/index.ts';
import { text } from './texts.ts';

export type Placed = components['schemas']['AreaPlaces'];

const states = {
  AVAILABLE: text('stateAvailable'),
  LOCKED: text('stateLocked'),
  SOLD: text('stateSold'),
  BLOCKED: text('stateBlocked'),
} as const;

export type ShownState = keyof typeof states;

export function stateText(state: ShownState): string {
  return states[state];
}

export function placesText({ available, locked, sold, blocked }: Placed): string {
  return text('placesByState', { available, locked, sold, blocked });
}
