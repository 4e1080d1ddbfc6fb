/** Turns the refusal of a layout change into the answer for editors. */
import { type DrawnPlaces, drawnField } from '#domain/layout/drawing.ts';
import type { LayoutChangeOutcome } from '#storage/layouts/layout-change.ts';
import { validationFailed } from '../pipeline/problem.ts';
import type { RouteResult } from '../pipeline/route.ts';
import { unknownSchema } from './terms.ts';

type Refusal = Exclude<LayoutChangeOutcome, { readonly outcome: 'changed' | 'unchanged' }>;

export const changedMeanwhile = conflict(
  'The seat map has changed since the version that `If-Match` names: read it again.',
);

const someTaken =
  'Some of the seats or areas to be removed are sold, locked or held; `forceDelete` removes them anyway.';
const moreTaken = 'More places than the new capacity are sold, locked, held or blocked on an event.';

/** `places`: the positions of the changed items in the caller's drawing; null: the caller sent no drawing. */
export function refusedChange(outcome: Refusal, places: DrawnPlaces | null): RouteResult {
  switch (outcome.outcome) {
    case 'unknown':
      return unknownSchema;
    case 'outdated':
      return changedMeanwhile;
    case 'cloning':
      return conflict('The schema is being cloned; repeat the call when it is done.');
    case 'taken': {
      const detail = places === null ? moreTaken : someTaken;
      return { problem: { code: 'DATA_INTEGRITY_VIOLATION', detail, conflicts: outcome.conflicts } };
    }
    case 'invalid': {
      const errors = outcome.faults.map((fault) => {
        const { code, message } = fault;
        return { field: places === null ? fault.list : drawnField(fault, places), message, rejectedValue: null, code };
      });
      return { problem: validationFailed(errors) };
    }
  }
}

function conflict(detail: string): RouteResult {
  return { problem: { code: 'DATA_INTEGRITY_VIOLATION', detail } };
}
