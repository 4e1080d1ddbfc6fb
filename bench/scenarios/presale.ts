/**
 * Study: from presale to general sale on one event with five allotments. Fans, whose passes name their allotment, hold seats
 * of it, while everybody else already tries the seats of the general sale and is refused. At its moment, which the event's
 * own timer decides, the general sale opens and the free seats of the fans are released to all, under the whole load.
 * Measures the time from that moment to the first acknowledged hold of an opened seat, and when viewers of the live map
 * were told. Fans who hold seats from before the load to its end must have kept them.
 */
import { median } from '../reporting/statistics.ts';
import { Stage } from '../stand/stage.ts';
import type { ApartDefinition, StudyAsked } from './definition.ts';
import { full, type Opening, Presale, quick, signer } from './presale-event.ts';
import { atLeast, atMost, type Study } from './study.ts';

const promised = { firstHoldMs: 50 };

export const presale: ApartDefinition = {
  kind: 'apart',
  name: 'presale',
  about:
    'A presale becomes a general sale under load: 5 allotments, 20,000 sessions (2,000 with --quick), holds over the opening',
  unit: 'holds and releases',
  isEssential: true,
  run: (ask) => Stage.around(false, (stage) => measurePresale(stage, ask)),
};

async function measurePresale(stage: Stage, ask: StudyAsked): Promise<Study> {
  const openings: Opening[] = [];
  const sign = await signer(stage);
  while (openings.length < ask.passes) openings.push(await new Presale(stage, ask, sign).play());
  return present(openings, ask.isQuick ? quick : full);
}

function rowOf({ round, before, after, slowest, decidedMs, firstHoldMs, toldMs, kept, keepers }: Opening) {
  const rates = [before, after, slowest].map(Math.round);
  const { p50Ms, p99Ms, failed, broken } = round;
  return [...rates, decidedMs, firstHoldMs, toldMs, kept, keepers, p50Ms, p99Ms, failed + broken];
}

function present(openings: readonly Opening[], { keepers, fans, others, viewers }: typeof full): Study {
  const longest = (of: (opening: Opening) => number) => Math.max(...openings.map(of));
  const sum = (of: (opening: Opening) => number) => openings.reduce((all, opening) => all + of(opening), 0);
  const firstHoldMs = longest((opening) => opening.firstHoldMs);
  const kept = sum((opening) => opening.kept) / sum((opening) => opening.keepers);
  return {
    title: 'From presale to general sale',
    about: `${keepers + fans + others} sessions on one event with five allotments, ${viewers} viewers of its live map. Before the opening ${fans} fans hold and give back, and the tries of ${others} others are refused; after it all hold. ${keepers} fans keep two seats each. Done: locks and unlocks. Times are from \`opensAt\`: until the event's own time recorded the release, the first hold of an opened seat was acknowledged, the last viewer was told. p50 and p99 are of all calls of the round.`,
    figures: {
      'done a second before the opening': median(openings.map(({ before }) => before)),
      'done a second after the opening': median(openings.map(({ after }) => after)),
      'slowest tenth of a second after the opening, done a second': median(openings.map(({ slowest }) => slowest)),
      'the release is recorded, ms': longest(({ decidedMs }) => decidedMs),
      'first hold of an opened seat, ms': firstHoldMs,
      'the last viewer is told, ms': longest(({ toldMs }) => toldMs),
      'share of held seats kept': kept,
    },
    tables: [
      {
        columns: [
          'done/s before',
          'after',
          'slowest tenth',
          'recorded ms',
          'first hold ms',
          'told ms',
          'kept',
          'of',
          'p50 ms',
          'p99 ms',
          'failed',
        ],
        rows: openings.map(rowOf),
      },
    ],
    plots: [],
    checks: [
      atMost(
        `the first hold of an opened seat within ${promised.firstHoldMs} ms of the opening`,
        firstHoldMs,
        promised.firstHoldMs,
      ),
      atLeast('held seats are kept over the opening (share)', kept, 1),
      atMost(
        'failed or unanswered calls over the opening',
        sum(({ round }) => round.failed + round.broken),
        0,
      ),
    ],
  };
}
