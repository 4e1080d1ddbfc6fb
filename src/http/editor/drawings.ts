/**
 * Seat maps for editors of layouts: the whole layout of a schema as flat lists, read and changed. Large bodies
 * are read and stored in a thread and answers are written in pieces. The caller is authenticated before the body is read.
 */
import { z } from 'zod';
import { drawingExample, sentDrawing, sentExample } from '#codec/bodies/drawing/schema.ts';
import { booleanText, longText } from '#codec/fields.ts';
import type { VersionInForce } from '#domain/cluster-version.ts';
import type { DrawingRecord, Drawings } from '#storage/layouts/drawings.ts';
import type { DrawnOutcome, DrawnRequest } from '#workflows/drawn-change.ts';
import { may } from '../pipeline/access.ts';
import { ifMatch, ifNoneMatch, isCurrent, tagHeaders, tagOfText, unchanged } from '../pipeline/entity-tag.ts';
import type { Route, RouteRequest, RouteResult } from '../pipeline/route.ts';
import { knowsUnits } from '../private-v2/units.ts';
import { drawingChunks, drawingSchema } from './drawing-text.ts';
import { editorRoute } from './editor-route.ts';
import { changedMeanwhile, refusedDrawing } from './refused-change.ts';
import { unknownSchema } from './terms.ts';

export interface DrawingDeps {
  readonly drawings: Drawings;
  readonly clusterVersion: VersionInForce;
  /** May transfer the bytes to a thread: the caller cannot use them afterwards. */
  readonly draw: (request: DrawnRequest) => Promise<DrawnOutcome>;
}

const path = '/api/seatmap/{schemaId}/';
const drawingBytesMax = 64 * 1024 * 1024;
/** To be increased when the same layout is presented differently, so that tags change. */
const drawingFormat = 4;
const bySchema = z.object({ schemaId: longText });
const one = { description: 'The whole seat map.', schema: drawingSchema, example: drawingExample };

export function editorDrawings(deps: DrawingDeps): readonly Route[] {
  return [read(deps), change(deps)];
}

function tagOf(drawing: DrawingRecord): string {
  return tagOfText(`drawing ${drawingFormat} ${JSON.stringify(drawing)}`);
}

function present(
  drawings: DrawingDeps['drawings'],
  organizationId: number,
  drawing: DrawingRecord,
  warnings: readonly string[] = [],
): RouteResult {
  const currentVersion = async () => (await drawings.find(organizationId, drawing.id))?.version;
  const chunks = drawingChunks(drawing, drawings, currentVersion, warnings);
  return { status: 200, headers: tagHeaders(tagOf(drawing)), content: chunks };
}

function read({ drawings }: DrawingDeps): Route {
  return editorRoute({
    method: 'GET',
    path,
    operationId: 'getDrawing',
    access: may('VIEWER', 'shared'),
    summary: 'Read the seat map of a schema',
    description: 'Sectors, rows, seats, shapes and units as flat lists; items refer to each other by id and guid.',
    params: bySchema,
    requestHeaders: z.object({ 'If-None-Match': ifNoneMatch }),
    responses: { 200: one, 304: { description: 'Not modified: `If-None-Match` names the current content.' } },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async (request) => {
      const drawing = await drawings.find(request.organizationId, request.params.schemaId);
      if (drawing === null) return unknownSchema;
      const held = unchanged(request.header('if-none-match'), tagOf(drawing));
      return held ?? present(drawings, request.organizationId, drawing);
    },
  });
}

function change({ drawings, draw, clusterVersion }: DrawingDeps): Route {
  return editorRoute({
    method: 'PUT',
    path,
    operationId: 'updateDrawing',
    access: may('MANAGER', 'whole'),
    summary: 'Change the seat map of a schema',
    description:
      'Items with an id are changed and keep the members that they do not name; items without an id are new; `toRemove` removes an ' +
      'item; items that the body does not name stay. A body that removes every sector and has new sectors and `shapes` replaces ' +
      'the decorations too. All or nothing. Events on the schema use the new seat map at ' +
      'once: new seats and areas can be booked when they have a price. Sold or held seats are removed only with `forceDelete`. ' +
      'A body that changes nothing makes no new version. A call that is repeated with its `Idempotency-Key` shows the seat map as it is now.',
    params: bySchema,
    query: z.object({
      forceDelete: booleanText.optional().meta({ description: 'Also remove seats and areas that are sold or held.' }),
    }),
    requestHeaders: z.object({ 'If-Match': ifMatch }),
    body: sentDrawing,
    rawBody: true,
    bodyLimitBytes: drawingBytesMax,
    requestExample: sentExample,
    responses: { 200: one },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async (request) => {
      const { organizationId, params, query, rawBody } = request;
      const drawing = await drawings.find(organizationId, params.schemaId);
      if (drawing === null) return unknownSchema;
      const condition = request.header('if-match');
      if (!isCurrent(condition, tagOf(drawing))) return changedMeanwhile;
      const outcome = await draw({
        organizationId,
        drawing,
        bytes: rawBody,
        isConditional: condition !== undefined,
        mayHaveUnits: knowsUnits(clusterVersion),
        claim: request.claim,
        ...(query.forceDelete === undefined ? {} : { forceDelete: query.forceDelete }),
      });
      if (outcome.outcome !== 'changed' && outcome.outcome !== 'unchanged') return refusedDrawing(outcome);
      return presentNow(drawings, request, outcome.unread);
    },
    again: (request, noted) => presentNow(drawings, request, z.array(z.string()).parse(noted)),
  });
}

/** The seat map as it is now; a repetition of the call makes its answer from the warnings. */
async function presentNow(
  drawings: DrawingDeps['drawings'],
  {
    organizationId,
    params,
  }: Pick<RouteRequest<z.output<typeof bySchema>, unknown, unknown>, 'organizationId' | 'params'>,
  warnings: readonly string[],
): Promise<RouteResult> {
  const drawing = await drawings.find(organizationId, params.schemaId);
  if (drawing === null) return unknownSchema;
  return { ...present(drawings, organizationId, drawing, warnings), again: warnings };
}
