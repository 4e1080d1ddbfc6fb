/** Hostile requests to all routes: never a 500, only documented answers, and refused requests change nothing. */
import fc from 'fast-check';
import { type ContractDocument, readContract } from '../support/contract-document.ts';
import { type HostileRequest, hostileRounds, namesOf, type Targets } from '../support/hostile-requests.ts';
import { clonesDone, openHostileTargets } from '../support/hostile-targets.ts';
import type { Answer } from '../support/service.ts';
import { succeeded } from '../support/session-calls.ts';
import { service, useService } from '../support/shared-service.ts';
import { lastFacts, storedData } from '../support/stored-data.ts';

const requests = Number(process.env.HOSTILE_REQUESTS ?? 2_000);
/** The facts that remember a refusal and change nothing else. */
const remembering = new Set(['answered', 'session-answered']);

let contract: ContractDocument;
let targets: Targets;

useService();

beforeAll(async () => {
  contract = await readContract(service);
  targets = await openHostileTargets(service);
});

function send({ operation, path, key, bearer, once, body }: HostileRequest): Promise<Answer> {
  const headers = {
    ...(once === undefined ? {} : { 'Idempotency-Key': once }),
    ...(key === undefined ? {} : { 'X-API-Key': key }),
    ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  return service.call(operation.method, path, { headers, body });
}

/** Field errors of a refusal whose message does not have the service's own style, or is missing. */
function unlikeOurs({ body }: Answer): string[] {
  if (body?.errorCode !== 'VALIDATION_FAILED') return [];
  if (body.errors.length === 0) return [`no errors: ${body.detail}`];
  return body.errors
    .map(({ field, message, code }: Record<string, string>) => `${field} ${code}: ${message}`)
    .filter((line: string) => !/^\S.* [A-Z_]+: must [a-z]/.test(line));
}

test('the targets of hostile requests have an id for every path parameter', () => {
  const parameters = contract.operations.flatMap((operation) =>
    [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => namesOf(operation, name)),
  );
  expect(parameters.filter((names) => !names.some((name) => name in targets.values))).toEqual([]);
});

test(`${requests} hostile requests are answered by the book, and a refusal changes nothing`, async () => {
  const seen = new Map<string, number>();
  let before = await storedData(service);
  const byTheBook = async (request: HostileRequest): Promise<void> => {
    const answer = await send(request);
    const { method, path } = request.operation;
    expect(answer.status).toBeLessThan(500);
    expect(contract.contradictions(request.operation, answer)).toEqual([]);
    expect(unlikeOurs(answer)).toEqual([]);
    if (path.includes('/clone/') && answer.status < 300) await clonesDone(service);
    const after = await storedData(service);
    const isRemembered = after !== before && request.once !== undefined && remembering.has(await lastFacts(service));
    if ((answer.status >= 400 && !isRemembered) || method === 'GET') expect(after).toBe(before);
    before = after;
    for (const name of [`${method} ${path}`, String(answer.status)]) seen.set(name, (seen.get(name) ?? 0) + 1);
  };
  const allByTheBook = async (round: readonly HostileRequest[]): Promise<void> => {
    for (const request of round) await byTheBook(request);
  };
  await fc.assert(fc.asyncProperty(hostileRounds(contract, targets), allByTheBook), {
    numRuns: Math.ceil(requests / contract.operations.length),
    seed: 20270501,
    endOnFailure: true,
    includeErrorInReport: true,
  });
  console.info(
    [...seen]
      .filter(([name]) => /^\d+$/.test(name))
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  );
  // Every route must have been called, and some requests must have been accepted.
  for (const { method, path } of contract.operations) {
    expect([method, path, (seen.get(`${method} ${path}`) ?? 0) > 5]).toEqual([method, path, true]);
  }
  for (const status of [200, 201, 204, 400, 403, 404, 409])
    expect([status, (seen.get(String(status)) ?? 0) > 10]).toEqual([status, true]);
});

test('an event is consistent after hostile requests', async () => {
  const [eventId] = targets.values.eventId as [string];
  const key = service.catalog.organization.token;
  const { seatsOnEvent, groupsOnEvent } = succeeded(
    await service.call('GET', `/api/private/v2.0/event/${eventId}/prices/assignments/`, { key }),
  ).body;
  expect(seatsOnEvent).toHaveLength(18);
  for (const { activeCount, held, locked, blocked, sold, capacity } of groupsOnEvent) {
    expect(activeCount + held + locked + blocked + sold).toBeLessThanOrEqual(capacity);
    expect(Math.min(activeCount, held, locked, blocked, sold)).toBeGreaterThanOrEqual(0);
  }
});
