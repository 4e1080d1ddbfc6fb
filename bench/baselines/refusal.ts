/** A refusal as the service sends it when too many calls wait, for servers that answer constants: about as many bytes. */

const body = JSON.stringify({
  type: 'about:blank',
  title: 'Service Unavailable',
  status: 503,
  detail: 'Too many requests are waiting for this event. Try again in a moment.',
  errorCode: 'UNAVAILABLE',
});

/** In base64, as a baseline takes it. */
export const refusal = Buffer.from(
  'HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/problem+json; charset=utf-8\r\nretry-after: 1\r\n' +
    `cache-control: no-store\r\nconnection: keep-alive\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  'latin1',
).toString('base64');
