/**
 * The node registry on the Redis servers: each server lists the nodes that sent it a heartbeat within one lease time,
 * by the server's own clock. A node counts as live if any server lists it. Entries that no node of this cluster has
 * signed, or that are too old by the server's clock, are ignored with a warning. Nodes of the deployment with another
 * cluster secret are in the same list: see `other-secret.ts`. No wall clock of a node is used.
 */
import type { Redis } from 'ioredis';
import { type Arrival, OtherSecret } from './other-secret.ts';
import type { NodeCard, NodeRegistry, RegistryEntry } from './ports.ts';
import type { RedisServers } from './redis-servers.ts';
import { readEntry, writeEntry } from './registry-entry.ts';
import { isReadableCard, readCard, readUnproved, writeCard } from './signed-card.ts';

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
  /** The server's clock at this node's arrival. */
  readonly since: number;
  /** The entry that was last written there. */
  entry: string;
}

interface Listed extends RegistryEntry, Arrival {}

export class RedisNodeRegistry implements NodeRegistry {
  readonly #servers: RedisServers;
  readonly #now: () => number;
  readonly #key: string;
  readonly #others: OtherSecret;
  readonly #presences = new Map<Redis, Presence>();

  /** `now`: a monotonic clock, in milliseconds. */
  constructor(servers: RedisServers, now: () => number) {
    this.#servers = servers;
    this.#now = now;
    this.#others = new OtherSecret(servers.log, now);
    this.#key = `${servers.deployment.prefix}nodes`;
  }

  get isShutOut(): boolean {
    return this.#others.isShutOut;
  }

  /** How many nodes of the deployment have another cluster secret. */
  get otherSecretCount(): number {
    return this.#others.count;
  }

  /** Why this node must not get requests, for an operator; or null. */
  whyNotReady(): string | null {
    return this.#others.reason;
  }

  async heartbeat(self: NodeCard): Promise<readonly RegistryEntry[] | null> {
    const lists = await this.#servers.askAll((client) => this.#heartbeatAt(client, self));
    if (lists.length === 0) return null;
    this.#others.note(lists);
    const nodes = new Map<string, RegistryEntry>();
    for (const { node, remainingMs, isOfThisCluster } of lists.flat()) {
      if (!isOfThisCluster) continue;
      nodes.set(node.id, { node, remainingMs: Math.max(remainingMs, nodes.get(node.id)?.remainingMs ?? 0) });
    }
    return [...nodes.values()];
  }

  async remove(): Promise<void> {
    await this.#servers.askAll(async (client) => client.zrem(this.#key, this.#presences.get(client)?.entry ?? ''));
  }

  async #heartbeatAt(client: Redis, self: NodeCard): Promise<readonly Listed[]> {
    const { keys, deployment, leaseMs } = this.#servers;
    const presence = this.#presences.get(client) ?? (await this.#arrive(client));
    const before = presence.entry;
    const card = writeCard(keys, self, String(Math.round(this.#now() + presence.offsetMs)));
    presence.entry = writeEntry(deployment, { card, since: presence.since });
    const answer = await client.eval(heartbeatScript, 1, this.#key, presence.entry, leaseMs, before);
    const [now, ...entries] = answer as readonly string[];
    presence.offsetMs = Number(now) - this.#now();
    return this.#read(entries, Number(now));
  }

  /** Reads the server's clock before the first entry. */
  async #arrive(client: Redis): Promise<Presence> {
    const [seconds, microseconds] = await client.time();
    const time = Number(seconds) * 1000 + Number(microseconds) / 1000;
    const presence = { offsetMs: time - this.#now(), since: Math.round(time), entry: '' };
    this.#presences.set(client, presence);
    return presence;
  }

  #read(entries: readonly string[], now: number): readonly Listed[] {
    const listed: Listed[] = [];
    for (let place = 0; place < entries.length; place += 2) {
      const entry = this.#readOne(entries[place] as string, now, Number(entries[place + 1]));
      if (entry !== null) listed.push(entry);
    }
    return listed;
  }

  #readOne(text: string, now: number, remainingMs: number): Listed | null {
    const { keys, deployment, leaseMs, suspicion } = this.#servers;
    const entry = readEntry(deployment, text);
    if (entry === null) {
      suspicion.give({ found: 'a node without proof' });
      return null;
    }
    if (!isReadableCard(entry.card)) {
      suspicion.give({ found: 'a node of another release' });
      return null;
    }
    const proved = readCard(keys, entry.card);
    const { node, moment } = proved ?? readUnproved(entry.card);
    if (!(Math.abs(now - Number(moment)) <= leaseMs + slackMs)) {
      suspicion.give({ found: 'an old entry of a node' });
      return null;
    }
    const isOfThisCluster = proved !== null;
    return { node, since: entry.since, isOfThisCluster, remainingMs: Math.min(leaseMs, remainingMs) };
  }
}
