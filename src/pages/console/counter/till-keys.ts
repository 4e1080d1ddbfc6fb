/**
 * The keyboard of the till. Keys that a person types into a field, on the map, in a dialog or together with Ctrl, Alt or Meta are not
 * its keys. It can be switched off, because a single letter that acts surprises people who speak to their computer.
 */
import { useLayoutEffect, useRef } from 'preact/hooks';

export interface TillKeys {
  /** 0 is ten. */
  onNumber(number: number): void;
  onLetter(letter: string): void;
  onArrow(step: 1 | -1): void;
  /** Enter, where no button has the focus. */
  onEnter(): void;
  onEscape(): void;
}

const foreign = 'input, textarea, select, dialog, [role="application"], [contenteditable]';
const pressed = 'button, a, summary';

/** `keys`: null: there are none now. */
export function useTillKeys(keys: TillKeys | null): void {
  const latest = useRef(keys);
  latest.current = keys;
  // At once: a key that is pressed before it would be lost.
  useLayoutEffect(() => {
    const end = new AbortController();
    const onKey = (event: KeyboardEvent): void => {
      if (latest.current !== null && isOurs(event) && act(latest.current, event)) event.preventDefault();
    };
    addEventListener('keydown', onKey, { signal: end.signal });
    return () => end.abort();
  }, []);
}

function isOurs({ target, defaultPrevented, ctrlKey, altKey, metaKey, repeat }: KeyboardEvent): boolean {
  const isTyped = target instanceof Element && target.closest(foreign) !== null;
  const isDialogOpen = document.querySelector('dialog[open]') !== null;
  return !(isTyped || isDialogOpen || defaultPrevented || ctrlKey || altKey || metaKey || repeat);
}

function act(keys: TillKeys, { key, target }: KeyboardEvent): boolean {
  if (/^\d$/.test(key)) keys.onNumber(Number(key) || 10);
  else if (/^[a-z]$/i.test(key)) keys.onLetter(key.toUpperCase());
  else if (key === 'ArrowDown' || key === 'ArrowUp') keys.onArrow(key === 'ArrowDown' ? 1 : -1);
  else if (key === 'Escape') keys.onEscape();
  else if (key === 'Enter' && !(target instanceof Element && target.closest(pressed) !== null)) keys.onEnter();
  else return false;
  return true;
}
