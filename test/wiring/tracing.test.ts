/** Traces of a real service at a real collector: what they tell, and what a bad collector costs. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { ExportingTracer } from '#wiring/tracing.ts';
import { type Collector, startCollector } from '../support/collector.ts';
import { eventually } from '../support/eventually.ts';
import { feedSettled } from '../support/feed-calls.ts';
import { startMain } from '../support/main-process.ts';
import { startReceiver } from '../support/receiver.ts';
import { openPricedShow, type Show, startTestService, type TestService } from '../support/service.ts';
import { publicPrefix, rowsHall, sessionCalls, succeeded } from '../support/session-calls.ts';
import { webhookCalls } from '../support/webhook-calls.ts';

const parentSpanId = '00f067aa0ba902b7';
const lockRoute = `${publicPrefix}{id}/lock`;

let collector: Collector;
let service: TestService;
let show: Show;

beforeAll(async () => {
  collector = await startCollector();
  service = await startTestService({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_SERVICE_NAME: 'box office',
    OTEL_TRACES_SAMPLER_ARG: '0',
    WEBHOOKS_ALLOW_PRIVATE: '1',
  });
  show = await openPricedShow(service, rowsHall);
});

afterAll(async () => {
  await service.close();
  await collector[Symbol.asyncDispose]();
});

/** A header of a new trace. */
function newTrace(flags = '01'): { traceId: string; traceparent: string } {
  const traceId = randomBytes(16).toString('hex');
  return { traceId, traceparent: `00-${traceId}-${parentSpanId}-${flags}` };
}

async function eventNumber(): Promise<number> {
  const event = await service.parts.persistence.events.find(show.eventId);
  return event?.eventNumber ?? 0;
}

/** A lock whose request comes in one packet, or in two: then Node's HTTP reads it. */
async function lockInPackets(sessionId: string, traceparent: string, packets: 1 | 2): Promise<string> {
  const body = JSON.stringify({ seats: [show.seats[packets]] });
  const head = [`POST ${publicPrefix}${sessionId}/lock HTTP/1.1`, 'Host: usher', 'Content-Type: application/json'];
  const rest = [`Content-Length: ${body.length}`, `Traceparent: ${traceparent}`, 'Connection: close', '', body];
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1').setNoDelay();
  const parts = packets === 1 ? [[...head, ...rest].join('\r\n')] : [`${head.join('\r\n')}\r\n`, rest.join('\r\n')];
  for (const part of parts) await new Promise<void>((resolve) => socket.write(part, () => setImmediate(resolve)));
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  await once(socket, 'close');
  return received;
}

test.each([1, 2] as const)(
  'a call in %i packets is a span beneath the caller’s, without its session',
  async (packets) => {
    const sessionId = await sessionCalls(service, show).open();
    const { traceId, traceparent } = newTrace();
    expect(await lockInPackets(sessionId, traceparent, packets)).toMatch(/^HTTP\/1.1 200/);
    expect(await collector.traceOf(traceId, 1)).toEqual([
      {
        service: 'box office',
        instance: expect.stringMatching(/:\d+$/),
        name: `POST ${lockRoute}`,
        traceId,
        spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
        parentSpanId,
        kind: 'server',
        isError: false,
        attributes: {
          'http.request.method': 'POST',
          'http.route': lockRoute,
          'http.response.status_code': 200,
          'usher.event': await eventNumber(),
        },
      },
    ]);
    expect(collector.texts.join()).not.toContain(sessionId);
  },
);

test('a refused call tells its error code; a call that its caller does not record, or without a header, is no span', async () => {
  const calls = sessionCalls(service, show);
  const taken = show.seats[5] as number;
  await calls.open([taken]);
  const path = `${publicPrefix}${await calls.open()}/lock`;
  const [unrecorded, recorded] = [newTrace('02'), newTrace('03')];
  for (const { traceparent } of [unrecorded, recorded]) {
    const refused = await service.call('POST', path, { headers: { traceparent }, body: { seats: [taken] } });
    expect(refused.status).toBe(409);
  }
  const [span] = await collector.traceOf(recorded.traceId, 1);
  expect(span?.attributes).toMatchObject({ 'http.response.status_code': 409, 'usher.error_code': 'SEAT_CONFLICT' });
  expect(span?.isError).toBe(false);
  // The share of calls without a header is 0 here.
  expect(new Set(collector.spans.map((one) => one.parentSpanId))).toEqual(new Set([parentSpanId]));
  expect(collector.spans.filter(({ traceId }) => traceId === unrecorded.traceId)).toEqual([]);
});

test('an unknown path and a body that names an event are told without what was sent', async () => {
  const { traceId, traceparent } = newTrace();
  const { publicKey } = service.catalog.organization;
  const headers = { traceparent };
  await service.call('GET', '/api/public/v2.0/secret-of-a-buyer', { headers });
  await service.call('GET', '/livez', { headers });
  const body = { eventId: show.eventId, publicKey };
  succeeded(await service.call('POST', publicPrefix, { headers: { ...headers, 'Idempotency-Key': traceId }, body }));
  const spans = await collector.traceOf(traceId, 2);
  expect(spans.map(({ name, attributes }) => [name, attributes['usher.event']])).toEqual([
    ['unmatched', undefined],
    [`POST ${publicPrefix}`, await eventNumber()],
  ]);
  expect(collector.texts.join()).not.toContain('secret-of-a-buyer');
});

