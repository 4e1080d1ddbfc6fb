/** Generates the calls of an organization's server on one session; `invalidBody` takes the place of the body. */
import type { Command, InvalidBody } from '#domain/command.ts';
import { organizationId } from '../support/event-driver.ts';
import type { SeededRandom } from '../support/seeded-random.ts';

export type PrivateVerb = 'confirm' | 'reclaim' | 'withdraw' | 'release' | 'properties' | 'erase' | 'read';

export const invalidBodies: readonly InvalidBody[] = (
  ['VALIDATION_FAILED', 'MALFORMED_REQUEST', 'PROPERTIES_TOO_LARGE'] as const
).map((code) => ({ invalid: code, detail: 'It cannot be used.', errors: [] }));

export function privateCommand(
  random: SeededRandom,
  verb: PrivateVerb,
  sessionId: string,
  invalidBody: InvalidBody | null,
): Command {
  const caller = { organizationId: random.chance(0.02) ? organizationId + 1 : organizationId, sessionId };
  switch (verb) {
    case 'confirm':
    case 'reclaim': {
      const reference = random.chance(0.5) ? `order ${random.below(5)}` : null;
      const properties = random.chance(0.3) ? `{"seenBy":${random.below(9)}}` : null;
      return {
        kind: 'confirm-session',
        ...caller,
        body: invalidBody ?? { reference, properties, reclaim: verb === 'reclaim' },
      };
    }
    case 'withdraw':
      return { kind: 'withdraw-session', ...caller };
    case 'release':
      return { kind: 'release-session', ...caller };
    case 'properties':
      return {
        kind: 'replace-properties',
        ...caller,
        body: invalidBody ?? { properties: `{"door":${random.below(9)}}` },
      };
    case 'erase':
      return { kind: 'erase-session', ...caller };
    default:
      return { kind: 'read-session', ...caller };
  }
}
