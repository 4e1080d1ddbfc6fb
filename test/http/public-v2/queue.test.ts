/** The waiting room over HTTP: joining, the draw and its verification, admission, claims, crashes, bad requests. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { eventually } from '../../support/eventually.ts';
import { type Answer, openPricedShow, type Show, startTestService, type TestService } from '../../support/service.ts';
import { outcomeOf, rowsHall, sessionCalls, succeeded } from '../../support/session-calls.ts';
import { service, useService } from '../../support/shared-service.ts';

const run = promisify(execFile);
const minute = 60_000;

useService({ TICKETS_PER_EVENT_MAX: '60' });

/** A show with a queue, and the calls on it. */
async function openQueue(admission: object = {}) {
  const show = await openPricedShow(service, rowsHall);
  const opensAt = new Date(service.clock.now() + minute).toISOString();
  await setAdmission(show, { opensAt, ...admission });
  return { show, opensAt, ...callsOn(show) };
}

async function setAdmission(show: Show, admission: object): Promise<Answer['body']> {
  const { token: key } = service.catalog.organization;
  const path = `/api/private/v2.0/events/${show.eventId}/admission`;
  return succeeded(await service.call('PUT', path, { key, body: { mode: 'QUEUE', ...admission } })).body;
}

function callsOn(show: Show, calls: TestService = service) {
  const { publicKey } = service.catalog.organization;
  const path = `/api/public/v2.0/event/${show.eventId}/`;
  const read = (ticket: string) => calls.call('GET', `${path}queue/${ticket}`);
  return {
    path,
    read,
    join: (key: string = randomUUID(), options: object = {}) =>
      calls.call('POST', `${path}queue/?publicKey=${publicKey}`, { headers: { 'Idempotency-Key': key }, ...options }),
    queue: () => calls.call('GET', `${path}queue/?publicKey=${publicKey}`),
    draw: (more = '') => calls.call('GET', `${path}draw/?publicKey=${publicKey}${more}`),
    create: (pass?: unknown, key: string = randomUUID()) =>
      sessionCalls(calls, show).create(key, { eventId: show.eventId, publicKey, pass }),
    stateOf: async (ticket: string): Promise<string> => succeeded(await read(ticket)).body.state,
  };
}

/** Lets time pass until the ticket has this state. */
async function until(calls: ReturnType<typeof callsOn>, ticket: string, state: string, on = service): Promise<void> {
  await eventually(async () => {
    on.clock.advance(1_000);
    return (await calls.stateOf(ticket)) === state;
  });
}

/** Resolves when so many tickets are drawn. */
async function drawn(calls: ReturnType<typeof callsOn>, count: number): Promise<void> {
  await eventually(async () => (await calls.queue()).body.drawnTickets === count);
}

