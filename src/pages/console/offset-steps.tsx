/** The steps through a list that the service does not count: a view asks for one row more than it shows, which tells whether more follow. */
import type { ComponentChild } from 'preact';
import { Steps } from '../shared/components/table.tsx';
import { text } from './texts.ts';

const shown = 50;
/** How many rows a view asks for. */
export const asked = shown + 1;

export function shownOf<Row>(found: readonly Row[]): readonly Row[] {
  return found.slice(0, shown);
}

interface Properties {
  readonly offset: number;
  /** How many rows the service has answered. */
  readonly found: number;
  readonly onOffset: (offset: number) => void;
}

/** Nothing when the first page is all there is. */
export function OffsetSteps({ offset, found, onOffset }: Properties): ComponentChild {
  const isLast = found < asked;
  if (offset === 0 && isLast) return null;
  const range = { from: offset + 1, to: offset + Math.min(found, shown) };
  return (
    <Steps
      text={text(isLast ? 'fromTo' : 'fromToOfMore', range)}
      back={{ label: text('newer'), isOff: offset === 0, go: () => onOffset(Math.max(0, offset - shown)) }}
      on={{ label: text('older'), isOff: isLast, go: () => onOffset(offset + shown) }}
    />
  );
}
