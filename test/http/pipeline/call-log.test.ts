/** The log line of a call that failed or was refused: what it says, when it is written, and how many there can be. */
import { Fault } from '#actors/fault.ts';
import type { Log } from '#actors/ports.ts';
import type { Span } from '#actors/tracer.ts';
import { eventFinder } from '#http/called-event.ts';
import { CallLog } from '#http/pipeline/call-log.ts';
import type { Exchange } from '#http/pipeline/exchange.ts';
import { traceOf } from '#http/pipeline/trace-context.ts';
import { sampleRoute as route, samplePrefix, says } from '../../support/sample-route.ts';
import { calledEvent, serveSample } from '../../support/sample-service.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${parentId}-01`;

test('a failed call has one line with its request, event, owner and trace; a refused call one at debug; a success none', async () => {
  const fails = async () => {
    throw new Fault('OUTCOME_UNKNOWN', 'The node has gone.');
  };
  const breaks = async () => {
    throw new TypeError('a bug');
  };
  const refuses = async () => ({ problem: { code: 'SEAT_CONFLICT', detail: 'Taken.' } }) as const;
  await using service = await serveSample([
    route('GET', `${samplePrefix}/fails`, fails),
    route('GET', `${samplePrefix}/breaks`, breaks),
    route('GET', `${samplePrefix}/refuses`, refuses),
    route('GET', `${samplePrefix}/works`, says(1)),
  ]);
  for (const name of ['works', 'fails', 'refuses', 'breaks']) {
    const headers = { 'X-Request-Id': `call-${name}`, traceparent };
    await (await fetch(`${service.url}${samplePrefix}/${name}?eventId=${calledEvent}`, { headers })).text();
  }
  const said = { event: 7, owner: 'node-1', ms: expect.any(Number), traceId, parentId, traceFlags: '01', count: 1 };
  const of = (name: string) => ({ ...said, requestId: `call-${name}`, route: `GET ${samplePrefix}/${name}` });
  expect(service.lines).toEqual([
    { level: 'warn', message: 'request failed', details: { ...of('fails'), status: 503, code: 'OUTCOME_UNKNOWN' } },
    { level: 'debug', message: 'request refused', details: { ...of('refuses'), status: 409, code: 'SEAT_CONFLICT' } },
    {
      level: 'error',
      message: 'request failed',
      details: { ...of('breaks'), status: 500, code: 'INTERNAL_ERROR', err: expect.any(TypeError) },
    },
  ]);
});

test('the line and the span of a failed call have the same id, and a failure is told as one', async () => {
  const own = '00f067aa0ba902b8';
  const ended: unknown[] = [];
  const span: Span = { traceparent: `00-${traceId}-${own}-01`, end: (...outcome) => void ended.push(outcome) };
  const fails = async () => {
    throw new Fault('OUTCOME_UNKNOWN', 'The node has gone.');
  };
  await using service = await serveSample([route('GET', `${samplePrefix}/fails`, fails)], {
    tracer: { begin: () => span },
  });
  const url = `${service.url}${samplePrefix}/fails?eventId=${calledEvent}`;
  for (const headers of [{ traceparent }, {}]) await (await fetch(url, { headers })).text();
  const shown = service.lines.map(({ details }) => details);
  expect(shown[0]).toMatchObject({ traceId, parentId, spanId: own, traceFlags: '01' });
  expect(shown[1]).toMatchObject({ traceId, spanId: own, traceFlags: '01' });
  expect(shown[1]).not.toHaveProperty('parentId');
  const attributes = {
    'http.request.method': 'GET',
    'http.route': `${samplePrefix}/fails`,
    'http.response.status_code': 503,
    'usher.event': 7,
    'usher.error_code': 'OUTCOME_UNKNOWN',
  };
  expect(ended).toEqual(Array(2).fill([`GET ${samplePrefix}/fails`, attributes, true]));
});

test('a health check that tells an outage has no line: no call has failed', async () => {
  await using service = await serveSample([], { whyNotReady: async () => 'The database does not answer.' });
  expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
  expect(service.lines).toEqual([]);
});

test('the lines of a second are bounded, and the next line says for how many calls it stands', () => {
  const counts: number[] = [];
  let located = 0;
  let now = 0;
  const warn = (details: object) => void counts.push((details as { count: number }).count);
  const log: Log = { debug: warn, info: warn, warn, error: warn };
  const eventOf = () => {
    located++;
    return null;
  };
  const calls = new CallLog({ log, now: () => now, withRefusals: false, eventOf });
  const exchange = { req: { headers: {} }, state: { requestId: 'r', label: 'l', errorCode: 'UNAVAILABLE' } };
  const fail = (status: number) => calls.answered(exchange as unknown as Exchange, status, now, null);
  for (let call = 0; call < 1000; call++) fail(503);
  for (let call = 0; call < 1000; call++) fail(409);
  expect([counts.length, located]).toEqual([100, 100]);
  now = 1000;
  fail(503);
  expect(counts.slice(99)).toEqual([1, 901]);
});

test('a traceparent is read only when it is valid', () => {
  expect(traceOf(traceparent)).toEqual({ traceId, parentId, traceFlags: '01' });
  expect(traceOf(`00-${traceId}-${parentId}-00`)).toEqual({ traceId, parentId, traceFlags: '00' });
  expect(traceOf(`cc-${traceId}-${parentId}-01-more`)).toEqual({ traceId, parentId, traceFlags: '01' });
  for (const invalid of [
    undefined,
    '',
    `00-${'0'.repeat(32)}-${parentId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `ff-${traceId}-${parentId}-01`,
    `${traceparent}-more`,
    `${traceparent}x`,
    traceparent.toUpperCase(),
  ]) {
    expect([invalid, traceOf(invalid)]).toEqual([invalid, null]);
  }
});

test('the event of a call is found by its session, its query or its body', () => {
  const session = '00000009-2c18-8792-8fd7-b92be603a70d';
  const eventOf = eventFinder({
    sessionIds: { eventNumberOf: (id) => (id === session ? 9 : null) },
    events: { peek: (id) => (id === calledEvent ? { eventNumber: 7 } : undefined) },
    router: { ownerOf: (event) => `node-${event}` },
  });
  const nine = { event: 9, owner: 'node-9' };
  const seven = { event: 7, owner: 'node-7' };
  expect(eventOf(`/api/public/v2.0/session/${session.toUpperCase()}/lock`, undefined)).toEqual(nine);
  expect(eventOf(`/booking/lock?eventId=${calledEvent.toUpperCase()}`, undefined)).toEqual(seven);
  expect(eventOf('/api/public/v2.0/session/', calledEvent)).toEqual(seven);
  expect(eventOf('/api/public/v2.0/session/', 'x'.repeat(10_000))).toBeNull();
});