describe('a sale', () => {
  test('draws the line at its opening, admits it at its rate and verifies its draw', async () => {
    const sale = await openQueue({ ratePerMinute: 60 });
    const before = succeeded(await sale.queue()).body;
    expect(before).toMatchObject({ seed: null, drawnTickets: null, opensAt: sale.opensAt, paused: false });
    expect(succeeded(await sale.draw()).body).toMatchObject({ seed: null, tickets: [], next: null });
    const tickets: string[] = [];
    for (let at = 0; at < 25; at++) {
      const { body, status } = await sale.join(`key-${at}`);
      expect(status).toBe(201);
      expect(body).toMatchObject({ state: 'WAITING', position: null, ahead: null, estimatedSeconds: null });
      expect(body.seedHash).toBe(before.seedHash);
      tickets.push(body.ticket);
    }
    const again = await sale.join('key-7');
    expect([again.status, again.body.ticket]).toEqual([200, tickets[7]]);
    expect(outcomeOf(await sale.create(tickets[7]))).toBe('403 PASS_REQUIRED');

    service.clock.advance(minute);
    await drawn(sale, 25);
    const shown = await Promise.all(tickets.map(async (ticket) => succeeded(await sale.read(ticket)).body));
    const places = shown.map(({ position }) => position as number);
    expect(places.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 25 }, (_, at) => at + 1));
    expect(places).not.toEqual(places.toSorted((one, other) => one - other));
    expect(shown.every(({ pollSeconds }) => pollSeconds >= 1 && pollSeconds <= 30)).toBe(true);

    const { stdout } = await run(process.execPath, [
      'docs/examples/verify-draw.mjs',
      service.url,
      sale.show.eventId,
      service.catalog.organization.publicKey,
      before.seedHash,
      ...tickets,
    ]);
    for (const [at, ticket] of tickets.entries()) expect(stdout).toContain(`${ticket}: position ${places[at]}\n`);
    expect(stdout).toContain('verified: 25 tickets');

    const first = tickets[places.indexOf(1)] as string;
    const last = tickets[places.indexOf(25)] as string;
    await until(sale, first, 'ADMITTED');
    const admitted = succeeded(await sale.read(first)).body;
    expect(Date.parse(admitted.expiresAt)).toBeGreaterThan(service.clock.now());
    expect(await sale.stateOf(last)).toBe('WAITING');
    const created = await sale.create(first, 'mine');
    expect(created.status).toBe(201);
    const repeated = await sale.create(first, 'mine');
    expect([repeated.status, repeated.body.sessionId]).toEqual([200, created.body.sessionId]);
    expect(outcomeOf(await sale.create(first))).toBe('409 PASS_USED');
    expect(await sale.stateOf(first)).toBe('CLAIMED');
    await until(sale, last, 'ADMITTED');
  });

  test('a verification fails for another seed hash', async () => {
    const sale = await openQueue();
    succeeded(await sale.join());
    service.clock.advance(minute);
    await drawn(sale, 1);
    const { publicKey } = service.catalog.organization;
    const args = ['docs/examples/verify-draw.mjs', service.url, sale.show.eventId, publicKey, 'f'.repeat(64)];
    await expect(run(process.execPath, args)).rejects.toThrow('NOT verified');
  });

  test('the draw is read in pages', async () => {
    const sale = await openQueue({ ratePerMinute: 0 });
    for (let at = 0; at < 5; at++) succeeded(await sale.join());
    service.clock.advance(minute);
    await drawn(sale, 5);
    const { tickets } = (await sale.draw()).body;
    expect(tickets).toHaveLength(5);
    expect((await sale.draw('&after=0&limit=2')).body).toMatchObject({ tickets: tickets.slice(0, 2), next: 2 });
    expect((await sale.draw('&after=4&limit=2')).body).toMatchObject({ tickets: tickets.slice(4), next: null });
    expect((await sale.draw('&after=5')).body).toMatchObject({ tickets: [], next: null });
    expect(outcomeOf(await sale.draw('&limit=1001'))).toBe('400 VALIDATION_FAILED');
    expect(outcomeOf(await sale.draw('&after=-1'))).toBe('400 VALIDATION_FAILED');
  });

  test('places, admissions and claims survive a crash, and a queue nobody asks about is drawn after it', async () => {
    const sale = await openQueue();
    const waiting = await openQueue();
    const tickets: string[] = [];
    for (let at = 0; at < 6; at++) tickets.push(succeeded(await sale.join(`key-${at}`)).body.ticket);
    succeeded(await waiting.join());
    await until(sale, tickets[0] as string, 'ADMITTED');
    succeeded(await sale.create(tickets[0], 'mine'));
    const shown = async (calls: ReturnType<typeof callsOn>) =>
      Promise.all(
        tickets.map(async (ticket) => {
          const { state, position, expiresAt } = succeeded(await calls.read(ticket)).body;
          return { state, position, expiresAt };
        }),
      );
    const before = await shown(sale);
    const other = await service.restart(1_000);
    const calls = callsOn(sale.show, other);
    expect(await shown(calls)).toEqual(before);
    expect((await calls.join('key-3')).body.ticket).toBe(tickets[3]);
    expect((await calls.create(tickets[0], 'mine')).status).toBe(200);
    expect(outcomeOf(await calls.create(tickets[0]))).toBe('409 PASS_USED');
    other.clock.advance(121_000);
    await until(calls, tickets[1] as string, 'LAPSED', other);
    expect(outcomeOf(await calls.create(tickets[1]))).toBe('403 PASS_EXPIRED');
    await other.stop();
    const third = await service.restart(10 * minute);
    const isLoaded = () => third.metric('usher_live_events');
    // No call names the event: housekeeping finds its opening.
    await eventually(async () => {
      third.clock.advance(1_000);
      return (await isLoaded()) >= 1;
    });
    await eventually(async () => {
      third.clock.advance(1_000);
      return (await callsOn(waiting.show, third).queue()).body.drawnTickets === 1;
    });
  });
});

