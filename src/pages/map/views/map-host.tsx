/** The element that the map draws into, with its words for screen readers. Drawn once: the map owns what is in it. */
import type { ComponentChild, RefObject } from 'preact';

export function MapHost({ host }: { readonly host: RefObject<HTMLDivElement | null> }): ComponentChild {
  return [
    <div
      key="map"
      ref={host}
      id="map"
      class="map"
      role="application"
      aria-label="Seat map"
      aria-roledescription="seat map"
      aria-describedby="map-help"
    />,
    <p key="help" id="map-help" class="visually-hidden">
      Arrow keys go from seat to seat, Page Down and Page Up from section to section. Enter chooses a seat or gives it
      back. Plus, minus and 0 zoom. “Show as a list” has the same seats as a list.
    </p>,
  ];
}