test('a request to a webhook is a span beneath the call’s, and the receiver gets that span as its caller', async () => {
  await using receiver = await startReceiver();
  const { id } = await webhookCalls(service).create(receiver.url, ['session.checked-out']);
  const session = await sessionCalls(service, show).open([show.seats[8] as number]);
  const { traceId, traceparent } = newTrace();
  succeeded(await service.call('POST', `${publicPrefix}${session}/checkout`, { headers: { traceparent }, body: {} }));
  await feedSettled(service);
  await receiver.seen((requests) => requests.length === 1);
  const spans = await collector.traceOf(traceId, 2);
  const [call, request] = ['server', 'client'].map((kind) => spans.find((span) => span.kind === kind));
  expect(request).toMatchObject({
    name: 'webhook session.checked-out',
    parentSpanId: call?.spanId,
    isError: false,
    attributes: { 'usher.webhook': id, 'http.response.status_code': 204 },
  });
  expect(receiver.requests[0]?.headers.traceparent).toBe(`00-${traceId}-${request?.spanId}-01`);
  await webhookCalls(service).call('DELETE', String(id));
});

test('a collector that fails costs spans, which are counted, and no call', async () => {
  const dropped = () => service.metric('usher_trace_spans_dropped_total');
  expect(await dropped()).toBe(0);
  const { reply } = collector;
  collector.reply = (response) => void response.writeHead(400).end();
  const { traceparent } = newTrace();
  expect((await service.call('GET', `${publicPrefix}none`, { headers: { traceparent } })).status).toBe(404);
  await eventually(async () => (await dropped()) === 1);
  collector.reply = reply;
  const { traceId, traceparent: next } = newTrace();
  await service.call('GET', `${publicPrefix}none`, { headers: { traceparent: next } });
  expect(await collector.traceOf(traceId, 1)).toHaveLength(1);
  expect(await dropped()).toBe(1);
});

describe('the tracer', () => {
  interface Told {
    readonly warnings: object[];
    dropped: number;
  }

  function open(endpoint: string, ratio: number): { tracer: ExportingTracer; told: Told } {
    const told: Told = { warnings: [], dropped: 0 };
    const none = () => {};
    const log = { debug: none, info: none, error: none, warn: (about: object) => void told.warnings.push(about) };
    const spansDropped = (count: number): void => {
      told.dropped += count;
    };
    const meter = { spansDropped };
    return { tracer: new ExportingTracer({ endpoint, service: 's', instance: 'i', ratio, meter, log }), told };
  }

  test.each([
    ['never answers', () => {}],
    ['is busy', (response: { writeHead(status: number): { end(): void } }) => response.writeHead(503).end()],
  ])('keeps a bounded number of spans for a collector that %s, and a shutdown ends without it', async (_, reply) => {
    await using slow = await startCollector();
    slow.reply = reply;
    const { tracer, told } = open(slow.url, 1);
    for (let n = 0; n < 10_000; n++) tracer.begin('server', undefined)?.end('call', {}, false);
    expect(told.dropped).toBe(10_000 - 2048);
    expect(told.warnings).toEqual([{ reason: 'too many spans wait', count: 1 }]);
    await tracer.close();
    expect(told.warnings.slice(1)).toEqual([{ spans: 2048 }]);
  });

  test('of a collector that is not there ends as well', async () => {
    const { tracer, told } = open('http://127.0.0.1:1', 1);
    tracer.begin('server', undefined)?.end('call', {}, false);
    await tracer.close();
    expect(told.warnings).toEqual([{ spans: 1 }]);
  });

  test('sends what waits when it is closed', async () => {
    await using last = await startCollector();
    const { tracer, told } = open(last.url, 1);
    for (let n = 0; n < 300; n++) tracer.begin('server', undefined)?.end('call', {}, true);
    await tracer.close();
    expect([last.spans.length, last.spans[299]?.isError, told]).toEqual([300, true, { warnings: [], dropped: 0 }]);
  });

  test('records its share of the calls without a valid trace', async () => {
    const none = open('http://127.0.0.1:1', 0);
    const all = open('http://127.0.0.1:1', 1);
    for (const header of [undefined, '', `00-${'0'.repeat(32)}-${parentSpanId}-01`]) {
      expect(none.tracer.begin('server', header)).toBeNull();
      expect(all.tracer.begin('server', header)?.traceparent).toMatch(/^00-(?!0{32})[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    }
    await Promise.all([none.tracer.close(), all.tracer.close()]);
  });
});

test('a service without a collector loads nothing of it', async () => {
  // prom-client has the package `@opentelemetry/api` loaded anyhow.
  const hook = `
    import { registerHooks } from 'node:module';
    const resolve = (name, context, next) => {
      if (/@opentelemetry.(?!api)|^\\.\\/tracing\\.ts$/.test(name)) process.stderr.write('loads ' + name + '\\n');
      return next(name, context);
    };
    registerHooks({ resolve });
  `;
  const start = async (variables: Record<string, string>): Promise<string> => {
    const { child, said, ready, ended } = startMain({
      DATABASE_URL: service.catalog.connectionString,
      SECRET_KEY: 'ab'.repeat(32),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}`,
      ...variables,
    });
    await ready;
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    return said.err;
  };
  expect(await start({})).toBe('');
  expect(await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })).toMatch(
    /^loads \.\/tracing\.ts\nloads @opentelemetry\//,
  );
});
