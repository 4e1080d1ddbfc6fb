/** Reads a request's JSON body by hand: the cheapest way there is in Node, shared by the baselines. */
import type { IncomingMessage } from 'node:http';

/** The parsed body, `{}` when there is none. Rejects when it is not JSON or the client went away. */
export function readJson(request: IncomingMessage): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      try {
        resolve(text === '' ? {} : JSON.parse(text));
      } catch (error) {
        reject(error);
      }
    });
    request.on('error', reject);
  });
}
