/** The parts of a node that keep events, without a cluster: every shard is this node's. */
import { Housekeeping, type HousekeepingSettings } from '#actors/housekeeping.ts';
import { LayoutAdoption } from '#actors/layout-adoption.ts';
import { LiveTotals } from '#actors/live-totals.ts';
import type { ShardAssignment } from '#actors/ports.ts';
import { Registry, type RegistryWorld } from '#actors/registry.ts';
import { ShardRelease } from '#actors/shard-release.ts';
import { ShardTable } from '#actors/shard-table.ts';
import type { Command } from '#domain/command.ts';
import type { Answer } from '#domain/reply.ts';

const settings: HousekeepingSettings = { roundMs: 1_000, idleMs: 60_000 };

const allShards: ShardAssignment = {
  shards: () => null,
  obtain: async () => true,
  onChange: () => {},
};

export class LoneNode {
  readonly registry: Registry;
  readonly totals: LiveTotals;
  readonly layouts: LayoutAdoption;
  readonly release: ShardRelease;
  readonly #housekeeping: Housekeeping;

  constructor(world: RegistryWorld) {
    const registry = new Registry(world, ShardTable.allOpen());
    this.registry = registry;
    this.totals = new LiveTotals(registry);
    this.layouts = new LayoutAdoption(registry, world.store, world.clock);
    this.release = new ShardRelease(registry, world.log);
    this.#housekeeping = new Housekeeping(world, settings, { events: registry, shards: allShards });
  }

  ask(eventNumber: number, command: Command): Promise<Answer> {
    return this.registry.ask(eventNumber, command);
  }

  settle(eventNumbers: readonly number[]): Promise<void> {
    return this.registry.settle(eventNumbers);
  }

  /** Starts the housekeeping. */
  start(): Promise<void> {
    return this.#housekeeping.start();
  }

  async close(): Promise<void> {
    this.registry.refuseCommands();
    await this.#housekeeping.close();
    await this.registry.close();
  }
}
