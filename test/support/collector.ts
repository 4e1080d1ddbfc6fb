/** A collector of traces on this machine: takes OTLP over HTTP as JSON, and answers as the test says. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  readonly service: string;
  readonly instance: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Absent: the span begins its trace. */
  readonly parentSpanId?: string;
  readonly kind: 'server' | 'client';
  readonly isError: boolean;
  readonly attributes: Readonly<Record<string, string | number>>;
}

export interface Collector extends AsyncDisposable {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Everything that was received, as text. */
  readonly texts: readonly string[];
  /** By default 200. */
  reply: (response: ServerResponse) => void;
  /** The spans of this trace, once there are so many. */
  traceOf(traceId: string, count: number): Promise<readonly CollectedSpan[]>;
}

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const texts: string[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    texts.push(text);
    if (request.url !== '/v1/traces') response.writeHead(404).end();
    else {
      spans.push(...spansOf(JSON.parse(text)));
      collector.reply(response);
    }
    for (const check of waiting) check();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const collector: Collector = {
    url: `http://127.0.0.1:${port}`,
    spans,
    texts,
    reply: (response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'),
    traceOf: (traceId, count) => {
      const { promise, resolve } = Promise.withResolvers<readonly CollectedSpan[]>();
      const check = (): void => {
        const found = spans.filter((span) => span.traceId === traceId);
        if (found.length < count) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
      return promise;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return collector;
}

/** As in opentelemetry-proto: an enumeration is its number, and a 64-bit number may be a text. */
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[];
  }[];
}

interface ExportedSpan extends Pick<CollectedSpan, 'name' | 'traceId' | 'spanId' | 'parentSpanId'> {
  readonly kind: number;
  readonly attributes: readonly KeyValue[];
  readonly status: { readonly code: number };
}

interface KeyValue {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string };
}

const serverKind = 2;
const errorCode = 2;

function spansOf({ resourceSpans }: Export): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const { 'service.name': service, 'service.instance.id': instance } = valuesOf(resource.attributes);
    const of = { service: String(service), instance: String(instance) };
    return scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ name, traceId, spanId, parentSpanId, kind, status, attributes }) => ({
        ...of,
        name,
        traceId,
        spanId,
        ...(parentSpanId === undefined ? {} : { parentSpanId }),
        kind: kind === serverKind ? 'server' : 'client',
        isError: status.code === errorCode,
        attributes: valuesOf(attributes),
      }));
  });
}

function valuesOf(attributes: readonly KeyValue[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)] as const),
  );
}
