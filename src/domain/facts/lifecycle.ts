/** The facts of the event itself: created, taken over by a node, published or archived. */
import { assert } from '#collections/assert.ts';
import type { LifecycleFact } from '../fact.ts';
import { restartPace } from './admission.ts';
import { always, type Definitions } from './definition.ts';

export const lifecycleFacts: Definitions<LifecycleFact> = {
  opened: {
    resetsMaps: true,
    apply(state, fact) {
      assert(state.seq === 0, 'an event is opened by its first record');
      state.eventId = fact.event;
      state.status = fact.status;
      state.closesAt = fact.closesAt ?? null;
    },
  },
  owned: { apply: () => {} },
  'status-changed': {
    resetsMaps: true,
    apply(state, fact, at) {
      state.status = fact.status;
      state.changes.status = true;
      restartPace(state, at);
    },
    told: (_state, { status }) => always([{ type: 'event.status-changed', status }]),
  },
};
