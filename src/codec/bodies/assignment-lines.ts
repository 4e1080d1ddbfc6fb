/** The common parts of the bodies that assign prices or zones: the bound of a list, and the places of an area. */
import { z } from 'zod';
import { areaCapacityMax } from '#domain/layout/layout.ts';
import type { AreaAssignment } from '#domain/pricing/pricing-command.ts';

export const linesMax = 1_000_000;

export const activeCount = z.int().min(0).max(areaCapacityMax).nullish();

interface AreaLine {
  readonly objectId: number;
  readonly assignmentId: number;
  readonly activeCount?: number | null | undefined;
}

/** The lines of areas or of zones, with how many places each offers. */
export function areasOf(lines: readonly AreaLine[] | null | undefined): AreaAssignment[] {
  return (lines ?? []).map(({ objectId, assignmentId, activeCount: count }) => ({
    objectId,
    assignmentId,
    activeCount: count ?? null,
  }));
}
