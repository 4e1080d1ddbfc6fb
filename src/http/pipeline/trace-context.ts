/** Reads the W3C header `traceparent`, which connects the log lines of several services. Ignores an invalid one. */
import type { MayBeTraced } from '#domain/call-context.ts';

const shape = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-|$)/;
/** Of version 00. Later versions may append to it, but nothing that is read here. */
const length00 = 55;

export interface Trace {
  readonly traceId: string;
  /** The span of the caller. */
  readonly parentId: string;
  /** Two hex digits; `01`: the caller records this trace. */
  readonly traceFlags: string;
}

/** Null: there is none, or it is invalid. */
export function traceOf(header: string | string[] | undefined): Trace | null {
  if (typeof header !== 'string') return null;
  if (header.length > length00 && header.startsWith('00')) return null;
  const [, traceId, parentId, traceFlags] = shape.exec(header) ?? [];
  if (traceId === undefined || parentId === undefined || traceFlags === undefined) return null;
  return { traceId, parentId, traceFlags };
}

const untraced: MayBeTraced = {};

/** The member of a command that makes its facts carry the call's trace, in version 00; none without a valid one. */
export function tracedBy({ traceparent }: { readonly traceparent: string | undefined }): MayBeTraced {
  const isTraced = traceparent !== undefined && traceOf(traceparent) !== null;
  return isTraced ? { trace: `00${traceparent.slice(2, length00)}` } : untraced;
}
