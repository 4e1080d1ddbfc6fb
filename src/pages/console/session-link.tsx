/** A button that shows a session. It is no link, because a session's id must not be in an address. */
import type { ComponentChild } from 'preact';
import { PlainButton } from '../shared/components/button.tsx';
import { goToSession } from './address.ts';

interface Properties {
  readonly eventId: string;
  readonly id: string;
}

export function SessionLink({ eventId, id }: Properties): ComponentChild {
  return (
    <PlainButton class="link code" onPress={() => goToSession(eventId, id)}>
      {id}
    </PlainButton>
  );
}
