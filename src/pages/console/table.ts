/** Tables, each with a caption for screen readers, the pager below a table, and badges for states. */
import { button, type Child, element } from './element.ts';
import { count } from './format.ts';

export interface Column {
  readonly label: string;
  readonly isNumber?: true;
}

/** The first cell of each row is its header. */
export function table(caption: string, columns: readonly Column[], rows: readonly (readonly Child[])[]): HTMLElement {
  const heads = columns.map(({ label, isNumber }) =>
    element('th', { scope: 'col', class: isNumber === true ? 'number' : null }, label),
  );
  const bodies = rows.map((cells) => {
    const made = cells.map((cell, at) => {
      const className = columns[at]?.isNumber === true ? 'number' : null;
      return at === 0
        ? element('th', { scope: 'row', class: className }, cell)
        : element('td', { class: className }, cell);
    });
    return element('tr', {}, ...made);
  });
  const made = element(
    'table',
    {},
    element('caption', { class: 'visually-hidden' }, caption),
    element('thead', {}, element('tr', {}, ...heads)),
    element('tbody', {}, ...bodies),
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
