/**
 * Tells nodes that follow an event's map that there is more to read. Notices to one node within a few milliseconds are
 * one message. A lost notice is not sent again: followers also look by themselves.
 */
import type { Membership } from './membership.ts';
import type { ClusterWorld, Peer } from './ports.ts';

/** Far shorter than the tick of a stream; long enough for the notices of many events to share a message. */
const gatherMs = 5;

export class ChangeNotices {
  readonly #world: Pick<ClusterWorld, 'self' | 'time'>;
  readonly #membership: Pick<Membership, 'peers'>;
  readonly #peer: Pick<Peer, 'tell'>;
  /** By node: the events that the next message to it names. */
  readonly #waiting = new Map<string, Set<number>>();
  #follow: (eventNumber: number) => void = () => undefined;

  constructor(
    world: Pick<ClusterWorld, 'self' | 'time'>,
    membership: Pick<Membership, 'peers'>,
    peer: Pick<Peer, 'tell'>,
  ) {
    this.#world = world;
    this.#membership = membership;
    this.#peer = peer;
  }

  /** Calls the listener for every event of which this node has more to read. */
  onChanged(listener: (eventNumber: number) => void): void {
    this.#follow = listener;
  }

  /** Another node says that there is more to read of these events. */
  hear(eventNumbers: readonly number[]): void {
    for (const eventNumber of eventNumbers) this.#follow(eventNumber);
  }

  /** There is more to read of this event for the follower on this node. */
  tell(node: string, eventNumber: number): void {
    if (node === this.#world.self.id) {
      this.#follow(eventNumber);
      return;
    }
    const { time } = this.#world;
    if (this.#waiting.size === 0) time.wakeAt(time.now() + gatherMs, () => this.#send());
    const events = this.#waiting.get(node);
    if (events === undefined) this.#waiting.set(node, new Set([eventNumber]));
    else events.add(eventNumber);
  }

  #send(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const [id, events] of waiting) {
      const node = this.#membership.peers.find((peer) => peer.id === id);
      if (node === undefined) continue;
      void this.#peer.tell(node, { kind: 'changed', node: this.#world.self, events: [...events] });
    }
  }
}
