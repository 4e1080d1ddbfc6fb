/**
 * Where the console is. The address names the page, the event and the view. The session that is looked at is in the
 * entry of the tab's history instead, so that it survives a reload: its id is the credential of its buyer and must stand
 * in no address.
 */

/** Calls when another page is to be shown. */
export function onGoing(show: () => void): void {
  let shown = here();
  const look = (): void => {
    if (here() === shown) return;
    shown = here();
    show();
  };
  // A browser tells the way to another address by both events, and the way between two sessions by the second alone.
  addEventListener('hashchange', look);
  addEventListener('popstate', look);
}

/** Goes to a session of an event; null: to the list of all of them. */
export function goToSession(eventId: string, sessionId: string | null): void {
  history.pushState({ session: sessionId }, '', `#/events/${eventId}/sessions`);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** The session that is looked at, or null. */
export function sessionShown(): string | null {
  const session: unknown = history.state?.session;
  return typeof session === 'string' ? session : null;
}

function here(): string {
  return `${location.hash} ${sessionShown()}`;
}
