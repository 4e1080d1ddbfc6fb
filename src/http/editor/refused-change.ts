/** Turns the refusal of a layout change into the answer for editors. */
import { notFinalized } from '#actors/fault.ts';
import { ClaimLost } from '#storage/catalog/call-records.ts';
import type { LayoutChangeOutcome } from '#storage/layouts/layout-change.ts';
import type { DrawnOutcome } from '#workflows/drawn-change.ts';
import type { RouteResult } from '../pipeline/route.ts';
import { conflict, invalid } from '../refusals.ts';
import { foreign } from './editor-route.ts';
import { unknownSchema } from './terms.ts';

type Refusal = Exclude<LayoutChangeOutcome, { readonly outcome: 'changed' | 'unchanged' }>;
type DrawingRefusal = Exclude<DrawnOutcome, { readonly outcome: 'changed' | 'unchanged' }>;

export const changedMeanwhile = conflict(
  'The seat map has changed since the version that `If-Match` names: read it again.',
);

const someTaken =
  'Some of the seats or areas to be removed are sold, locked or held; `forceDelete` removes them anyway.';
const moreTaken = 'More places than the new capacity are sold, locked, held or blocked on an event.';

/** The refusal of a change that the service itself has made, of areas only. */
export function refusedChange(outcome: Refusal): RouteResult {
  switch (outcome.outcome) {
    case 'taken':
      return conflict(moreTaken, outcome.conflicts);
    case 'invalid': {
      const errors = outcome.faults.map(({ list, code, message, rejectedValue }) => {
        return { field: list, message, rejectedValue, code };
      });
      return invalid(...errors);
    }
    default:
      return refusedSchema(outcome.outcome);
  }
}

export function refusedDrawing(outcome: DrawingRefusal): RouteResult {
  switch (outcome.outcome) {
    case 'unreadable':
      return { problem: { ...outcome.body, code: outcome.body.invalid } };
    case 'ahead':
      throw notFinalized;
    case 'foreign':
      return foreign;
    case 'claim-lost':
      throw new ClaimLost('Another node has taken over the call.');
    case 'misfit':
      return invalid(...outcome.errors);
    case 'taken':
      return conflict(someTaken, outcome.conflicts);
    default:
      return refusedSchema(outcome.outcome);
  }
}

function refusedSchema(outcome: 'unknown' | 'outdated' | 'cloning'): RouteResult {
  switch (outcome) {
    case 'unknown':
      return unknownSchema;
    case 'outdated':
      return changedMeanwhile;
    case 'cloning':
      return conflict('The schema is being cloned; repeat the call when it is done.');
  }
}
