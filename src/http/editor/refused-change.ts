/** Why a layout was not changed, as editors are told it. */
import { type DrawnPlaces, drawnField } from '#domain/layout/drawing.ts';
import type { LayoutChangeOutcome } from '#storage/layout-changes.ts';
import { validationFailed } from '../problem.ts';
import type { RouteResult } from '../route.ts';
import { unknownSchema } from './terms.ts';

type Refusal = Exclude<LayoutChangeOutcome, { readonly outcome: 'changed' | 'unchanged' }>;

export const changedMeanwhile = conflict('The seat map is not the one that `If-Match` names any more: read it again.');

const someTaken = 'Some of what would be removed is sold, locked or held; `forceDelete` removes it nevertheless.';
const moreTaken = 'More places than that are sold, locked, held or blocked on an event.';

/** `places`: where the items of the change stand in the caller's drawing; null: the caller has drawn nothing. */
export function refusedChange(outcome: Refusal, places: DrawnPlaces | null): RouteResult {
  switch (outcome.outcome) {
    case 'unknown':
      return unknownSchema;
    case 'outdated':
      return changedMeanwhile;
    case 'copying':
      return conflict('A copy of the schema is being made; repeat the call when it is done.');
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
