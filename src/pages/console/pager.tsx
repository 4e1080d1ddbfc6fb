/** The steps below a list from one page of it to the next. */
import type { ComponentChild } from 'preact';
import { Steps } from '../shared/components/table.tsx';
import { text } from './texts.ts';

interface PagerProperties {
  /** From 0. */
  readonly number: number;
  readonly totalPages: number;
  readonly totalElements: number;
  readonly onPage: (number: number) => void;
}

/** Nothing when one page holds everything. */
export function Pager({ number, totalPages, totalElements, onPage }: PagerProperties): ComponentChild {
  if (totalPages <= 1) return null;
  return (
    <Steps
      text={text('pageOf', { number: number + 1, pages: totalPages, total: totalElements })}
      back={{ label: text('previous'), isOff: number === 0, go: () => onPage(number - 1) }}
      on={{ label: text('next'), isOff: number >= totalPages - 1, go: () => onPage(number + 1) }}
    />
  );
}
