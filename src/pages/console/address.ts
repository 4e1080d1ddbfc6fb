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

/** Goes to a session of an event; null: to the list of its sessions. */
export function goToSession(eventId: string, sessionId: string | null): void {
  history.pushState({ session: sessionId }, '', `#/events/${eventId}/sessions`);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** The id of the session that is shown, or null. */
export function sessionShown(): string | null {
  const session: unknown = history.state?.session;
  return typeof session === 'string' ? session : null;
}

function here(): string {
  return `${location.hash} ${sessionShown()}`;
}
