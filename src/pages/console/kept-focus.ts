/**
 * Keeps the keyboard's place: when the element with the focus goes away, the nearest part of the page that held it gets the
 * focus, so that the Tab key goes on from there and a screen reader says where it is. Never takes the focus from another element.
 */

const parts = 'section, dialog, main';

/** In this element, until the returned function is called. */
export function keepFocus(root: HTMLElement): () => void {
  const end = new AbortController();
  const { signal } = end;
  let focused: HTMLElement | null = null;
  let around: readonly HTMLElement[] = [];
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof HTMLElement)) return;
      focused = target;
      around = partsAround(target);
    },
    { signal },
  );
  document.addEventListener(
    'focusout',
    ({ target }) => {
      // Some browsers say so too while they remove the element: then its focus is still to be handed on.
      queueMicrotask(() => {
        if (focused === target && focused?.isConnected) focused = null;
      });
    },
    { signal },
  );
  const observer = new MutationObserver(() => {
    if (focused === null || focused.isConnected || document.activeElement !== document.body) return;
    focused = null;
    const heir = around.find(({ isConnected }) => isConnected) ?? root.querySelector('main');
    if (heir !== null) focusOn(heir);
  });
  observer.observe(root, { childList: true, subtree: true });
  signal.addEventListener('abort', () => observer.disconnect());
  return () => end.abort();
}

/** The nearest first. */
function partsAround(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let part = element.closest<HTMLElement>(parts); part !== null; ) {
    found.push(part);
    part = part.parentElement?.closest<HTMLElement>(parts) ?? null;
  }
  return found;
}

function focusOn(part: HTMLElement): void {
  if (!part.hasAttribute('tabindex')) {
    part.tabIndex = -1;
    part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true });
  }
  part.focus({ preventScroll: true });
}
