/** What Node's parser does with a request for an upgrade, which the service never grants. */
import type { IncomingMessage } from 'node:http';

const emptyLine = '\r\n\r\n';

/**
 * Whether bytes are lost: Node's parser drops what follows such a request in its packet. It sees an upgrade only where
 * the options of the connection ask for one. True also when the end of the body cannot be told from the head.
 */
export function losesWhatFollows({ headers }: IncomingMessage, packet: Buffer): boolean {
  if (headers.upgrade === undefined || !/\bupgrade\b/i.test(headers.connection ?? '')) return false;
  const bodyAt = packet.indexOf(emptyLine) + emptyLine.length;
  return packet.length - bodyAt !== Number(headers['content-length'] ?? 0);
}