describe('bad requests', () => {
  let sale: Awaited<ReturnType<typeof openQueue>>;
  let ticket: string;

  beforeAll(async () => {
    sale = await openQueue();
    ticket = succeeded(await sale.join()).body.ticket;
  });

  test.each([
    ['another text', () => 'x'],
    ['another first letter', () => `Q${ticket.slice(1)}`],
    ['another last letter', () => ticket.slice(0, -1) + (ticket.endsWith('A') ? 'B' : 'A')],
    ['another number', () => `${ticket.slice(0, 12)}B${ticket.slice(13)}`],
    ['a longer text', () => `${ticket}A`],
    ['spaces', () => '%20%20'],
    ['a text of 8 KB', () => 'q'.repeat(8_000)],
  ])('a ticket with %s is unknown', async (_, made) => {
    expect(outcomeOf(await sale.read(made()))).toBe('404 ENTITY_NOT_FOUND');
    expect(outcomeOf(await sale.create(made()))).toBe('403 PASS_INVALID');
  });

  test('a ticket of another event is unknown there', async () => {
    const other = await openQueue();
    expect(outcomeOf(await other.read(ticket))).toBe('404 ENTITY_NOT_FOUND');
    expect(outcomeOf(await other.create(ticket))).toBe('403 PASS_INVALID');
  });

  test('joining needs a good key, the event and its public key', async () => {
    for (const key of ['', 'a b', 'k'.repeat(256)]) {
      expect(outcomeOf(await sale.join(key))).toBe('400 VALIDATION_FAILED');
    }
    const options = { headers: { 'Idempotency-Key': 'k' } };
    expect(outcomeOf(await service.call('POST', `${sale.path}queue/?publicKey=${randomUUID()}`, options))).toBe(
      '404 ENTITY_NOT_FOUND',
    );
    expect(outcomeOf(await service.call('POST', `${sale.path}queue/`, options))).toBe('400 VALIDATION_FAILED');
    const { publicKey } = service.catalog.organization;
    const elsewhere = `/api/public/v2.0/event/${randomUUID()}/queue/?publicKey=${publicKey}`;
    expect(outcomeOf(await service.call('POST', elsewhere, options))).toBe('404 ENTITY_NOT_FOUND');
  });

  test('an event without a queue says so', async () => {
    await setAdmission(sale.show, { mode: 'OPEN' });
    for (const answer of [await sale.join(), await sale.read(ticket), await sale.queue(), await sale.draw()]) {
      expect(outcomeOf(answer)).toBe('409 NO_QUEUE');
    }
    expect((await sale.create(ticket)).status).toBe(201);
  });

  test('a queue takes as many tickets as it may', async () => {
    const full = await openQueue();
    const answers = await Promise.all(Array.from({ length: 61 }, () => full.join()));
    expect(answers.map(outcomeOf).filter((outcome) => outcome === '201')).toHaveLength(60);
    expect(answers.map(outcomeOf)).toContain('409 QUEUE_FULL');
  });
});

test('joins count as sessions of their address, polls as calls of their ticket', async () => {
  const limited = await startTestService({ SESSIONS_PER_ADDRESS_PER_MINUTE: '3', CALLS_PER_SESSION_PER_SECOND: '2' });
  try {
    const show = await openPricedShow(limited, rowsHall);
    const { token: key, publicKey } = limited.catalog.organization;
    const body = { mode: 'QUEUE', ratePerMinute: 0 };
    succeeded(await limited.call('PUT', `/api/private/v2.0/events/${show.eventId}/admission`, { key, body }));
    const path = `/api/public/v2.0/event/${show.eventId}/queue/`;
    const join = () =>
      limited.call('POST', `${path}?publicKey=${publicKey}`, { headers: { 'Idempotency-Key': randomUUID() } });
    const answers = [await join(), await join(), await join(), await join()];
    expect(answers.map(outcomeOf)).toEqual(['201', '201', '201', '429 RATE_LIMITED']);
    const [one, other] = answers.map(({ body: { ticket } }) => ticket);
    const polls = [one, one, one, other].map((ticket) => limited.call('GET', `${path}${ticket}`));
    expect((await Promise.all(polls)).map(outcomeOf)).toEqual(['200', '200', '429 RATE_LIMITED', '200']);
  } finally {
    await limited.close();
  }
});
