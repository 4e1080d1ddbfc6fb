/**
 * The node registry on the Redis servers: each server lists the nodes that sent it a heartbeat within one lease time,
 * by the server's own clock. A node counts as live if any server lists it. Entries that no node of this cluster has
 * signed, or that are too old by the server's clock, are ignored with a warning. No wall clock of a node is used.
 */
import type { Redis } from 'ioredis';
import type { NodeCard, NodeRegistry, RegistryEntry } from './ports.ts';
import type { RedisServers } from './redis-servers.ts';
import { readCard, writeCard } from './signed-card.ts';

/**
 * Tolerance for the age of an entry beyond the lease time: a node's estimate of the server's clock may be this wrong.
 */
const slackMs = 30_000;
/** Entries beyond this number are not read: an attacker on Redis could write any number of them. */
const entriesMax = 1_000;

const heartbeatScript = `
  local time = redis.call('time')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('zremrangebyscore', KEYS[1], '-inf', now)
  redis.call('zrem', KEYS[1], ARGV[3])
  redis.call('zadd', KEYS[1], now + ARGV[2], ARGV[1])
  local shown = { tostring(now) }
  local entries = redis.call('zrange', KEYS[1], 0, ${entriesMax - 1}, 'withscores')
  for place = 1, #entries, 2 do
    shown[#shown + 1] = entries[place]
    shown[#shown + 1] = tostring(entries[place + 1] - now)
  end
  return shown
`;

/** This node's entry on one server. */
interface Presence {
  /** The server's clock minus this node's monotonic one. */
  offsetMs: number;
  /** The entry that was last written there. */
  entry: string;
}

export class RedisNodeRegistry implements NodeRegistry {
  readonly #servers: RedisServers;
  readonly #now: () => number;
  readonly #key: string;
  readonly #presences = new Map<Redis, Presence>();

  /** `now`: a monotonic clock, in milliseconds. */
  constructor(servers: RedisServers, now: () => number) {
    this.#servers = servers;
    this.#now = now;
    this.#key = `${servers.keys.prefix}nodes`;
  }

  async heartbeat(self: NodeCard): Promise<readonly RegistryEntry[] | null> {
    const lists = await this.#servers.askAll((client) => this.#heartbeatAt(client, self));
    if (lists.length === 0) return null;
    const nodes = new Map<string, RegistryEntry>();
    for (const { node, remainingMs } of lists.flat()) {
      nodes.set(node.id, { node, remainingMs: Math.max(remainingMs, nodes.get(node.id)?.remainingMs ?? 0) });
    }
    return [...nodes.values()];
  }

  async remove(): Promise<void> {
    await this.#servers.askAll(async (client) => client.zrem(this.#key, this.#presences.get(client)?.entry ?? ''));
  }

  async #heartbeatAt(client: Redis, self: NodeCard): Promise<readonly RegistryEntry[]> {
    const { keys, leaseMs } = this.#servers;
    const presence = this.#presences.get(client) ?? (await this.#arrive(client));
    const before = presence.entry;
    presence.entry = writeCard(keys, self, String(Math.round(this.#now() + presence.offsetMs)));
    const answer = await client.eval(heartbeatScript, 1, this.#key, presence.entry, leaseMs, before);
    const [now, ...entries] = answer as readonly string[];
    presence.offsetMs = Number(now) - this.#now();
    return this.#read(entries, Number(now));
  }

  /** Reads the server's clock before the first entry. */
  async #arrive(client: Redis): Promise<Presence> {
    const [seconds, microseconds] = await client.time();
    const presence = { offsetMs: Number(seconds) * 1000 + Number(microseconds) / 1000 - this.#now(), entry: '' };
    this.#presences.set(client, presence);
    return presence;
  }

  #read(entries: readonly string[], now: number): readonly RegistryEntry[] {
    const { keys, leaseMs, suspicion } = this.#servers;
    const shown: RegistryEntry[] = [];
    for (let place = 0; place < entries.length; place += 2) {
      const card = readCard(keys, entries[place] as string);
      const ageMs = Math.abs(now - Number(card?.moment));
      if (card !== null && ageMs <= leaseMs + slackMs) {
        shown.push({ node: card.node, remainingMs: Math.min(leaseMs, Number(entries[place + 1])) });
      } else suspicion.give({ found: card === null ? 'a node without proof' : 'an old entry of a node' });
    }
    return shown;
  }
}
