/**
 * Every orphan seat of an event (`GET /events/{id}/orphans/`), row by row: for operators who want to see the effect of
 * orphan-seat prevention. A copy of the seats is scanned, so the event is not blocked; `seq` names the change that the
 * copy shows.
 */
import { z } from 'zod';
import { longId, uuid } from '#codec/fields.ts';
import type { Availability } from '#domain/inventory-copy.ts';
import type { Layouts } from '#storage/layouts/layouts.ts';
import { type EventAccess, findOwnEvent } from '../event-call.ts';
import { may } from '../pipeline/access.ts';
import { presentAnswer } from '../pipeline/answer.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { unknownEvent } from '../refusals.ts';

export interface OrphanDeps extends EventAccess {
  readonly layouts: Pick<Layouts, 'sections' | 'seatsAt'>;
  /**
   * Indices of the orphan seats, ascending. Transfers the columns to a thread: the caller cannot use them afterwards.
   */
  readonly scanOrphans: (columns: Availability) => Promise<Int32Array>;
}

const orphansSchema = z
  .object({
    eventId: z.uuid(),
    seq: z.int().meta({ description: 'Number of the event’s last change that the scan includes.' }),
    rows: z.array(
      z.object({
        sectionId: longId,
        sectionName: z.string(),
        rowId: longId,
        rowName: z.string(),
        seats: z.array(z.object({ id: longId, name: z.string() })),
      }),
    ),
    count: z.int().meta({ description: 'Seats in all rows.' }),
  })
  .meta({ id: 'OrphanSeats' });

const example = {
  eventId: '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001',
  seq: 4711,
  rows: [{ sectionId: 11, sectionName: 'Stalls', rowId: 21, rowName: 'A', seats: [{ id: 1042, name: '3' }] }],
  count: 1,
};

export function orphans({ engine, events, layouts, scanOrphans }: OrphanDeps): readonly Route[] {
  const route = defineRoute({
    method: 'GET',
    path: '/api/private/v2.0/events/{id}/orphans/',
    operationId: 'listOrphanSeats',
    access: may('VIEWER', 'params.id'),
    summary: 'Read the orphan seats of an event',
    description:
      'Every ACTIVE seat without an ACTIVE neighbour in a row of more than one seat, in layout order, whether ' +
      'orphan-seat prevention is on or off.',
    tag: 'Events',
    caller: 'organization',
    params: z.object({ id: uuid }),
    responses: { 200: { description: 'Rows with such seats.', schema: orphansSchema, example } },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params, organizationId }) => {
      const event = await findOwnEvent({ events }, organizationId, params.id);
      if (event === null) return unknownEvent;
      const answer = await engine.ask(event.eventNumber, { kind: 'read-availability' });
      return presentAnswer(answer, 'availability', async ({ availability }) => {
        const { seq } = availability;
        const seats = await scanOrphans(availability);
        return { status: 200, content: orphanChunks(layouts, event.schemaId, { eventId: params.id, seq, seats }) };
      });
    },
  });
  return [route];
}

interface Scan {
  readonly eventId: string;
  readonly seq: number;
  readonly seats: Int32Array;
}

async function* orphanChunks(
  layouts: OrphanDeps['layouts'],
  schemaId: number,
  { eventId, seq, seats }: Scan,
): AsyncGenerator<string> {
  const sections = new Map((await layouts.sections(schemaId)).map(({ id, name }) => [id, name]));
  yield `{"eventId":"${eventId}","seq":${seq},"rows":[`;
  let openRow: number | null = null;
  for await (const page of layouts.seatsAt(schemaId, [...seats])) {
    let text = '';
    for (const { id, name, rowId, rowName, sectionId } of page) {
      if (rowId === openRow) text += ',';
      else {
        const row = { sectionId, sectionName: sections.get(sectionId), rowId, rowName };
        text += `${openRow === null ? '' : ']},'}${JSON.stringify(row).slice(0, -1)},"seats":[`;
        openRow = rowId;
      }
      text += JSON.stringify({ id, name });
    }
    yield text;
  }
  yield `${openRow === null ? '' : ']}'}],"count":${seats.length}}`;
}
