/**
 * Keeps the keyboard's focus where it makes sense when the page is drawn anew: an element that had it and is gone hands
 * it to the heading, or to what had it before. A key that is held down presses no button twice.
 */

/** The parts of the page whose elements come and go, and the element that takes the focus of one that is gone. */
const heirs: Readonly<Record<string, readonly string[]>> = {
  order: ['order-title', 'order-handle'],
  cover: ['cover-title', 'map'],
  list: ['list-title', 'map'],
  notices: [],
  card: [],
};

export class Focus {
  /** The last element with the focus outside of the messages, which come and go above everything else. */
  #before: HTMLElement | null = null;

  constructor() {
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement && !isIn(target, 'notices') && !isIn(target, 'card')) this.#before = target;
    });
    document.addEventListener('keydown', (event) => refuseRepetition(event), { capture: true });
  }

  /** Draws, and gives the focus to another element when the one that had it is gone. */
  keep(draw: () => void): void {
    const focused = document.activeElement;
    const part = Object.keys(heirs).find((id) => isIn(focused, id));
    draw();
    if (part === undefined || focused === document.activeElement) return;
    const [heir = this.#before] = (heirs[part] ?? []).flatMap((id) => shown(document.getElementById(id)));
    (shown(heir)[0] ?? document.getElementById('map'))?.focus();
  }
}

function isIn(element: Element | null, id: string): boolean {
  return document.getElementById(id)?.contains(element) === true;
}

function shown(element: HTMLElement | null): HTMLElement[] {
  return element?.checkVisibility() === true ? [element] : [];
}

/** The element under the focus may be another one than the key was pressed for. */
function refuseRepetition(event: KeyboardEvent): void {
  const isPress = event.key === 'Enter' || event.key === ' ';
  if (event.repeat && isPress && event.target instanceof HTMLButtonElement) event.preventDefault();
}
