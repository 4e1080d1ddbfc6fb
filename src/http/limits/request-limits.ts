/**
 * Rate limits per client: sessions created and logins tried per address, calls per session. Checked before the body is
 * read and before any other work, so that a refused call costs next to nothing and has no effect. Counts in memory,
 * each machine for itself, in tables of a fixed size; the workers of one service share their counts. Idempotent
 * repetitions count as well.
 */
import type { Log } from '#actors/ports.ts';
import type { Problem } from '../pipeline/problem.ts';
import { claimedAddressOf, clientAddressOf, isBehindUnknownProxy, type Sender } from './client-address.ts';
import { type Rate, RateTable } from './rate-table.ts';
import type { SharedUsage } from './shared-usage.ts';

interface Limit {
  readonly windowSeconds: number;
  /** Rows of the table, of four keys each. */
  readonly rows: number;
  readonly detail: string;
}

const limits = {
  sessions: {
    windowSeconds: 60,
    rows: 2 ** 16,
    detail: 'Too many sessions are created from this address; nothing was done.',
  },
  calls: { windowSeconds: 1, rows: 2 ** 14, detail: 'Too many calls on this session; nothing was done.' },
  logins: {
    windowSeconds: 60,
    rows: 2 ** 12,
    detail: 'Too many logins are tried from this address; nothing was done.',
  },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;
export const limitNames = Object.keys(limits) as readonly LimitName[];

const behindUnknownProxy = 'Too many such calls come through a proxy that the service does not know; nothing was done.';

/** Counts refusals. */
export interface LimitMeter {
  limited(limit: LimitName): void;
}

export interface LimitOptions {
  /** Calls in one window by limit; 0 switches it off. */
  readonly quotas: Readonly<Record<LimitName, number>>;
  /** Proxies in front of the service; undefined: not configured. */
  readonly proxies: number | undefined;
  /** All clients behind proxies that are not configured share what so many addresses may do. */
  readonly unknownProxyAddresses: number;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** With the other processes of the service; absent: there are none. */
  readonly usage?: SharedUsage;
  readonly meter: LimitMeter;
  readonly log: Pick<Log, 'warn'>;
}

/** The refusal of a call, or null when it may go on. `id`: the session that the path names. */
export type LimitCheck = (sender: Sender, id: string) => Problem | null;

export class RequestLimits {
  readonly #options: LimitOptions;
  #hasWarned = false;

  constructor(options: LimitOptions) {
    this.#options = options;
  }

  /**
   * Where a request comes from, as one text per client. Behind a proxy that is not configured it is what the request
   * claims: a client can invent many, but cannot be taken for another one that it does not know.
   */
  addressOf(sender: Sender): string {
    return this.#isUnknowable(sender) ? claimedAddressOf(sender) : this.#addressOf(sender);
  }

  /** The address; null behind a proxy that is not configured. */
  knownAddressOf(sender: Sender): string | null {
    return this.#isUnknowable(sender) ? null : this.#addressOf(sender);
  }

  #addressOf(sender: Sender): string {
    return clientAddressOf(sender, this.#options.proxies ?? 0);
  }

  /**
   * The check of all calls on routes with this limit; null when the limit is off. Routes with the same limit share its
   * table.
   */
  checkOf(name: LimitName): LimitCheck | null {
    const check = this.#checks.get(name) ?? this.#makeCheck(name);
    this.#checks.set(name, check);
    return check;
  }

  readonly #checks = new Map<LimitName, LimitCheck | null>();

  #makeCheck(name: LimitName): LimitCheck | null {
    const { rows, detail } = limits[name];
    const quota = this.#options.quotas[name];
    if (quota === 0) return null;
    const take = this.#tableOf(name, name, quota, rows, detail);
    if (name === 'calls') return (_, id) => take(id);
    const shared = quota * this.#options.unknownProxyAddresses;
    const takeUnknown = this.#tableOf(name, `${name} behind an unknown proxy`, shared, 1, behindUnknownProxy);
    return (sender) => (this.#isUnknowable(sender) ? takeUnknown('all') : take(this.#addressOf(sender)));
  }

  /** Counts the calls of keys; `sharedAs`: the name under which the processes of the service share their counts. */
  #tableOf(name: LimitName, sharedAs: string, quota: number, rows: number, detail: string) {
    const { now, usage, meter } = this.#options;
    const rate: Rate = { quota, windowSeconds: limits[name].windowSeconds };
    const table = new RateTable(rate, rows, usage?.seeds);
    const share = usage?.open(sharedAs, (row, fingerprint) => table.charge(row, fingerprint, now()));
    return (key: string): Problem | null => {
      const waitMs = table.take(key, now(), share);
      if (waitMs === 0) return null;
      meter.limited(name);
      const retryAfterSeconds = Math.ceil(waitMs / 1000);
      return { code: 'RATE_LIMITED', detail, retryAfterSeconds, limit: { name, ...rate } };
    };
  }

  /** Clients behind an unconfigured proxy cannot be told apart: any header can be invented. */
  #isUnknowable(sender: Sender): boolean {
    const { proxies, unknownProxyAddresses, log } = this.#options;
    if (proxies !== undefined || !isBehindUnknownProxy(sender)) return false;
    if (!this.#hasWarned) {
      this.#hasWarned = true;
      log.warn(
        { proxy: sender.socket.remoteAddress },
        `a proxy is in front and TRUST_PROXY is not set: all clients behind it share the limits of ${unknownProxyAddresses} ` +
          'addresses (UNKNOWN_PROXY_ADDRESSES). Set TRUST_PROXY to the number of proxies, or to 0 when there is none',
      );
    }
    return true;
  }
}

/** For listeners that only operators reach. */
export const unlimited = new RequestLimits({
  quotas: { sessions: 0, calls: 0, logins: 0 },
  proxies: 0,
  unknownProxyAddresses: 1,
  now: () => 0,
  meter: { limited: () => {} },
  log: { warn: () => {} },
});
