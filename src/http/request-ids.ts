/** Names requests, so that an answer, a log line and a report can be brought together. */
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const saneRequestId = /^[\w.:-]{1,64}$/;

/** Gives the caller's X-Request-Id when it is sane, else a number that no other process and no other maker gives. */
export function makeRequestIds(): (headers: IncomingHttpHeaders) => string {
  const prefix = randomBytes(6).toString('hex');
  let count = 0;
  return (headers) => {
    const sent = headers['x-request-id'];
    if (typeof sent === 'string' && saneRequestId.test(sent)) return sent;
    count++;
    return `${prefix}-${count.toString(36)}`;
  };
}
