/** Whatever is sent, to whichever route: never a 500, nothing undocumented, and what is refused changes nothing. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sql } from 'slonik';
import { type ContractDocument, readContract } from '../support/contract-document.ts';
import { type HostileRequest, hostileRequests, type Targets } from '../support/hostile-requests.ts';
import { type Answer, openPricedShow, startTestService, type TestService } from '../support/service.ts';
import { bookingOf, fine, publicPrefix, rowsHall, selectionOf, sessionCalls } from '../support/session-calls.ts';

const requestsMin = 2_500;

let service: TestService;
let contract: ContractDocument;
let targets: Targets;

beforeAll(async () => {
  service = await startTestService();
  contract = await readContract(service);
  targets = await openTargets();
});

afterAll(() => service.close());

/** A show with a session in each state that calls can reach. */
async function openTargets(): Promise<Targets> {
  const show = await openPricedShow(service, rowsHall);
  const calls = sessionCalls(service, show);
  const active = await calls.open([show.seats[0] as number], [[show.areas[0], 2]]);
  const many = await Promise.all(Array.from({ length: 30 }, () => calls.open()));
  const frozen = await calls.open([show.seats[1] as number]);
  fine(await calls.checkout(frozen));
  const sold = await calls.open([show.seats[2] as number]);
  fine(await calls.checkout(sold));
  fine(await calls.confirm(sold, { reference: 'R' }));
  const { organization, other } = service.catalog;
  const { eventId, schemaId, seats, areas, prices } = show;
  const assignment = { objectId: seats[5], assignmentId: prices[0], properties: { gate: 1 } };
  const selection = selectionOf([seats[3], seats[4]], [[areas[1], 1]]);
  const booking = bookingOf([seats[6]], [[areas[0], 1]], { holdType: null, sessionId: active, cartSeatIds: null });
  const assignments = {
    seats: [assignment],
    groupOfSeats: [{ objectId: areas[1], assignmentId: prices[1], activeCount: 4 }],
  };
  const name = 'X';
  return {
    keys: [organization.token, organization.token, organization.token, other.token, undefined],
    values: {
      ...{
        eventId: [eventId],
        schemaId: [String(schemaId)],
        sessionId: [active, frozen, sold, active.toUpperCase(), ...many],
      },
      ...{
        state: ['ACTIVE', 'EXPIRED'],
        reference: ['R'],
        limit: ['1', '0'],
        offset: ['0', '1'],
        page: ['0', '7'],
        size: ['1'],
      },
    },
    bodies: {
      [`POST ${publicPrefix}`]: { eventId, publicKey: organization.publicKey },
      ...Object.fromEntries(
        ['lock', 'unlock', 'checkout'].map((verb) => [`POST ${publicPrefix}{id}/${verb}`, selection]),
      ),
      ...Object.fromEntries(
        ['lock', 'unlock', 'directsale'].map((verb) => [`POST /api/private/v2.0/booking/${verb}`, booking]),
      ),
      'POST /api/private/v2.0/event/{eventId}/prices/': [{ id: null, name, eventId, externalId: null }],
      'POST /api/private/v2.0/event/{eventId}/prices/assignments/': assignments,
      'DELETE /api/private/v2.0/event/{eventId}/prices/assignments/': assignments,
      'POST /api/private/v2.0/events/': {
        name,
        start: '2027-05-01T19:30:00',
        endDate: '2027-05-01T20:00:00',
        schemaId,
      },
    },
  };
}

/** Everything that a request could have changed, as one number each. */
async function footprint(): Promise<string> {
  const row = await service.catalog.pool.one(sql.unsafe`
    select (select sum(head_seq) from event_owner)::text as facts, (select count(*) from event)::text as events,
      (select count(*) from schema)::text as schemas, (select count(*) from seat)::text as seats,
      (select bool_and(public_sessions_enabled)::text from organization where id = ${service.catalog.organization.id}) as enabled
  `);
  return JSON.stringify(row);
}

function send({ operation, path, key, once, body }: HostileRequest): Promise<Answer> {
  const headers = {
    ...(once === undefined ? {} : { 'Idempotency-Key': once }),
    ...(key === undefined ? {} : { 'X-API-Key': key }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  return service.call(operation.method, path, { headers, body });
}

test(`${requestsMin} hostile requests are answered by the book, and a refusal changes nothing`, async () => {
  const seen = new Map<string, number>();
  let before = await footprint();
  const byTheBook = async (request: HostileRequest): Promise<void> => {
    const answer = await send(request);
    expect(answer.status).toBeLessThan(500);
    expect(contract.contradictions(request.operation, answer)).toEqual([]);
    const after = await footprint();
    if (answer.status >= 400) expect(after).toBe(before);
    before = after;
    const { method, path } = request.operation;
    for (const name of [`${method} ${path}`, String(answer.status)]) seen.set(name, (seen.get(name) ?? 0) + 1);
  };
  await fc.assert(fc.asyncProperty(hostileRequests(contract, targets), byTheBook), {
    numRuns: requestsMin,
    seed: 20270501,
  });
  // Not vacuous: every route was asked, and requests got to the rules and through them.
  for (const { method, path } of contract.operations) expect(seen.get(`${method} ${path}`)).toBeGreaterThan(20);
  for (const status of [200, 400, 403, 404, 409])
    expect([status, (seen.get(String(status)) ?? 0) > 20]).toEqual([status, true]);
}, 60_000);

test('the event is whole afterwards', async () => {
  const [eventId] = targets.values.eventId as [string];
  const key = service.catalog.organization.token;
  const { seatsOnEvent, groupsOnEvent } = fine(
    await service.call('GET', `/api/private/v2.0/event/${eventId}/prices/assignments/`, { key }),
  ).body;
  expect(seatsOnEvent).toHaveLength(18);
  for (const { activeCount, held, sold, capacity } of groupsOnEvent) {
    expect(activeCount + held + sold).toBeLessThanOrEqual(capacity);
    expect(Math.min(activeCount, held, sold)).toBeGreaterThanOrEqual(0);
  }
});
