/** Profiles the service from outside, through its inspector, while something runs. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inspector } from '../../stand/inspector.ts';
import type { Service } from '../../stand/service.ts';
import { callTreeOf, outsideMicrosOf } from './call-tree.ts';
import { flameGraphOf } from './flame-graph.ts';
import { type StageShare, stagesOf } from './stages.ts';

const sampleMicros = 500;

/**
 * Runs `work` under the profiler; writes the profile and its flame graph. Resolves with the flame graph's file name and
 * the stages' shares, too.
 */
export async function profile<T>(
  service: Service,
  folder: string,
  name: string,
  work: () => Promise<T>,
): Promise<{ readonly flame: string; readonly stages: readonly StageShare[]; readonly result: T }> {
  const inspector = await Inspector.open(service);
  try {
    await inspector.ask('Profiler.enable');
    await inspector.ask('Profiler.setSamplingInterval', { interval: sampleMicros });
    await inspector.ask('Profiler.start');
    const result = await work();
    const stopped = await inspector.ask('Profiler.stop');
    const file = `flame-${name.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase()}`;
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${file}.cpuprofile`), JSON.stringify(stopped.profile));
    const tree = callTreeOf(stopped.profile);
    await writeFile(join(folder, `${file}.svg`), flameGraphOf(name, tree));
    return { flame: `${file}.svg`, stages: stagesOf(tree, outsideMicrosOf(stopped.profile)), result };
  } finally {
    inspector.close();
  }
}
