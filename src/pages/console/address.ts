/**
 * The console's place: the address names the page, the event and the view. The id of the shown session is the
 * credential of its buyer, so it must not be in an address: the tab's history entry keeps it, which survives a reload.
 */

import { knownSignOn } from './sign-on.ts';

const sections = ['events', 'venues', 'webhooks', 'keys', 'people', 'audit', 'branding'] as const;

export type Section = (typeof sections)[number];

export interface Place {
  readonly section: Section;
  readonly id: string | undefined;
  /** The view of an event, or the layout of a venue. */
  readonly view: string | undefined;
  /** What the view shows first, such as the number of a record. */
  readonly detail: string | undefined;
  /** The id of the session that is shown, or null. */
  readonly session: string | null;
}

/** Where the person is. */
export function placeNow(): Place {
  const [, section, id, view, detail] = location.hash.split('/');
  const session: unknown = history.state?.session;
  return {
    section: sections.find((known) => known === section) ?? 'events',
    id,
    view,
    detail,
    session: typeof session === 'string' ? session : null,
  };
}

/** The token of the invitation whose link was followed, or null. */
export function invitationNow(): string | null {
  const [, section, token] = location.hash.split('/');
  return section === 'invitation' && token !== undefined ? token : null;
}

/** Leaves the link of an invitation or of a sign-on: its token goes out of the tab's history. */
export function leaveLink(): void {
  history.replaceState(null, '', '#/events');
}

/** The public key of the organization whose link to log in was followed, or null. */
export function signOnNow(): string | null {
  const [, section, publicKey] = location.hash.split('/');
  return section === 'sign-on' && publicKey !== undefined && publicKey !== '' ? publicKey : null;
}

/** What the provider of a sign-on has sent the browser back with, or null. It goes out of the address, and out of the tab's history. */
export function takeSignOnAnswer(): string | null {
  const query = new URLSearchParams(location.search);
  if (!query.has('state') || !(query.has('code') || query.has('error'))) return null;
  history.replaceState(null, '', `${location.pathname}#/sign-on/${knownSignOn() ?? ''}`);
  return query.toString();
}

/**
 * Calls `show` when the person goes to another place. `mayGo`: whether that may be now; otherwise the address is again that of the place
 * that is shown, and `go` can be called later. Returns a function that ends this.
 */
export function onGoing(show: (place: Place) => void, mayGo: (go: () => void) => boolean): () => void {
  const end = new AbortController();
  let [shown, address] = [keyOf(), location.href];
  const look = (): void => {
    if (keyOf() === shown) return;
    const wanted = location.hash;
    const go = (): void => {
      location.hash = wanted;
    };
    if (!mayGo(go)) {
      history.pushState(null, '', address);
      return;
    }
    [shown, address] = [keyOf(), location.href];
    show(placeNow());
  };
  // Another address comes with both events, another session at the same address with `popstate` alone.
  for (const event of ['hashchange', 'popstate']) addEventListener(event, look, { signal: end.signal });
  return () => end.abort();
}

/** Goes to a session of an event; null: to the list of its sessions. The search stays. */
export function goToSession(eventId: string, sessionId: string | null): void {
  history.pushState({ ...history.state, session: sessionId }, '', `#/events/${eventId}/sessions`);
  dispatchEvent(new PopStateEvent('popstate'));
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

function keyOf(): string {
  return `${location.hash} ${placeNow().session}`;
}
