/** Mutants of the waiting room: each admits somebody twice, early, too late or not at all, or loses what a buyer saw. */
import { type Mutant, one } from './mutant.ts';

const admit = 'src/domain/queue/admit.ts';
const apply = 'src/domain/facts/admission.ts';
const decide = 'src/domain/queue/decide-queue.ts';
const pace = 'src/domain/queue/pace.ts';
const queue = 'src/domain/queue/queue.ts';

const refusal = (code: string, detail: string): string => `return refuse({ code: '${code}', detail: '${detail}' });`;
const free = 'return { facts: [], terms: {} };';

export const queueMutants: readonly Mutant[] = [
  one(
    'queue: the draw is not journaled',
    'src/domain/queue/merge-joins.ts',
    '  const last = facts.at(-1);\n',
    "  if (fact.type === 'drawn') return;\n  const last = facts.at(-1);\n",
  ),
  one(
    'queue: the next owner draws anew',
    queue,
    'queue.draw = image.drawn === null ? null : new Draw(image.seed, image.drawn);',
    'queue.draw = null;',
  ),
  one(
    'queue: late tickets are drawn again by the next owner',
    queue,
    'new Draw(image.seed, image.drawn);',
    'new Draw(image.seed, queue.keys.count);',
  ),
  one('queue: a snapshot does not know who is admitted', queue, '    queue.admitted = image.admitted;\n', ''),
  one(
    'queue: a snapshot forgets which tickets are claimed',
    queue,
    'new Bitmap(claims.length * 32, claims);',
    'new Bitmap(claims.length * 32);',
  ),
  one('queue: a snapshot forgets the pace, so that a burst follows', queue, '    queue.pace = image.pace;\n', ''),
  one(
    'queue: a snapshot forgets how fast places come free',
    queue,
    '    queue.freed = image.freed ?? null;\n',
    '',
    'test/domain/queue/queue.test.ts',
  ),
  one(
    'queue: the rate alone is shown while no place is free',
    'src/domain/queue/ticket-view.ts',
    'return now > dueAt + overdueMs ? null : ratePerMinute;',
    'return ratePerMinute;',
    'test/domain/queue/estimates.test.ts',
  ),
  one('queue: a snapshot forgets until when tickets can be claimed', queue, '    queue.windows = image.windows;\n', ''),
  one(
    'queue: a ticket is claimed before it is admitted',
    admit,
    refusal('PASS_REQUIRED', 'The ticket is not admitted yet.'),
    free,
  ),
  one(
    'queue: a ticket opens two sessions',
    admit,
    refusal('PASS_USED', 'The ticket has opened a session already.'),
    free,
  ),
  one(
    'queue: a claim is not recorded',
    admit,
    "return { facts: [{ type: 'claimed', ticket: pass.ticket }], terms: {} };",
    free,
  ),
  one(
    'queue: a lapsed ticket opens a session',
    admit,
    refusal('PASS_EXPIRED', 'The ticket was not used in time: join the queue again.'),
    free,
  ),
  one(
    'queue: tickets do not lapse',
    decide,
    'if (past !== undefined) facts.push(',
    'if (past !== undefined && freed < 0) facts.push(',
  ),
  one('queue: tickets lapse a second early', decide, 'now >= deadline);', 'now >= deadline - 1000);'),
  one('queue: the key of a join is not remembered', decide, 'if (known !== -1) return', 'if (known < -1) return'),
  one(
    'queue: a full house admits',
    decide,
    'activeSessionsMax === null) return',
    'activeSessionsMax !== undefined) return',
  ),
  one(
    'queue: admitted tickets do not count in a full house',
    decide,
    'activeSessionsMax - (queue.open - freed)',
    'activeSessionsMax - freed',
  ),
  one(
    'queue: an empty session counts without limit',
    decide,
    'return all - old;',
    'return all;',
    // In a run hardly any hold lasts longer than a ticket can be claimed.
    'test/domain/queue/queue.test.ts',
  ),
  one(
    'queue: a ticket from after the opening is in the draw',
    decide,
    'accept([...drawIfDue(state, queue, now), joined]',
    'accept([joined]',
  ),
  one(
    'queue: nobody is admitted while the rate is above 0',
    decide,
    'const wanted = Math.min(',
    'const wanted = ratePerMinute === null ? 0 : Math.min(',
  ),
  one(
    'queue: an outage is followed by a burst',
    pace,
    'catchUpMs = 5_000;',
    'catchUpMs = 60_000;',
    // A run is too short for it.
    'test/domain/queue/queue.test.ts',
  ),
  one('queue: a change of the rate is followed by a burst', apply, '  if (isOtherPace) restartPace(state, at);\n', ''),
  one(
    'queue: an empty line is followed by a burst',
    apply,
    'queue.pace = paceOfFirst(queue.pace, state.admission.ratePerMinute, at);',
    '',
  ),
  one('queue: the rate starts again with each admission', pace, 'taken: pace.taken + count }', 'taken: pace.taken }'),
  one(
    'queue: the seed is shown before the draw',
    'src/domain/queue/ticket-view.ts',
    'seed: queue.draw === null ? null : queue.seed,',
    'seed: queue.seed,',
  ),
  {
    name: 'queue: the seed is chosen again with each change',
    mistakes: [
      {
        file: 'src/domain/commands/admission.ts',
        text: "if (wanted.mode === 'QUEUE' && state.queue === null)",
        replacement: "if (wanted.mode === 'QUEUE')",
      },
      { file: apply, text: "assert(state.queue === null, 'an event has one queue');", replacement: '' },
    ],
  },
];
