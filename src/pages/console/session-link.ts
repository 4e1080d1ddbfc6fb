/** A button that shows a session. It is no link, because a session's id must not be in an address. */
import { goToSession } from './address.ts';
import { element, listening } from './element.ts';

export function sessionLink(eventId: string, sessionId: string): HTMLButtonElement {
  const pressed = element('button', { type: 'button', class: 'link code' }, sessionId);
  return listening(pressed, { click: () => goToSession(eventId, sessionId) });
}
