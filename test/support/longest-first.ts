/**
 * The order of the test files: the slowest come first, so that no worker runs one of them at the end while the other
 * worker is idle. Jest itself knows the duration of a file only if it has run on this machine before.
 */
import { createRequire } from 'node:module';

// Its types are those of a CommonJS module.
type SequencerModule = typeof import('@jest/test-sequencer');
const { default: Sequencer }: SequencerModule = createRequire(import.meta.url)('@jest/test-sequencer');

/** Each takes about half a minute or more on two cores. */
const longest = [
  'drill.test.ts',
  'bench/run.test.ts',
  'main.test.ts',
  'storage/embedded-postgres.test.ts',
  'cluster/hand-over.test.ts',
  'workers/clone-schema.test.ts',
  'soak.test.ts',
  'http/robustness.test.ts',
  'cluster/redis-faults.test.ts',
  'http/time.test.ts',
];

type Tests = Parameters<InstanceType<typeof Sequencer>['sort']>[0];

export default class LongestFirst extends Sequencer {
  override async sort(tests: Tests): Promise<Tests> {
    const placeOf = ({ path }: Tests[number]): number => {
      const place = longest.findIndex((name) => path.endsWith(`/test/${name}`));
      return place === -1 ? longest.length : place;
    };
    return (await super.sort(tests)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
