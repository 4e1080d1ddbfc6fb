/** The map as a component: what the package exports. Importing it defines `<usher-map>`, where there are elements. */
import { UsherMapElement } from './element.ts';
import type { MapOptions } from './options.ts';

export { UsherMapElement } from './element.ts';
export { MapError } from './map-error.ts';
export type * from './options.ts';
export type * from './order.ts';

const tag = 'usher-map';

// A second copy of this module on one page must not fail.
if (globalThis.customElements?.get(tag) === undefined) globalThis.customElements?.define(tag, UsherMapElement);

/** Puts a map into an element, at its end. `onFailed` is called when the map cannot be used. */
export function mount(container: Element, options: MapOptions): UsherMapElement {
  const map = document.createElement(tag) as UsherMapElement;
  map.options = options;
  container.append(map);
  return map;
}

declare global {
  interface HTMLElementTagNameMap {
    'usher-map': UsherMapElement;
  }
}
