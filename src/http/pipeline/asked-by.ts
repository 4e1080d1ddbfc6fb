/** Tells an event which account or key of the organization asks. */
import type { MayHaveAuthor } from '#domain/call-context.ts';
import type { RouteRequest } from './route.ts';

/** The member of a command that its facts carry; none when a buyer calls. */
export function askedBy({ by }: Pick<RouteRequest<unknown, unknown, unknown>, 'by'>): MayHaveAuthor {
  return by === null ? nobody : { by };
}

const nobody: MayHaveAuthor = {};
