/**
 * The messages between the parent and its worker processes. They carry no version, because both sides run the same
 * version of the program.
 */
import type { AuthorityReply, AuthorityRequest } from '#cluster/lease-authority.ts';
import type { NodeCard, Notice } from '#cluster/ports.ts';

/** The first message of the parent. Secrets are sent here, not in the environment, which other programs can read. */
export interface Begin {
  readonly kind: 'begin';
  /** From 1. */
  readonly worker: number;
  readonly workers: number;
  /** The public port. */
  readonly port: number;
  readonly connectionString: string;
  /** The worker keeps the embedded PostgreSQL of DATA_DIR running until its own end. */
  readonly isEmbedded: boolean;
  /** 32 bytes as 64 hex digits. */
  readonly secretKey: string;
  /** Key of the proofs between the workers, when no CLUSTER_SECRET is set. */
  readonly clusterSecret: string;
  /** Seeds of the tables that count calls per client. */
  readonly limitSeeds: Uint32Array;
  /** Creates the demo on an empty database before it reports that it is open. */
  readonly makesDemo: boolean;
  /**
   * It opens before its threads have started and before its documents are made. So does each worker that replaces one that
   * has ended, because clients wait for it.
   */
  readonly isLazy: boolean;
}

/** A question of the parent to a worker; each is answered. */
export type ParentQuestion = 'metrics' | 'readiness' | 'cluster version' | 'warning' | 'pulse';

/** Pairs of row and fingerprint of counted calls. */
export interface Usage {
  readonly kind: 'usage';
  readonly limit: string;
  readonly pairs: Uint32Array;
}

export type ParentMessage =
  | Begin
  | Usage
  /** All workers are open: `/readyz` may answer 200. */
  | { readonly kind: 'ready' }
  /** Answers an `ask`, each of its requests in their order. */
  | { readonly kind: 'told'; readonly id: number; readonly replies: readonly AuthorityReply[] }
  | { readonly kind: 'question'; readonly id: number; readonly question: ParentQuestion }
  /** Something about another worker. */
  | { readonly kind: 'notice'; readonly notice: Notice }
  /** The worker lets the requests of clients finish, and still answers the other workers. */
  | { readonly kind: 'drain' }
  /** The worker brings its events to rest, and ends. */
  | { readonly kind: 'close' };

export type WorkerMessage =
  | Usage
  /** The worker has loaded its code, and waits for `begin`. */
  | { readonly kind: 'loaded' }
  /** The worker listens on the public port. */
  | { readonly kind: 'open'; readonly node: NodeCard }
  /** The worker could not start, and its process ends. `reason`: one line for the operator. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The worker must no longer work on the database. `reason`: one line for the operator. */
  | { readonly kind: 'unfit'; readonly reason: string }
  | { readonly kind: 'ask'; readonly id: number; readonly requests: readonly AuthorityRequest[] }
  /**
   * Answers a question: a page of metrics; what is missing for booking, or a warning, empty if nothing; the cluster
   * version; an empty pulse.
   */
  | { readonly kind: 'answer'; readonly id: number; readonly text: string }
  | { readonly kind: 'drained' };
