/** The things that a worker process gets from its parent, as the parts of its node need them. */
import type { AuthorityLink } from '#cluster/authority-lease.ts';
import type { UsageLink } from '#http/limits/shared-usage.ts';

export interface WorkerPlace {
  /** From 1 to the number of workers. A worker that is started again keeps it. */
  readonly number: number;
  /** Key of the proofs between the workers, when no CLUSTER_SECRET is set. */
  readonly secret: string;
  /** The public port: all workers listen on it. */
  readonly port: number;
  /** The parent's leases and its list of nodes. Not used with REDIS_URL. */
  readonly authority: AuthorityLink;
  /** The other workers' counts of calls per client. */
  readonly usage: UsageLink;
}
