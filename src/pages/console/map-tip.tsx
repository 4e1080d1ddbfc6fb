/**
 * The words for the place of a map at the pointer or the keyboard: shown over the map. Screen readers are told of the keyboard's
 * alone, because a pointer passes over many.
 */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { MapEvents } from '../shared/map-view.ts';
import type { Target } from '../shared/renderer.ts';

export interface MapTip extends Pick<MapEvents, 'onHover' | 'onFocus'> {
  /** Tells screen readers something else. */
  readonly say: (words: string) => void;
  /** Belongs into the frame of the map. */
  readonly shown: ComponentChild;
  /** Belongs beside the map. */
  readonly spoken: ComponentChild;
}

export function useMapTip(nameOf: (target: Target) => string): MapTip {
  const [shown, setShown] = useState('');
  const [spoken, say] = useState('');
  const tell = (target: Target | null): string => {
    const words = target === null ? '' : nameOf(target);
    setShown(words);
    return words;
  };
  return {
    onHover: tell,
    onFocus: (target) => say(tell(target)),
    say,
    shown: shown !== '' && <div class="map-tip">{shown}</div>,
    spoken: (
      <div class="visually-hidden" role="status">
        {spoken}
      </div>
    ),
  };
}
