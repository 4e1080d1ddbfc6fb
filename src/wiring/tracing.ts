/**
 * Records spans and sends them to a collector by OTLP over HTTP. Loaded only when a collector is set. Promises that no
 * call and no shutdown fails or waits because of the collector, and that at most a few thousand spans are kept for it:
 * what it does not take is dropped and counted.
 */
import {
  trace as api,
  SpanKind as RecordingKind,
  type Span as RecordingSpan,
  type Tracer as RecordingTracer,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Log } from '#actors/ports.ts';
import type { Span, SpanAttributes, SpanKind, Tracer } from '#actors/tracer.ts';
import { monotonicClock } from '#cluster/monotonic-clock.ts';
import { RareWarning } from '#cluster/rare-warning.ts';
import { traceOf } from '#http/pipeline/trace-context.ts';
import { reasonOf } from '#storage/database/log.ts';
import { release } from '#storage/upgrade/build.ts';

/** Ended spans that wait for the collector or are on their way to it; one takes about 2 KB. */
const waitingMax = 2048;
/** Encoding a batch holds up the event loop. */
const batchMax = 128;
const batchDelayMs = 1_000;
/** For one batch, with its repetitions. */
const exportMsMax = 5_000;
/** How long a shutdown waits for the collector. */
const closeMsMax = 2_000;

export interface TracingWorld {
  /** The base address of the collector; traces go to `v1/traces` below it. */
  readonly endpoint: string;
  /** The name of the service, and of this process among its processes. */
  readonly service: string;
  readonly instance: string;
  /** The share of the calls without a trace that are recorded, 0 to 1. */
  readonly ratio: number;
  readonly meter: { spansDropped(count: number): void };
  readonly log: Log;
}

export class ExportingTracer implements Tracer {
  readonly #ratio: number;
  readonly #log: Log;
  readonly #queue: BoundedQueue;
  readonly #provider: TracerProvider;
  readonly #tracer: RecordingTracer;

  constructor(world: TracingWorld) {
    const { service, instance, ratio, log } = world;
    this.#ratio = ratio;
    this.#log = log;
    this.#queue = new BoundedQueue(world);
    const named = { 'service.name': service, 'service.version': release, 'service.instance.id': instance };
    const resource = defaultResource().merge(resourceFromAttributes(named));
    this.#provider = new TracerProvider({ resource, spanProcessors: [this.#queue] });
    this.#tracer = this.#provider.getTracer('usher', release);
  }

  begin(kind: SpanKind, parent: string | undefined): Span | null {
    const cause = traceOf(parent);
    if (cause === null ? Math.random() >= this.#ratio : !isSampled(cause.traceFlags)) return null;
    const options = { kind: kind === 'server' ? RecordingKind.SERVER : RecordingKind.CLIENT };
    if (cause === null) return new RecordedSpan(this.#tracer.startSpan(kind, options, ROOT_CONTEXT));
    const { traceId, parentId: spanId } = cause;
    const caller = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
    return new RecordedSpan(this.#tracer.startSpan(kind, options, api.setSpanContext(ROOT_CONTEXT, caller)));
  }

  /** Sends what waits, for a moment. Never rejects. */
  async close(): Promise<void> {
    const late = Promise.withResolvers<boolean>();
    const cancel = monotonicClock.wakeAt(monotonicClock.now() + closeMsMax, () => late.resolve(false));
    const shutDown = this.#provider.shutdown().then(
      () => true,
      () => false,
    );
    const isDone = await Promise.race([shutDown, late.promise]);
    cancel();
    if (!isDone) this.#log.warn({ spans: this.#queue.waiting }, 'the last spans did not reach the collector of traces');
  }
}

class RecordedSpan implements Span {
  readonly traceparent: string;
  readonly #span: RecordingSpan;

  constructor(span: RecordingSpan) {
    const { traceId, spanId } = span.spanContext();
    this.traceparent = `00-${traceId}-${spanId}-01`;
    this.#span = span;
  }

  end(name: string, attributes: SpanAttributes, isFailure: boolean): void {
    this.#span.updateName(name).setAttributes(attributes);
    if (isFailure) this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();
  }
}

/**
 * Passes ended spans on in batches. Counts those in flight as waiting too: the package's own bound does not, and a
 * collector that answers slowly would have many batches in flight.
 */
class BoundedQueue implements SpanProcessor {
  readonly #batches: BatchSpanProcessor;
  readonly #exporter: SpanExporter;
  readonly #meter: TracingWorld['meter'];
  readonly #warning: RareWarning;
  waiting = 0;

  constructor({ endpoint, meter, log }: TracingWorld) {
    this.#meter = meter;
    this.#warning = new RareWarning(log, 'spans did not reach the collector of traces', monotonicClock.now);
    const url = new URL('v1/traces', endpoint.endsWith('/') ? endpoint : `${endpoint}/`).href;
    const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportMsMax });
    this.#exporter = exporter;
    this.#batches = new BatchSpanProcessor({
      exporter: { export: (spans, done) => this.#export(spans, done), shutdown: () => exporter.shutdown() },
      maxQueueSize: waitingMax,
      maxExportBatchSize: batchMax,
      scheduledDelayMillis: batchDelayMs,
      exportTimeoutMillis: exportMsMax,
    });
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if (this.waiting >= waitingMax) {
      this.#drop(1, 'too many spans wait');
      return;
    }
    this.waiting++;
    this.#batches.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.#batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#batches.shutdown();
  }

  #export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    this.#exporter.export(spans, (result) => {
      this.waiting -= spans.length;
      if (result.code !== 0) this.#drop(spans.length, reasonOf(result.error));
      done(result);
    });
  }

  #drop(count: number, reason: string): void {
    this.#meter.spansDropped(count);
    this.#warning.give({ reason });
  }
}

/** The last bit of the flags. */
function isSampled(traceFlags: string): boolean {
  return (Number.parseInt(traceFlags, 16) & TraceFlags.SAMPLED) !== 0;
}
