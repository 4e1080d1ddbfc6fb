/** The proxies of a drill: from every node to PostgreSQL, and from every node to every other. */
import type { NodePlan } from '../../bench/stand/cluster/cluster.ts';
import { CuttableProxy } from './cuttable-proxy.ts';

/** Longer than any hold of a drill: a node that trusted its own clock would end all sessions. */
const jumpMs = 5 * 3_600_000;
const preload = new URL('./preload.ts', import.meta.url).href;

export class NodeProxies {
  /** To PostgreSQL, by node. */
  readonly toDatabase: CuttableProxy[] = [];
  /** By node, then by the node that is called; none to itself. */
  private readonly toNodes: Map<number, CuttableProxy>[] = [];

  /** Routes a node's connections through new proxies. */
  async route(node: number, plan: NodePlan, internalPorts: readonly number[]): Promise<NodePlan> {
    const url = new URL(plan.settings.DATABASE_URL as string);
    const toDatabase = await CuttableProxy.open(Number(url.port));
    url.port = `${toDatabase.port}`;
    this.toDatabase[node] = toDatabase;
    const toNodes = new Map<number, CuttableProxy>();
    const ports: Record<string, number> = {};
    for (const [other, port] of internalPorts.entries()) {
      if (other === node) continue;
      const proxy = await CuttableProxy.open(port);
      toNodes.set(other, proxy);
      ports[port] = proxy.port;
    }
    this.toNodes[node] = toNodes;
    const settings = {
      ...plan.settings,
      DATABASE_URL: url.href,
      DRILL_PROXIES: JSON.stringify(ports),
      DRILL_JUMP_MS: `${jumpMs}`,
    };
    return { settings, nodeArguments: [...plan.nodeArguments, '--import', preload] };
  }

  /** Both directions between two nodes. */
  between(a: number, b: number): readonly CuttableProxy[] {
    return [this.toNodes[a]?.get(b), this.toNodes[b]?.get(a)].filter((proxy) => proxy !== undefined);
  }

  close(): void {
    for (const proxy of this.toDatabase) proxy.close();
    for (const proxies of this.toNodes) for (const proxy of proxies.values()) proxy.close();
  }
}
