/**
 * The rules of the event itself: the order of its statuses, and when it may be removed or get another layout. The last
 * two are not facts: they are changes of the catalog, made only if the journal's head has not moved since the check.
 */
import type { EventCommand } from './command.ts';
import { accept, type Decision, refuse } from './decision.ts';
import type { EventState } from './event-state.ts';
import type { EventStatus } from './fact.ts';
import { isLive } from './session/session.ts';

const nextStatus: Readonly<Record<EventStatus, EventStatus>> = {
  DRAFT: 'PUBLISHED',
  PUBLISHED: 'ARCHIVED',
  ARCHIVED: 'DRAFT',
};

export function decideEvent(state: EventState, command: EventCommand): Decision {
  switch (command.kind) {
    case 'set-status':
      return setStatus(state, command.status);
    case 'check-removal':
      return checkRemoval(state);
    case 'check-layout-change':
      return checkLayoutChange(state);
  }
}

/** Setting the current status again succeeds and changes nothing. */
function setStatus(state: EventState, status: EventStatus): Decision {
  if (status === state.status) return accept([], { kind: 'done' });
  if (status === nextStatus[state.status]) return accept([{ type: 'status-changed', status }], { kind: 'done' });
  const detail = `An event that is ${state.status} can only become ${nextStatus[state.status]}.`;
  return refuse({ code: 'DATA_INTEGRITY_VIOLATION', detail });
}

function checkRemoval(state: EventState): Decision {
  for (const session of state.sessions.values()) {
    if (!isLive(session)) continue;
    return refuse({ code: 'DATA_INTEGRITY_VIOLATION', detail: 'A session on the event is ACTIVE or PENDING_PAYMENT.' });
  }
  return accept([], { kind: 'show-sequence' });
}

/** The journal names seats by index permanently: a journal that names any can only be read with its own layout. */
function checkLayoutChange(state: EventState): Decision {
  if (!state.isTouched) return accept([], { kind: 'show-sequence' });
  const detail = 'Seats or areas of the event have been assigned, held or sold.';
  return refuse({ code: 'DATA_INTEGRITY_VIOLATION', detail });
}
