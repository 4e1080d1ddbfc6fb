/**
 * The member `bestAvailable` of a lock or a direct sale, in which the event chooses the seats: its schema, and the rule
 * that it takes the place of `seats`.
 */
import { z } from 'zod';
import { selectionEntriesMax } from '#domain/limits.ts';
import type { BestWish } from '#domain/selection.ts';
import { constraint } from '../constraint.ts';
import { longId, uuid } from '../fields.ts';

/** An empty list would leave nothing to choose from: a caller without a restriction leaves the member out. */
const restriction = z.array(longId).min(1).max(selectionEntriesMax).nullish();

export const bestAvailable = z
  .object({
    count: z.int().min(1).max(selectionEntriesMax).meta({ description: 'How many seats.' }),
    priceIds: restriction.meta({ description: 'Only seats of these prices.' }),
    sectionIds: restriction.meta({ description: 'Only seats of these sections.' }),
    accessible: z
      .int()
      .min(0)
      .nullish()
      .meta({ description: 'How many of them are accessible seats; the others are not. Default 0.' }),
    together: z.boolean().nullish().meta({
      description:
        'In one row without an aisle between; false: groups in neighbouring rows of one section will do. Default true.',
    }),
    allotmentId: uuid.nullish().meta({ description: 'Only seats that are in this allotment now.' }),
  })
  .check(({ value: { count, accessible }, issues }) => {
    if ((accessible ?? 0) <= count) return;
    const params = constraint('MAX');
    issues.push({
      code: 'custom',
      message: 'must not be more than count',
      path: ['accessible'],
      params,
      input: accessible,
    });
  })
  .transform(
    ({ count, priceIds, sectionIds, accessible, together, allotmentId }): BestWish => ({
      count,
      accessible: accessible ?? 0,
      priceIds: priceIds ?? null,
      sectionIds: sectionIds ?? null,
      together: together ?? true,
      ...(allotmentId == null ? {} : { allotmentId }),
    }),
  )
  .meta({ id: 'BestAvailable', description: 'The event chooses the seats, and holds them in the same step.' });

interface WithWish {
  readonly seats: readonly unknown[];
  readonly bestAvailable?: unknown;
}

/** A check for schemas that take both members: `bestAvailable` comes instead of `seats`. */
export function eitherSeatsOrBest({ value, issues }: z.core.ParsePayload<WithWish>): void {
  if (value.seats.length === 0 || value.bestAvailable === undefined || value.bestAvailable === null) return;
  const message = 'must be absent or empty beside bestAvailable';
  issues.push({ code: 'custom', message, path: ['seats'], params: constraint('SIZE'), input: value.seats });
}
