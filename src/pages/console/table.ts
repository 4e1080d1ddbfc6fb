/** Tables, each with a caption for screen readers, the pager below a table, and badges for states. */
import { button, type Child, element } from './element.ts';
import { count } from './format.ts';

export interface Column {
  readonly label: string;
  readonly isNumber?: true;
}

/**
 * The first cell of each row is its header. A narrow window shows each row as a card, with the label of each figure: the
 * roles keep it a table for screen readers.
 */
export function table(caption: string, columns: readonly Column[], rows: readonly (readonly Child[])[]): HTMLElement {
  const heads = columns.map(({ label, isNumber }) =>
    element('th', { scope: 'col', role: 'columnheader', class: isNumber === true ? 'number' : null }, label),
  );
  const bodies = rows.map((cells) => {
    const made = cells.map((cell, at) => {
      const { label, isNumber } = columns[at] ?? {};
      const className = isNumber === true ? 'number' : null;
      return at === 0
        ? element('th', { scope: 'row', role: 'rowheader', class: className }, cell)
        : element('td', { role: 'cell', class: className, 'data-label': label ?? null }, cell);
    });
    return element('tr', { role: 'row' }, ...made);
  });
  const made = element(
    'table',
    { role: 'table' },
    element('caption', { class: 'visually-hidden' }, caption),
    element('thead', { role: 'rowgroup' }, element('tr', { role: 'row' }, ...heads)),
    element('tbody', { role: 'rowgroup' }, ...bodies),
  );
  // With a `tabindex` the keyboard can scroll a table that is wider than the screen.
  return element('div', { class: 'table-frame', tabindex: '0', role: 'region', 'aria-label': caption }, made);
}

export function emptyText(text: string): HTMLElement {
  return element('p', { class: 'empty' }, text);
}

export interface Pages {
  readonly number: number;
  readonly totalPages: number;
  readonly totalElements: number;
  readonly noun: string;
}

/** Null when one page holds everything. */
export function pager({ number, totalPages, totalElements, noun }: Pages, onPage: (page: number) => void): Child {
  if (totalPages <= 1) return null;
  const back = button('Previous', () => onPage(number - 1));
  const on = button('Next', () => onPage(number + 1));
  back.disabled = number === 0;
  on.disabled = number >= totalPages - 1;
  const text = `Page ${count(number + 1)} of ${count(totalPages)}, ${count(totalElements)} ${noun}`;
  return element('div', { class: 'pager' }, text, element('div', { class: 'row' }, back, on));
}

export function badge(text: string, look: 'good' | 'warn' | 'bad' | 'accent' | '' = ''): HTMLElement {
  return element('span', { class: `badge ${look}` }, text);
}
