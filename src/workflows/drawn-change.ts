/**
 * Changes a layout to what an editor has drawn, from the bytes of the body to the commit: read the stored outline, parse
 * the drawing against it, write the change in one transaction. A small drawing takes this way on the event loop, a large
 * one in a worker thread; both give the same outcome as plain data. A crash before the commit changes nothing.
 */
import { randomUUID } from 'node:crypto';
import { readDrawing } from '#codec/bodies/drawing/read-drawing.ts';
import { parseSent } from '#codec/bodies/parse-body.ts';
import type { InvalidBody } from '#domain/command.ts';
import { type DrawnChange, drawnField } from '#domain/layout/drawing.ts';
import type { FieldError } from '#domain/refusal.ts';
import { type Claim, ClaimLost, noteDone } from '#storage/catalog/call-records.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { type DrawingRecord, Drawings } from '#storage/layouts/drawings.ts';
import {
  type LayoutChangeOutcome,
  type LayoutChangeRequest,
  writeLayoutChange,
} from '#storage/layouts/layout-change.ts';

export interface DrawnRequest {
  readonly organizationId: number;
  /** The schema as the editor's request found it. */
  readonly drawing: DrawingRecord;
  readonly bytes: Uint8Array;
  /** Also remove sold, locked or held items; absent: as the drawing says. */
  readonly forceDelete?: boolean;
  /** Whether `drawing` must still be the current version. */
  readonly isConditional: boolean;
  /** Whether all nodes know units: one that does not would book their seats one by one. */
  readonly mayHaveUnits: boolean;
  /** Of a call with an idempotency key: the change notes that it is done, in its transaction. */
  readonly claim: Claim | null;
}

export type DrawnOutcome =
  /** `unread`: the members that are not read, such as `seats[].colour`. */
  | { readonly outcome: 'changed'; readonly unread: readonly string[] }
  | { readonly outcome: 'unchanged'; readonly unread: readonly string[] }
  | { readonly outcome: 'unreadable'; readonly body: InvalidBody }
  /** The drawing has units, and not all nodes know them. */
  | { readonly outcome: 'ahead' }
  /** The drawing names another organization. */
  | { readonly outcome: 'foreign' }
  /** Another node has taken over the call. */
  | { readonly outcome: 'claim-lost' }
  /** The change does not fit the layout; fields of the drawing. */
  | { readonly outcome: 'misfit'; readonly errors: readonly FieldError[] }
  | Exclude<LayoutChangeOutcome, { readonly outcome: 'changed' | 'unchanged' | 'invalid' }>;

export async function writeDrawing(pool: DatabasePool, request: DrawnRequest): Promise<DrawnOutcome> {
  const { organizationId, drawing, bytes, isConditional, claim } = request;
  const outline = await new Drawings(pool).outline(drawing);
  const drawn = parseSent<DrawnChange>(bytes, (body) => {
    const check = readDrawing(body, outline, randomUUID);
    if (!check.ok) return check.errors;
    const { ok: _, ...rest } = check;
    return rest;
  });
  if ('invalid' in drawn) return { outcome: 'unreadable', body: drawn };
  const { change, organization, places, unread } = drawn;
  if (organization !== null && organization !== String(organizationId)) return { outcome: 'foreign' };
  if (!request.mayHaveUnits && (change.units?.length ?? 0) > 0) return { outcome: 'ahead' };
  const outcome = await writeOnce(pool, {
    organizationId,
    schemaId: drawing.id,
    change,
    forceDelete: request.forceDelete ?? drawn.forceDelete,
    ...(isConditional ? { onlyVersion: drawing.version } : {}),
    ...(claim === null ? {} : { beside: (transaction) => noteDone(transaction, claim, unread) }),
  });
  switch (outcome.outcome) {
    case 'changed':
    case 'unchanged':
      return { outcome: outcome.outcome, unread };
    case 'invalid': {
      const errors = outcome.faults.map((fault): FieldError => {
        const { code, message, rejectedValue } = fault;
        return { field: drawnField(fault, places), message, rejectedValue, code };
      });
      return { outcome: 'misfit', errors };
    }
    default:
      return outcome;
  }
}

async function writeOnce(
  pool: DatabasePool,
  request: LayoutChangeRequest,
): Promise<LayoutChangeOutcome | { readonly outcome: 'claim-lost' }> {
  try {
    return await writeLayoutChange(pool, pool, request);
  } catch (error) {
    // An error would lose its class between threads.
    if (error instanceof ClaimLost) return { outcome: 'claim-lost' };
    throw error;
  }
}
