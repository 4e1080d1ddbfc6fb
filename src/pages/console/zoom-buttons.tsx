/** The buttons of a map that make it larger, smaller, or fit. */
import type { ComponentChild } from 'preact';
import { Button } from '../shared/components/button.tsx';
import { text } from './texts.ts';

interface Zoomed {
  zoomBy(factor: number): void;
  showAll(): void;
}

const step = 1.6;

export function ZoomButtons({ map }: { readonly map: Zoomed }): ComponentChild {
  return (
    <div class="map-zoom">
      <Button aria-label={text('larger')} onPress={() => map.zoomBy(step)}>
        +
      </Button>
      <Button aria-label={text('smaller')} onPress={() => map.zoomBy(1 / step)}>
        −
      </Button>
      <Button aria-label={text('showWholeMap')} onPress={() => map.showAll()}>
        ⤢
      </Button>
    </div>
  );
}
