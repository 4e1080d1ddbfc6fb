/** The dialog that makes an event. Its code is loaded when it is opened. */
import type { ComponentChild } from 'preact';
import { Later } from './later.tsx';

/** `schemaId`: the layout that is chosen first. */
export function NewEvent({ schemaId }: { readonly schemaId?: number }): ComponentChild {
  return (
    <Later name="event" load={() => import('./event/views.ts')}>
      {({ NewEventForm }) => <NewEventForm schemaId={schemaId} />}
    </Later>
  );
}
