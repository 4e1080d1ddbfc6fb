/** Moves a body that turns out to be large from the budget of incomplete requests to the one of large bodies. */
import type { IncomingMessage } from 'node:http';
import { type LargeBodies, type LargeBody, smallBodyBytes } from '../limits/large-bodies.ts';
import { countElsewhere } from '../server/node-connection.ts';

export function countedBodyOf({ socket }: IncomingMessage, bodies: LargeBodies, organizationId: number): LargeBody {
  const large = bodies.enter(organizationId);
  let isCounted = false;
  return {
    leave: large.leave,
    grow: (bytes) => {
      const refusal = large.grow(bytes);
      if (refusal === null && !isCounted && bytes > smallBodyBytes) {
        isCounted = true;
        countElsewhere(socket);
      }
      return refusal;
    },
  };
}
