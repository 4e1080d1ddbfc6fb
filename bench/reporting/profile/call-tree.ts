/** Turns a CPU profile of the inspector into a tree of calls with the time spent in and below each. Pure. */

/** The members of a profile that are needed; times in microseconds. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  /** Id of the node that was running at each sample. */
  readonly samples: readonly number[];
  /** Since the sample before. */
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}

export interface Call {
  readonly name: string;
  /** Of the function itself and of all that it called, in microseconds. */
  readonly micros: number;
  readonly ownMicros: number;
  /** The longest first. */
  readonly calls: readonly Call[];
}

const idle = new Set(['(idle)', '(program)']);

/** The tree from its root; time in which nothing ran is left out. */
export function callTreeOf({ nodes, samples, timeDeltas }: CpuProfile): Call {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const own = new Map<number, number>();
  samples.forEach((id, index) => {
    own.set(id, (own.get(id) ?? 0) + Math.max(0, timeDeltas[index] ?? 0));
  });
  const callOf = (id: number): Call => {
    const node = byId.get(id)!;
    const calls = (node.children ?? [])
      .filter((child) => !idle.has(byId.get(child)!.callFrame.functionName))
      .map(callOf)
      .filter(({ micros }) => micros > 0)
      .sort((a, b) => b.micros - a.micros);
    const ownMicros = own.get(id) ?? 0;
    return { name: nameOf(node), micros: calls.reduce((sum, { micros }) => sum + micros, ownMicros), ownMicros, calls };
  };
  return callOf(nodes[0]!.id);
}

/** Time outside of any function, in microseconds: the kernel's calls of libuv, and V8 itself. */
export function outsideMicrosOf({ nodes, samples, timeDeltas }: CpuProfile): number {
  const outside = new Set(nodes.flatMap(({ id, callFrame }) => (callFrame.functionName === '(program)' ? [id] : [])));
  return samples.reduce((sum, id, index) => sum + (outside.has(id) ? Math.max(0, timeDeltas[index] ?? 0) : 0), 0);
}

function nameOf({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  const place = url.split('/node_modules/').at(-1)!.split('/').slice(-3).join('/');
  return url === '' ? name : `${name} ${place}:${lineNumber + 1}`;
}
