/** The id of a session, to be pressed. No link: an address must not contain it. */
import { goToSession } from './address.ts';
import { element, listening } from './element.ts';

export function sessionLink(eventId: string, sessionId: string): HTMLButtonElement {
  const pressed = element('button', { type: 'button', class: 'link code' }, sessionId);
  return listening(pressed, { click: () => goToSession(eventId, sessionId) });
}
