/**
 * The order of the test files: the slowest come first, so that no worker runs one of them at the end while the
 * others are idle. Jest itself knows the duration of a file only if it has run on this machine before.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

// Its types are those of a CommonJS module.
type SequencerModule = typeof import('@jest/test-sequencer');
const { default: Sequencer }: SequencerModule = createRequire(import.meta.url)('@jest/test-sequencer');

const root = new URL('../../', import.meta.url);
/** Each takes a quarter of a minute or more beside others on two cores. */
const longest = [
  'test/upgrade/upgrade.test.ts',
  'test/drill/drill.test.ts',
  'test/processes/two-services.test.ts',
  'test/processes/workers.test.ts',
  'test/pages/languages.test.ts',
  'test/attack/attack.test.ts',
  'test/newer-database.test.ts',
  'test/storage/embedded/backup.test.ts',
  'test/storage/embedded/embedded-postgres.test.ts',
  'test/bench/run.test.ts',
  'test/pages/console-languages.test.ts',
  'test/admin-on-sales.test.ts',
  'test/cluster/cluster-secret-rotation.test.ts',
  'test/cluster/failover.test.ts',
  'test/pages/map-states.test.ts',
  'test/admin.test.ts',
  'test/secret-rotation.test.ts',
  'test/soak/soak.test.ts',
  'test/domain/totality.test.ts',
  'test/http/robustness.test.ts',
  'test/http/time.test.ts',
  'test/main.test.ts',
  'test/pages/console.test.ts',
  'test/pages/whole-path.test.ts',
  'test/cluster/redis-faults.test.ts',
  'test/cluster/hand-over.test.ts',
  'test/simulation/simulation.test.ts',
  'test/workflows/schema-clone.test.ts',
  'test/restore/restore.test.ts',
  'test/tidy.test.ts',
  'test/pages/long-names.test.ts',
  'test/pages/units.test.ts',
  'test/shop/purchases.test.ts',
  'test/pages/console-counter.test.ts',
  'test/domain/unit-combinations.test.ts',
  'test/demo.test.ts',
  'test/live/browser.test.ts',
  'test/pages/buyer-map.test.ts',
  'test/pages/buyer-edges.test.ts',
  'test/pages/console-evidence.test.ts',
  'test/storage/journal/large-snapshots.test.ts',
  'test/http/auth/logins.test.ts',
  'test/packages/packages.test.ts',
].map((path) => fileURLToPath(new URL(path, root)));

type Tests = Parameters<InstanceType<typeof Sequencer>['sort']>[0];

export default class LongestFirst extends Sequencer {
  override async sort(tests: Tests): Promise<Tests> {
    const moved = longest.filter((path) => !existsSync(path));
    if (moved.length > 0) throw new Error(`no such test file, correct the list of the longest: ${moved}`);
    const placeOf = ({ path }: Tests[number]): number => {
      const place = longest.indexOf(path);
      return place === -1 ? longest.length : place;
    };
    return (await super.sort(tests)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
