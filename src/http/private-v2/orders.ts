/**
 * The purchases of an event as people read them (docs/reports.md): with the names of seats, by page or as a table. Reads the
 * projection and costs the event nothing.
 */
import { z } from 'zod';
import { text } from '#codec/fields.ts';
import { referenceLengthMax } from '#domain/limits.ts';
import { csvType, savedAs } from '#reports/csv.ts';
import { orderPage, orderStream } from '#reports/orders.ts';
import { findOwnEvent } from '../event-call.ts';
import { may } from '../pipeline/access.ts';
import { pageOf, pageSchema, pagingFields } from '../pipeline/paging.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { unknownEvent } from '../refusals.ts';
import { orderExample, orderSchema, orderTable, orderText } from './report-answers.ts';
import { notReady, withSlot } from './report-frame.ts';
import { eventPrefix, format, inTable, ofEvent, type ReportDeps, shared } from './reports.ts';

const nameLengthMax = 255;
const ordersPage = pageSchema('PageOrder', orderSchema);
const name = (description: string) => text(1, nameLengthMax).optional().meta({ description });

export function orderRoutes(deps: ReportDeps): readonly Route[] {
  const example = pageOf([orderExample], 1, { page: 0, size: 20, sort: [] });
  const route = defineRoute({
    ...shared,
    path: `${eventPrefix}orders/`,
    access: may('VIEWER', 'params.id'),
    operationId: 'listOrders',
    summary: 'List the purchases of an event',
    description:
      'Confirmed sessions with the names of their seats, by page. As csv all of them, a line for each seat, in the order of their ' +
      'creation, whatever the page is: purchases that are confirmed while the table is read can be in it.',
    params: ofEvent,
    query: z.object({
      ...pagingFields(['id', 'createdAt', 'reference']),
      reference: text(1, referenceLengthMax).optional().meta({ description: 'Part of the reference, in any case.' }),
      name: name('Part of a value in the properties, such as the name of the buyer, in any case.'),
      section: name('Name of the section, or of the area.'),
      row: name('Name of the row.'),
      seat: name('Name of the seat.'),
      format,
    }),
    responses: {
      200: {
        ...inTable,
        description: 'A page of purchases.',
        headers: ['X-Event-Sequence'],
        schema: ordersPage,
        example,
      },
    },
    errors: ['ENTITY_NOT_FOUND', 'RATE_LIMITED', 'UPGRADE_NOT_FINALIZED'],
    handle: async (call) => {
      const { params, query, organizationId } = call;
      const event = await findOwnEvent(deps, organizationId, params.id);
      if (event === null) return unknownEvent;
      return withSlot(deps, call, async (hold) => {
        await deps.reports.prepare([event.eventNumber]);
        if (query.format === 'csv') {
          const stream = await orderStream(deps.pool, event.eventNumber, query);
          if (stream === null) return notReady;
          const headers = { ...savedAs(`orders-${params.id}.csv`), 'X-Event-Sequence': String(stream.sequence) };
          return hold({ status: 200, headers, type: csvType, content: orderTable(stream.pages) });
        }
        const found = await orderPage(deps.pool, event.eventNumber, query, query);
        if (found === null) return notReady;
        const { content: orders, ...page } = pageOf(found.orders, found.totalElements, query);
        const content = `{"content":[${orders.map(orderText).join(',')}],${JSON.stringify(page).slice(1)}`;
        return { status: 200, headers: { 'X-Event-Sequence': String(found.sequence) }, content };
      });
    },
  });
  return [route];
}
