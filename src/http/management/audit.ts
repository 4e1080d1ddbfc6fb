/**
 * The audit of the caller's organization (docs/audit.md): what people and keys have changed, by page and as a table. Only an
 * OWNER, or a key, reads it.
 */
import { z } from 'zod';
import { longText, shownAs, text, utcInstant, uuid, wholeNumberText } from '#codec/fields.ts';
import { csvLine, csvType, savedAs } from '#reports/csv.ts';
import type { ReportSlots } from '#reports/report-slots.ts';
import type { AuditEntries, AuditFilter, ReadEntry } from '#storage/catalog/audit-entries.ts';
import { may } from '../pipeline/access.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { type ReportFrame, withSlot } from '../private-v2/report-frame.ts';

export interface AuditDeps extends ReportFrame {
  readonly entries: Pick<AuditEntries, 'list'>;
  readonly slots: ReportSlots;
}

const limitDefault = 50;
const limitMax = 200;

const time = z.iso.datetime({ offset: true }).transform((value) => new Date(value));
const query = z.object({
  after: longText.optional().meta({ description: 'The `next` of an earlier page; absent: from the latest entry.' }),
  limit: wholeNumberText(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({
      description: `Maximum number of entries; more than ${limitMax} counts as ${limitMax}.`,
      ...shownAs({ type: 'integer', minimum: 1, default: limitDefault }),
    }),
  accountId: longText.optional().meta({ description: 'Only what this person has changed.' }),
  operation: text(1, 100).optional().meta({ description: 'Only calls of this operation, such as `setAdmission`.' }),
  eventId: uuid.optional().meta({ description: 'Only calls about this event.' }),
  from: time
    .optional()
    .meta({ description: 'Only entries of this time or later.', ...shownAs({ type: 'string', format: 'date-time' }) }),
  until: time
    .optional()
    .meta({ description: 'Only entries before this time.', ...shownAs({ type: 'string', format: 'date-time' }) }),
  format: z.enum(['json', 'csv']).default('json').meta({ description: 'csv: a table of all entries that are found.' }),
});

const state = (what: string) =>
  z.unknown().meta({
    description:
      `${what} Without secrets and without what tells of buyers. With \`truncated\` it was too long, and some members are left out. ` +
      'Null: nothing, or it is not told.',
  });

const entry = z
  .object({
    id: z.int().meta({ description: 'Later entries have larger ones.' }),
    at: utcInstant.meta({ description: 'When the call was made, UTC.' }),
    by: z
      .object({
        kind: z.enum(['ACCOUNT', 'KEY']).meta({ description: 'A person, or a key of the organization.' }),
        id: z.string().meta({ description: 'The id of the account, or the name of the key.' }),
        email: z.string().nullable().meta({ description: 'Of a person who is still known.' }),
      })
      .meta({ id: 'AuditAuthor' }),
    address: z.string().nullable().meta({ description: 'Of the client; null behind a proxy that is not configured.' }),
    operation: z.string().meta({ description: 'The operation of this document.' }),
    target: z.string().meta({ description: 'Method and path, without the query.' }),
    eventId: z.string().nullable().meta({ description: 'The event that the call was about; null: none.' }),
    before: state('What there was.'),
    after: state('What there is since, or what was asked for.'),
    status: z
      .int()
      .nullable()
      .meta({ description: 'Of the answer; null: it is not known whether the call took effect.' }),
    repeated: z
      .boolean()
      .meta({ description: 'The answer was that of an earlier call with the same Idempotency-Key.' }),
    requestId: z.string().meta({ description: 'The `X-Request-Id` of the answer.' }),
  })
  .meta({ id: 'AuditEntry' });

const page = z
  .object({
    entries: z.array(entry).meta({ description: 'The latest first.' }),
    next: z.int().nullable().meta({ description: 'The `after` of the next page; null: there is nothing more.' }),
  })
  .meta({ id: 'AuditPage' });

const example: z.input<typeof page> = {
  entries: [
    {
      id: 4711,
      at: '2027-05-01T10:15:02.120Z',
      by: { kind: 'ACCOUNT', id: '8', email: 'ben@theatre.example' },
      address: '203.0.113.9',
      operation: 'changePerson',
      target: 'PUT /api/private/management/v2.0/people/9',
      eventId: null,
      before: { id: 9, email: 'eve@theatre.example', role: 'VIEWER' },
      after: { id: 9, email: 'eve@theatre.example', role: 'MANAGER' },
      status: 200,
      repeated: false,
      requestId: '0b0e4f4e2a434a6a',
    },
  ],
  next: 4711,
};

export function audit(deps: AuditDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/private/management/v2.0/audit/',
    operationId: 'listAudit',
    access: may('OWNER', 'whole'),
    summary: 'Read the audit',
    description:
      'What people and keys have changed outside of booking, and every release, cancel, exchange and forced change: who, when, from where, ' +
      'what there was and what there is since. The latest entry first. Entries are added and never changed.',
    tag: 'Audit',
    caller: 'organization',
    query,
    responses: {
      200: { description: 'A page of entries.', textTypes: ['text/csv'], schema: page, example },
    },
    errors: ['RATE_LIMITED', 'UPGRADE_NOT_FINALIZED'],
    handle: (call) =>
      withSlot(deps, call, async (hold) => {
        const { limit = limitDefault, format, ...filter } = call.query;
        if (format === 'csv') {
          const content = table(deps.entries, call.organizationId, filter);
          return hold({ status: 200, headers: savedAs('audit.csv'), type: csvType, content });
        }
        const size = Math.min(limit, limitMax);
        const found = await deps.entries.list(call.organizationId, filter, size + 1);
        const entries = found.slice(0, size).map(shownEntry);
        return { status: 200, body: { entries, next: found.length > size ? (entries.at(-1)?.id ?? null) : null } };
      }),
  });
}

function shownEntry({ author, email, isRepeated, at, ...shown }: ReadEntry): z.output<typeof entry> {
  const [kind, id = ''] = author.split(':');
  const by = { kind: kind === 'ACCOUNT' ? ('ACCOUNT' as const) : ('KEY' as const), id, email };
  return { ...shown, at: at.toISOString(), by, repeated: isRepeated };
}

const columns = [
  ...['id', 'at', 'byKind', 'byId', 'email', 'address', 'operation', 'target', 'eventId', 'status', 'repeated'],
  ...['requestId', 'before', 'after'],
];

/** In pages, each read when the one before has been sent. */
async function* table(
  entries: AuditDeps['entries'],
  organizationId: number,
  filter: AuditFilter,
): AsyncGenerator<string> {
  yield csvLine(columns);
  for (let after = filter.after; ; ) {
    const found = (await entries.list(organizationId, { ...filter, after }, limitMax)).map(shownEntry);
    yield found.map(lineOf).join('');
    after = found.at(-1)?.id;
    if (found.length < limitMax) return;
  }
}

function lineOf({ id, at, by, address, operation, target, eventId, before, after, ...end }: z.output<typeof entry>) {
  const { status, repeated, requestId } = end;
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  return csvLine([
    ...[id, at, by.kind, by.id, by.email, address, operation, target, eventId, status, String(repeated), requestId],
    ...[json(before), json(after)],
  ]);
}
