/**
 * Mutants of webhooks: each loses a delivery, or goes on where it must end. The simulation has no receivers, so a test on
 * a real PostgreSQL must catch them. The drill plants a cursor that moves too early: that needs a kill (`controls.ts`).
 */
import { type Mutant, one } from './mutant.ts';

const attempt = 'src/feed/webhooks/attempt.ts';
const sending = 'test/http/private-v2/webhook-sending.test.ts';

export const webhookMutants: readonly Mutant[] = [
  one(
    'webhook: a failed delivery is not repeated',
    attempt,
    '  if (delayMs === null)',
    '  if (delayMs !== null)',
    sending,
  ),
  one(
    'webhook: a receiver that is gone is sent to again',
    attempt,
    "  if (isGone(reply)) return { ...ended, state: 'DEAD', isGone: true };\n",
    '',
    sending,
  ),
  one(
    'webhook: the former secret signs without limit',
    'src/feed/webhooks/signature.ts',
    'this.#former !== null && now < this.#formerUntil',
    'this.#former !== null',
    sending,
  ),
];
