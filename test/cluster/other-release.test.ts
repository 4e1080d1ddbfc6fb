/** What a node asks of nodes of an older release, and what it answers to those of a newer one. */
import type { EventRequest } from '#cluster/ports.ts';
import { firstVersion } from '#domain/cluster-version.ts';
import type { Command } from '#domain/command.ts';
import { nodeNamed, SimulatedPeers } from '../support/simulated-peers.ts';

const look: Command = { kind: 'read-prices' };
const other = nodeNamed('other');

let world: SimulatedPeers;

beforeEach(async () => {
  world = new SimulatedPeers();
  await world.joinedBy(other);
});

test('a command that an older node may not know is asked nowhere before the upgrade is finalized', async () => {
  const before = world.calls.length;
  world.clusterVersion.current = firstVersion - 1;
  for (let shard = 0; shard < 16; shard++) {
    const refused = { code: 'UPGRADE_NOT_FINALIZED', retryAfterSeconds: 60 };
    await expect(world.router.ask(shard, look)).rejects.toMatchObject(refused);
  }
  expect(world.calls.slice(before)).toEqual([]);
});

test('a command or a request of a newer release is answered as unavailable, and does not run', async () => {
  let eventNumber = 0;
  while (world.membership.preferredNode(eventNumber)?.id !== world.self.id) eventNumber++;
  const command = { kind: 'of-a-newer-release' } as unknown as Command;
  const requests = [
    { kind: 'ask', eventNumber, command },
    { kind: 'of-a-newer-release', eventNumber },
  ];
  for (const request of requests as EventRequest[]) {
    const reply = await world.router.serve({ target: 'self', hop: 1, remainingMs: 1_000, request });
    expect(reply).toMatchObject({ kind: 'fault', code: 'UNAVAILABLE' });
  }
  expect(world.calls.filter((call) => call.startsWith('run'))).toEqual([]);
});
