/**
 * How buyers get into the events of a soak or a drill: at once, with a pass that the organization signs, or with a ticket
 * of the event's queue. The events take turns.
 */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Target } from '../../bench/load/plan.ts';
import type { Client } from '../../bench/stand/client.ts';

export type Entrance = 'OPEN' | 'PASS' | 'QUEUE';

const kinds: readonly Entrance[] = ['OPEN', 'PASS', 'QUEUE'];
const kid = 'soak';
/** Buyers who come earlier are drawn; the others stand behind them. */
const drawnAfterMs = 3_000;
/** Faster than buyers come: no event may run dry of buyers. */
const ratePerMinute = 120_000;
/** Longer than a drill. A ticket that lapsed could not be told from one that was lost. */
const claimSeconds = 86_400;
const passHours = 12;

export class Entrances {
  readonly #owner: Client;
  readonly #key: KeyObject;
  readonly #byEvent = new Map<string, Entrance>();

  private constructor(owner: Client, secret: string) {
    this.#owner = owner;
    this.#key = createSecretKey(secret, 'utf8');
  }

  /** Stores the key of the organization's passes. */
  static async open(owner: Client): Promise<Entrances> {
    const path = '/api/private/management/v2.0/pass-keys/';
    const { secret } = await owner.demand({ method: 'PUT', path, body: { kid, algorithm: 'HS256' } });
    return new Entrances(owner, secret);
  }

  /** Gives the event the next kind of entrance. */
  async assign<T extends Pick<Target, 'eventId'>>(target: T): Promise<T> {
    const mode = kinds[this.#byEvent.size % kinds.length]!;
    const opensAt = new Date(Date.now() + drawnAfterMs).toISOString();
    const body = mode === 'QUEUE' ? { mode, opensAt, ratePerMinute, claimSeconds } : { mode };
    await this.#owner.demand({ method: 'PUT', path: `/api/private/v2.0/events/${target.eventId}/admission`, body });
    this.#byEvent.set(target.eventId, mode);
    return target;
  }

  of(eventId: string): Entrance {
    return this.#byEvent.get(eventId) ?? 'OPEN';
  }

  /** A pass for one session of the event, which may open allotments. */
  async passFor(eventId: string, jti: string, allotments: readonly string[] = []): Promise<string> {
    return await new SignJWT({ event: eventId, ...(allotments.length === 0 ? {} : { allotments }) })
      .setProtectedHeader({ alg: 'HS256', kid })
      .setSubject(jti)
      .setJti(jti)
      .setExpirationTime(`${passHours}h`)
      .sign(this.#key);
  }
}
