/** The cables of a drill: from every node to PostgreSQL, and from every node to every other. */
import type { NodePlan } from '../../bench/stand/cluster/cluster.ts';
import { Cable } from './cable.ts';

/** Longer than any hold of a drill: a node that trusted its own clock would end all sessions. */
const jumpMs = 5 * 3_600_000;
const preload = new URL('./preload.ts', import.meta.url).href;

export class Cabling {
  /** To PostgreSQL, by node. */
  readonly toDatabase: Cable[] = [];
  /** By node, then by the node that is called; none to itself. */
  private readonly toNodes: Map<number, Cable>[] = [];

  /** Routes a node's connections over new cables. */
  async lead(node: number, plan: NodePlan, internalPorts: readonly number[]): Promise<NodePlan> {
    const url = new URL(plan.settings.DATABASE_URL as string);
    const toDatabase = await Cable.open(Number(url.port));
    url.port = `${toDatabase.port}`;
    this.toDatabase[node] = toDatabase;
    const toNodes = new Map<number, Cable>();
    const ports: Record<string, number> = {};
    for (const [other, port] of internalPorts.entries()) {
      if (other === node) continue;
      const cable = await Cable.open(port);
      toNodes.set(other, cable);
      ports[port] = cable.port;
    }
    this.toNodes[node] = toNodes;
    const settings = {
      ...plan.settings,
      DATABASE_URL: url.href,
      DRILL_CABLES: JSON.stringify(ports),
      DRILL_JUMP_MS: `${jumpMs}`,
    };
    return { settings, nodeArguments: [...plan.nodeArguments, '--import', preload] };
  }

  /** Both directions between two nodes. */
  between(a: number, b: number): readonly Cable[] {
    return [this.toNodes[a]?.get(b), this.toNodes[b]?.get(a)].filter((cable) => cable !== undefined);
  }

  close(): void {
    for (const cable of this.toDatabase) cable.close();
    for (const cables of this.toNodes) for (const cable of cables.values()) cable.close();
  }
}
