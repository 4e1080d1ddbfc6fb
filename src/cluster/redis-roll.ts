/**
 * The roll of nodes on the Redis servers: on each of them, what was shown there within one lease time by the
 * server's own clock. Whoever is shown on any of them is there.
 */
import type { NodeCard, Roll, Shown } from './ports.ts';
import type { RedisServers } from './redis-servers.ts';

const beatScript = `
  local time = redis.call('time')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('zremrangebyscore', KEYS[1], '-inf', now)
  redis.call('zadd', KEYS[1], now + ARGV[2], ARGV[1])
  local shown = {}
  local entries = redis.call('zrange', KEYS[1], 0, -1, 'withscores')
  for place = 1, #entries, 2 do
    shown[#shown + 1] = entries[place]
    shown[#shown + 1] = tostring(entries[place + 1] - now)
  end
  return shown
`;

export class RedisRoll implements Roll {
  readonly #servers: RedisServers;
  readonly #key: string;

  constructor(servers: RedisServers) {
    this.#servers = servers;
    this.#key = `${servers.prefix}nodes`;
  }

  async beat(self: NodeCard): Promise<readonly Shown[] | null> {
    const { leaseMs } = this.#servers;
    const lists = await this.#servers.askAll(
      (client) => client.eval(beatScript, 1, this.#key, write(self), leaseMs) as Promise<readonly string[]>,
    );
    if (lists.length === 0) return null;
    const nodes = new Map<string, Shown>();
    for (const list of lists) {
      for (let place = 0; place < list.length; place += 2) {
        const node = read(list[place] as string);
        const remainingMs = Math.max(Number(list[place + 1]), nodes.get(node.id)?.remainingMs ?? 0);
        nodes.set(node.id, { node, remainingMs });
      }
    }
    return [...nodes.values()];
  }

  async strike(self: NodeCard): Promise<void> {
    await this.#servers.askAll((client) => client.zrem(this.#key, write(self)));
  }
}

function write({ id, host, port, front }: NodeCard): string {
  return `${id}|${host}|${port}|${front ?? ''}`;
}

function read(member: string): NodeCard {
  const [id = '', host = '', port, front = ''] = member.split('|');
  return { id, host, port: Number(port), ...(front === '' ? {} : { front }) };
}
