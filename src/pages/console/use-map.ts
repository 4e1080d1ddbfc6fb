/** The hook with which a view has a map of seats. */
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { MapEvents } from '../shared/map-view.ts';
import { onThemeChange } from '../shared/theme.ts';
import type { SelectableMap } from './selectable-map.ts';

type Kind<Map extends SelectableMap> = new (surface: HTMLElement, events: MapEvents, onChange: () => void) => Map;

/** Makes the map in its element. Draws the view again when the map changes. Null until the element is there. */
export function useMap<Map extends SelectableMap>(
  kind: Kind<Map>,
  surface: RefObject<HTMLElement | null>,
  events: MapEvents,
): Map | null {
  const [map, setMap] = useState<Map | null>(null);
  const [, redraw] = useReducer((times: number, _: null) => times + 1, 0);
  /** The map is made once, and must find the state of the present picture. */
  const latest = useRef(events);
  latest.current = events;
  // At once: until the map is made, the Tab key goes past its element.
  useLayoutEffect(() => {
    if (surface.current === null) return;
    const toLatest: MapEvents = {
      onPick: (...pick) => latest.current.onPick(...pick),
      onHover: (...place) => latest.current.onHover(...place),
      onFocus: (target) => latest.current.onFocus(target),
      picksFromAfar: () => latest.current.picksFromAfar?.() === true,
    };
    const made = new kind(surface.current, toLatest, () => redraw(null));
    setMap(made);
    return onThemeChange(() => made.repaint());
  }, []);
  return map;
}
