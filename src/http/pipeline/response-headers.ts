/** The response headers that callers can rely on, as the OpenAPI document shows them. */
import type { ErrorCode } from './problem.ts';

const headers = {
  'X-Request-Id': {
    description: 'Identifies the request in the service’s log; a well-formed one of the request is kept',
    schema: { type: 'string' },
    example: '3f9a1c0b7d42-1k',
  },
  ETag: {
    description: 'Identifies the content of the answer: send it as `If-None-Match`',
    schema: { type: 'string' },
    example: '"7-42"',
  },
  'X-Event-Sequence': {
    description: 'Number of the last change of the event that the answer includes',
    schema: { type: 'integer', format: 'int64', minimum: 0 },
    example: 42,
  },
  'Retry-After': {
    description: 'Seconds to wait before the call is repeated',
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  'Idempotency-Replayed': {
    description:
      'Present when an earlier call had the same `Idempotency-Key`: the answer is the recorded one, or shows the session as it is now',
    schema: { type: 'string' },
    example: 'true',
  },
  'WWW-Authenticate': { description: 'How to authenticate', schema: { type: 'string' }, example: 'Bearer' },
  RateLimit: {
    description: 'Name of the limit, remaining calls (`r`), and seconds until more are allowed (`t`)',
    schema: { type: 'string' },
    example: '"calls";r=0;t=1',
  },
  'RateLimit-Policy': {
    description: 'Name of the limit, and calls (`q`) per window of `w` seconds',
    schema: { type: 'string' },
    example: '"calls";q=20;w=1',
  },
} as const;

export type HeaderName = keyof typeof headers;

export function headersOf(names: readonly HeaderName[]): Partial<typeof headers> {
  return Object.fromEntries(names.map((name) => [name, headers[name]]));
}

/** The headers of an answer with one of these codes. */
export function failureHeaders(codes: readonly ErrorCode[]): readonly HeaderName[] {
  const isLimited = codes.includes('RATE_LIMITED');
  const isToRepeat = isLimited || codes.includes('UNAVAILABLE') || codes.includes('IDEMPOTENCY_KEY_IN_USE');
  return [
    'X-Request-Id',
    ...(codes.includes('UNAUTHENTICATED') ? (['WWW-Authenticate'] as const) : []),
    ...(isToRepeat ? (['Retry-After'] as const) : []),
    ...(isLimited ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
  ];
}
