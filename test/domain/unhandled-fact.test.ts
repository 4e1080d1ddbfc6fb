/** A new type of fact does not compile until every place that has to know it does. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { breakCopy, copyProject, removeCopy } from '../../bench/stand/broken-copy.ts';

const groups = ['LifecycleFact', 'SessionFact', 'BookingFact', 'PricingFact', 'LayoutFact'];
const patienceMs = 120_000;

let copy: string;

beforeAll(() => {
  copy = copyProject();
});

afterAll(() => removeCopy(copy));

/** The files with compiler errors. */
function filesWithErrors(): string[] {
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], {
    cwd: copy,
    encoding: 'utf8',
  });
  return [...new Set([...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file = '']) => file))].toSorted();
}

test(
  'a new fact in each group is missed in its consequence, its deadlines, its counters and the naive model that retells it',
  () => {
    const mistakes = groups.map((group) => {
      const text = `export type ${group} =\n`;
      const added = `${text}  | { readonly type: 'new ${group}'; readonly session: number }\n`;
      return { file: 'src/domain/fact.ts', text, replacement: added };
    });
    breakCopy(copy, mistakes);
    expect(filesWithErrors()).toEqual([
      'actors/fact-metrics.ts',
      'actors/session-actor.ts',
      'src/domain/apply.ts',
      'src/domain/feed/booking-changes.ts',
      'src/domain/feed/told-facts.ts',
      'src/domain/pricing/apply-pricing.ts',
      'src/domain/seats/apply-booking.ts',
      'src/domain/session/apply-session.ts',
      'test/simulation/fact-replay.ts',
    ]);
  },
  patienceMs,
);
