/** Makes request ids, which connect an answer, a log line and a report. */
import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const wellFormedId = /^[\w.:-]{1,64}$/;

/**
 * Returns the caller's X-Request-Id when it is well-formed, otherwise an id that is unique across processes and makers.
 */
export function makeRequestIds(): (headers: IncomingHttpHeaders) => string {
  const prefix = randomBytes(6).toString('hex');
  let count = 0;
  return (headers) => {
    const sent = headers['x-request-id'];
    if (typeof sent === 'string' && wellFormedId.test(sent)) return sent;
    count++;
    return `${prefix}-${count.toString(36)}`;
  };
}
