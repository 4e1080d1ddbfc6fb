/**
 * The console's place: the address names the page, the event and the view. The id of the shown session is the
 * credential of its buyer, so it must not be in an address: the tab's history entry keeps it, which survives a reload.
 */

/** Calls `show` when the person goes to another place. */
export function onGoing(show: () => void): void {
  let shown = here();
  const look = (): void => {
    if (here() === shown) return;
    shown = here();
    show();
  };
  // Another address comes with both events, another session at the same address with `popstate` alone.
  addEventListener('hashchange', look);
  addEventListener('popstate', look);
}

/** Goes to a session of an event; null: to the list of its sessions. The search stays. */
export function goToSession(eventId: string, sessionId: string | null): void {
  history.pushState({ ...history.state, session: sessionId }, '', `#/events/${eventId}/sessions`);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** The id of the session that is shown, or null. */
export function sessionShown(): string | null {
  const session: unknown = history.state?.session;
  return typeof session === 'string' ? session : null;
}

export interface SessionSearch {
  readonly state: string;
  readonly reference: string;
}

/** Keeps what is looked for among the sessions, so that it is still there after a look at one of them. */
export function keepSearch(search: SessionSearch): void {
  history.replaceState({ ...history.state, search }, '');
}

export function searchKept(): SessionSearch {
  const { state, reference } = history.state?.search ?? {};
  return {
    state: typeof state === 'string' ? state : '',
    reference: typeof reference === 'string' ? reference : '',
  };
}

function here(): string {
  return `${location.hash} ${sessionShown()}`;
}
