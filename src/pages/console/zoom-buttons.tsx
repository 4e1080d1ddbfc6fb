/** The buttons of a map that make it larger, smaller, or fit. */
import type { ComponentChild } from 'preact';
import { Button } from '../shared/components/button.tsx';

interface Zoomed {
  zoomBy(factor: number): void;
  showAll(): void;
}

const step = 1.6;

/** `whole`: what is shown when all of it is, such as "map". */
export function ZoomButtons({ map, whole }: { readonly map: Zoomed; readonly whole: string }): ComponentChild {
  return (
    <div class="map-zoom">
      <Button aria-label="Larger" onPress={() => map.zoomBy(step)}>
        +
      </Button>
      <Button aria-label="Smaller" onPress={() => map.zoomBy(1 / step)}>
        −
      </Button>
      <Button aria-label={`Show the whole ${whole}`} onPress={() => map.showAll()}>
        ⤢
      </Button>
    </div>
  );
}
