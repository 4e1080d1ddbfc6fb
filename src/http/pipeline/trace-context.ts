/** Reads the W3C header `traceparent`, which connects the log lines of several services. Ignores an invalid one. */

const shape = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(-|$)/;
/** Of version 00. Later versions may append to it, but nothing that is read here. */
const lengthMax = 55;

export interface Trace {
  readonly traceId: string;
  /** The span of the caller. */
  readonly parentId: string;
}

/** Null: there is none, or it is invalid. */
export function traceOf(header: string | string[] | undefined): Trace | null {
  if (typeof header !== 'string') return null;
  if (header.length > lengthMax && header.startsWith('00')) return null;
  const [, traceId, parentId] = shape.exec(header) ?? [];
  return traceId === undefined || parentId === undefined ? null : { traceId, parentId };
}
