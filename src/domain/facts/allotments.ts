/** The facts of allotments. All but the mask that they follow from is theirs: a hold or a sale does not change them. */
import { assert } from '#collections/assert.ts';
import type { Phase } from '../allotments/allotment.ts';
import type { AllotmentFact } from '../allotments/allotment-fact.ts';
import { Allotments } from '../allotments/allotments.ts';
import type { EventState } from '../event-state.ts';
import type { AllotmentStep, ChangeContent } from '../feed/change.ts';
import { always, type Definitions } from './definition.ts';

/** The cluster version that knows allotments. */
const since = 2;

export const allotmentFacts: Definitions<AllotmentFact> = {
  'allotment-defined': {
    since,
    resetsMaps: true,
    apply(state, { allotment: slot, id, phase, terms }) {
      state.allotments ??= new Allotments(state.seats.size);
      const released = state.allotments.bySlot(slot)?.released ?? null;
      state.allotments.put({ ...terms, id, slot, phase, released });
      tellSearches(state);
    },
  },
  'allotment-removed': {
    since,
    resetsMaps: true,
    apply(state, { allotment }) {
      markTakers(state, allotment);
      allotmentsOf(state).remove(allotment);
      if (state.allotments?.count === 0) state.allotments = null;
      tellSearches(state);
    },
  },
  'allotment-filled': {
    since,
    needsLayout: true,
    resetsMaps: true,
    apply(state, { allotment, seats, areas = [] }) {
      markTakers(state, allotment);
      allotmentsOf(state).assign(allotment, seats, areas);
      tellSearches(state);
    },
  },
  'allotment-opened': {
    since,
    resetsMaps: true,
    apply: (state, { allotment }) => setPhase(state, allotment, 'OPEN'),
    told: (state, { allotment }) => toldStep('allotment.opened', state, allotment),
  },
  'allotment-closed': {
    since,
    resetsMaps: true,
    apply: (state, { allotment }) => setPhase(state, allotment, 'CLOSED'),
    told: (state, { allotment }) => toldStep('allotment.closed', state, allotment),
  },
  'allotment-released': {
    since,
    needsLayout: true,
    resetsMaps: true,
    apply(state, { allotment, cause, to, seats, areas = [] }, at) {
      const part = seats === undefined ? undefined : { seats, areas };
      allotmentsOf(state).release(allotment, { at, cause, to }, part);
      tellSearches(state);
    },
    told: (state, { allotment, cause, to }) =>
      toldStep('allotment.released', state, allotment, { cause, to: state.allotments?.bySlot(to)?.id ?? null }),
  },
};

const noRelease = { cause: null, to: null };

function toldStep(
  type: 'allotment.opened' | 'allotment.closed' | 'allotment.released',
  state: EventState,
  slot: number,
  release: Pick<AllotmentStep, 'cause' | 'to'> = noRelease,
): () => readonly ChangeContent[] {
  const { id, name } = allotmentsOf(state).at(slot);
  return always([{ type, allotment: { id, name, ...release } }]);
}

function allotmentsOf({ allotments }: EventState): Allotments {
  assert(allotments !== null, 'the event has no allotments');
  return allotments;
}

/** Sessions with places of the allotment: a share that goes takes along what it knows of them. */
function markTakers({ allotments, changes }: EventState, slot: number): void {
  for (const area of allotments?.shares.areas() ?? []) {
    const share = allotments?.shares.of(area).find((one) => one.slot === slot);
    for (const session of share?.taken.keys() ?? []) changes.addPlaces(session, area);
  }
}

function setPhase(state: EventState, slot: number, phase: Phase): void {
  const allotments = allotmentsOf(state);
  allotments.put({ ...allotments.at(slot), phase });
  tellSearches(state);
}

/** What searches for seats remember rests on who may take which. */
function tellSearches({ seats }: EventState): void {
  seats.watcher?.everythingChanged();
}
