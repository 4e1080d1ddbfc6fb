/** A list of names and values. */
import { type Child, element } from './element.ts';

export function pairs(rows: readonly (readonly [name: string, value: Child])[]): HTMLElement {
  const parts = rows.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]);
  return element('dl', { class: 'pairs' }, ...parts);
}
