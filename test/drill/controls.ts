/**
 * Control drills: each runs the service with one deliberate mistake, which the drill must find. A drill that passes
 * with the mistake would not find it in the real service either.
 */
import { breakCopy, copyProject, type Mistake, removeCopy } from '../../bench/stand/broken-copy.ts';
import { type DrillOptions, drill } from './drill.ts';
import type { FaultKind } from './faults.ts';

export interface Control {
  readonly name: string;
  /** More than one only where another makes the first likelier to show. */
  readonly mistakes: readonly Mistake[];
  /** The faults that reveal the mistake. */
  readonly kinds: readonly FaultKind[];
}

export const controls: readonly Control[] = [
  {
    name: 'PostgreSQL commits later than it says (synchronous_commit off)',
    mistakes: [
      {
        file: 'src/storage/journal/append-statement.ts',
        text: "synchronous_commit: 'on'",
        replacement: "synchronous_commit: 'off'",
      },
    ],
    kinds: ['postgres-crash', 'postgres-stop'],
  },
  {
    name: 'answers are given before they are durable',
    mistakes: [
      {
        file: 'actors/output-gate.ts',
        text: '    const proof = turn.facts.length',
        replacement:
          '    for (const [entry, answer] of turn.replies) entry.resolve(answer);\n    const proof = turn.facts.length',
      },
    ],
    kinds: ['cut-then-kill'],
  },
  {
    name: 'an append that errs is taken for a success',
    mistakes: [
      {
        file: 'src/storage/journal/append-lane.ts',
        text: '        if (isDefiniteRefusal(error)) return this.#refused(group, error);',
        replacement:
          "        for (const waiting of group) waiting.resolve('durable');\n        if (!isDefiniteRefusal(error)) return;",
      },
    ],
    kinds: ['postgres-crash', 'postgres-stop'],
  },
  {
    name: 'a keyed call of a box office is not remembered',
    mistakes: [
      {
        file: 'src/domain/keys/decide-once.ts',
        text: "if (remembers !== 'session') return withFact(decision, answered(key, remembers.keep(decision.plan)));",
        replacement: "if (remembers !== 'session') return decision;",
      },
    ],
    kinds: ['redis-flush'],
  },
  {
    name: 'a repeated hold of the best seats chooses again',
    mistakes: [
      {
        file: 'src/domain/keys/decide-once.ts',
        text: 'if (!isLive(session) || !(decision.ok || isFinalForBuyer(decision.refusal))) return decision;',
        replacement: 'if (session.ordinal >= 0) return decision;',
      },
    ],
    kinds: ['kill-node', 'freeze-node'],
  },
  {
    name: 'the answer of a call that an office makes is not recorded',
    mistakes: [
      {
        file: 'src/http/pipeline/keyed-call.ts',
        text: 'return await records.recordWith(claim, work);',
        replacement: 'return (await work(records.unkeyed)).result;',
      },
    ],
    kinds: ['kill-node'],
  },
  {
    name: 'the tables leave out the cart of an expired session',
    mistakes: [
      {
        file: 'src/codec/stored-session.ts',
        text: 'lastCart: storedLastCart,',
        replacement: 'lastCart: null,',
      },
    ],
    kinds: ['kill-node'],
  },
  {
    name: 'one change of a hundred is not told to a viewer',
    mistakes: [
      {
        file: 'src/live/viewer.ts',
        text: '    this.#sink.write(piece);',
        replacement: '    if (Math.random() > 0.01) this.#sink.write(piece);',
      },
    ],
    kinds: ['redis-flush'],
  },
  {
    name: 'readers of the feed are shown a change while an older transaction runs',
    mistakes: [
      {
        file: 'src/storage/feed/feed-rows.ts',
        text: ' as "isVisible"',
        replacement: ' or true as "isVisible"',
      },
      {
        file: 'src/storage/projection/projection-statement.ts',
        text: "string_agg(distinct organization_id::text, ',') from fed",
        replacement: "string_agg(distinct organization_id::text, ',') from fed, pg_sleep(random() * 0.05)",
      },
    ],
    kinds: ['kill-node', 'hand-over'],
  },
  {
    name: 'the stream of the feed leaves out one page of ten',
    mistakes: [
      {
        file: 'src/http/private-v2/change-stream.ts',
        text: "if (text !== '')",
        replacement: "if (text !== '' && Math.random() > 0.1)",
      },
    ],
    kinds: ['redis-flush'],
  },
  {
    name: 'the cursor of a webhook moves before the attempts are made',
    mistakes: [
      {
        file: 'src/feed/webhooks/webhook-sender.ts',
        text: '      const attempts = await',
        replacement:
          '      await this.#world.deliveries.recordFirst(webhook.id, from, to, [], this.#world.clock.now());\n      const attempts = await',
      },
    ],
    kinds: ['kill-node'],
  },
  {
    name: 'a failed delivery is not repeated',
    mistakes: [
      {
        file: 'src/feed/webhooks/attempt.ts',
        text: '  if (delayMs === null)',
        replacement: '  if (delayMs !== null)',
      },
    ],
    kinds: ['redis-flush'],
  },
];

/** The violations that a drill finds with a control's mistake; it ends at the first. */
export async function runControl({ mistakes, kinds }: Control, options: DrillOptions): Promise<readonly string[]> {
  const tree = copyProject();
  try {
    breakCopy(tree, mistakes);
    return (await drill({ ...options, kinds, tree, minutes: 0, endsAtFirstViolation: true })).violations;
  } finally {
    removeCopy(tree);
  }
}
