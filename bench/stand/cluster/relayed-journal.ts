/**
 * The floor of forwarding: holds at a server that only writes a journal, and the same holds through a relay in front of
 * another one. Both write to the PostgreSQL of the nodes that they are compared with.
 */
import { type Baseline, startBaseline } from '../../baselines/baseline.ts';
import { journalOnlySettings } from '../../baselines/journaled-call.ts';
import type { LoadGenerator } from '../../load/load.ts';
import type { Target } from '../../load/plan.ts';
import { sessionsOfOneEvent } from '../../scenarios/journal-only.ts';
import { type Answering, callsOn } from '../../scenarios/journaled-calls.ts';
import { untilIdle } from '../processor.ts';
import { InvalidRun } from '../stage.ts';

export type Way = 'local' | 'forwarded';

export class RelayedJournal {
  private readonly target: Target;
  private readonly asked: Readonly<Record<Way, Baseline>>;
  private readonly processes: readonly Baseline[];

  private constructor(target: Target, local: Baseline, owner: Baseline, relay: Baseline) {
    this.target = target;
    this.asked = { local, forwarded: relay };
    this.processes = [local, owner, relay];
  }

  static async open(answering: Answering): Promise<RelayedJournal> {
    const calls = await callsOn(answering);
    const start = async (name: Way, more = {}) =>
      startBaseline('journal-only', { ...(await journalOnlySettings(answering.databaseUrl, name, calls)), ...more });
    const local = await start('local');
    const owner = await start('forwarded', { IS_LINKED: 'true' });
    const relay = await startBaseline('relay', { OWNER_URL: owner.baseUrl });
    return new RelayedJournal(answering.target, local, owner, relay);
  }

  /** Holds a second. */
  async holds(
    way: Way,
    generator: LoadGenerator,
    { connections, seconds, warmSeconds }: { connections: number; seconds: number; warmSeconds: number },
  ): Promise<number> {
    await Promise.all(this.processes.map(({ pid }) => untilIdle(pid)));
    const { baseUrl } = this.asked[way];
    const sessionIds = sessionsOfOneEvent(connections);
    const size = { connections, seconds, warmSeconds };
    const plan = { kind: 'holds', baseUrl, sessionIds, target: this.target, choice: 'apart', ...size } as const;
    const { all, broken, seconds: counted } = await generator.run(plan);
    if (all.done === 0 || all.failed + broken > 0) throw new InvalidRun(`the relay lost ${all.failed + broken} calls`);
    return all.done / counted;
  }

  close(): void {
    for (const { stop } of this.processes) stop();
  }
}
