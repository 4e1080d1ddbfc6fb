/**
 * Keeps the keyboard's focus where it makes sense when the page is drawn anew: an element that had it and is gone hands
 * it to the heading, or to what had it before. A key that is held down presses no button twice.
 */

/** The parts of the page whose elements come and go, and the elements that take the focus of one that is gone. */
const heirs: Readonly<Record<string, readonly string[]>> = {
  order: ['order-title', 'order-handle'],
  cover: ['cover-title', 'map'],
  list: ['list-title', 'map'],
  notices: [],
  card: [],
};

export class Focus {
  #focused: Element | null = null;
  /** The part of the page that the focus is in. */
  #part: string | undefined;
  /** The last element with the focus outside of the messages, which come and go above everything else. */
  #before: HTMLElement | null = null;

  constructor() {
    document.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof HTMLElement)) return;
      this.#focused = target;
      this.#part = Object.keys(heirs).find((id) => document.getElementById(id)?.contains(target));
      if (this.#part !== 'notices' && this.#part !== 'card') this.#before = target;
    });
    document.addEventListener('focusout', ({ target }) => {
      // Some browsers say so too while they remove the element: then its focus is still to be handed on.
      queueMicrotask(() => {
        if (this.#focused === target && this.#focused?.isConnected) this.#focused = null;
      });
    });
    document.addEventListener('keydown', (event) => refuseRepetition(event), { capture: true });
  }

  /** After the page was drawn: gives the focus to another element when the one that had it is gone. */
  handOn(): void {
    if (this.#focused === null || this.#focused.isConnected || this.#part === undefined) return;
    this.#focused = null;
    const [heir = this.#before] = (heirs[this.#part] ?? []).flatMap((id) => shown(document.getElementById(id)));
    (shown(heir)[0] ?? document.getElementById('map'))?.focus();
  }
}

function shown(element: HTMLElement | null): HTMLElement[] {
  return element?.checkVisibility() === true ? [element] : [];
}

/** The element under the focus may be another one than the key was pressed for. */
function refuseRepetition(event: KeyboardEvent): void {
  const isPress = event.key === 'Enter' || event.key === ' ';
  if (event.repeat && isPress && event.target instanceof HTMLButtonElement) event.preventDefault();
}
