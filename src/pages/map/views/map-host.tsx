/** The element that the map draws into, with its words for screen readers. Drawn once: the map owns what is in it. */
import type { ComponentChild, RefObject } from 'preact';
import { text } from '../texts.ts';

export function MapHost({ host }: { readonly host: RefObject<HTMLDivElement | null> }): ComponentChild {
  return [
    <div
      key="map"
      ref={host}
      id="map"
      class="map"
      role="application"
      aria-label={text('seatMap')}
      aria-roledescription={text('seatMapRole')}
      aria-describedby="map-help"
    />,
    <p key="help" id="map-help" class="visually-hidden">
      {text('mapHelp')}
    </p>,
  ];
}
