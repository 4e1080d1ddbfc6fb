/**
 * Reads the samples of an event's activity from every node, because the event may have had several owners. Promises an
 * answer within a second: a node that does not answer in time is left out. Never loads an event.
 */
import type { Membership } from './membership.ts';
import type { Envelope, KeptSamples, Peer, PeerReply, SampleRequest } from './ports.ts';

const patienceMs = 1_000;

export interface SampleRequestParts {
  readonly membership: Pick<Membership, 'peers'>;
  readonly peer: Pick<Peer, 'ask'>;
  readonly samples: KeptSamples;
}

/** Samples of one event's activity, a table for each node that answered. */
export interface SampleTables {
  readonly tables: readonly Uint32Array<ArrayBuffer>[];
  /** Whether every node answered. */
  readonly isComplete: boolean;
}

export class SampleRequests {
  readonly #parts: SampleRequestParts;

  constructor(parts: SampleRequestParts) {
    this.#parts = parts;
  }

  /** Never rejects. */
  async tablesOf(eventNumber: number): Promise<SampleTables> {
    const { membership, peer, samples } = this.#parts;
    const request: SampleRequest = { kind: 'read-samples', eventNumber };
    const envelope = { hop: 1, remainingMs: patienceMs, request };
    const { peers } = membership;
    const outcomes = await Promise.all(peers.map((node) => peer.ask(node, { ...envelope, target: node.id })));
    const answers = outcomes.flatMap((outcome) => (outcome.kind === 'samples' ? [outcome.samples] : []));
    return { tables: [samples.samplesOf(eventNumber), ...answers], isComplete: answers.length === peers.length };
  }

  /** Answers another node. */
  serve({ request }: Envelope<SampleRequest>): PeerReply {
    return { kind: 'samples', samples: this.#parts.samples.samplesOf(request.eventNumber) };
  }
}
