/** Moves a body that turns out to be large from the budget of incomplete requests to the one of large bodies. */
import { type LargeBodies, type LargeBody, smallBodyBytes } from '../limits/large-bodies.ts';
import type { Request } from '../server/connection.ts';

export function countedBodyOf(request: Request, bodies: LargeBodies, organizationId: number): LargeBody {
  const large = bodies.enter(organizationId);
  let isCounted = false;
  return {
    leave: large.leave,
    grow: (bytes) => {
      const refusal = large.grow(bytes);
      if (refusal === null && !isCounted && bytes > smallBodyBytes) {
        isCounted = true;
        request.countElsewhere();
      }
      return refusal;
    },
  };
}
