/**
 * The parent of the worker processes of a run: answers their questions for leases, and tells the others when a process has
 * ended. Its messages may be late or lost; a new parent has forgotten everything.
 */
import type { AuthorityLink } from '#cluster/authority-lease.ts';
import type { LeaseAuthority } from '#cluster/lease-authority.ts';
import type { NodeCard } from '#cluster/ports.ts';
import type { LeaseCalls } from './lease-calls.ts';
import type { NodeNetwork } from './node-network.ts';
import type { RunContext } from './run-context.ts';

/** The way of one worker to the parent. */
export function linkToParent({ trace }: RunContext, authority: LeaseAuthority, calls: LeaseCalls): AuthorityLink {
  return {
    ask: async (request) => {
      trace.countSort('asked of the parent:', request.kind);
      const reply = await calls.call(() => authority.answer(request));
      if (reply === null) trace.count('parent unanswered');
      return reply;
    },
  };
}

/** The parent sees that a worker's process has ended, a moment later. */
export function noticeEnd(context: RunContext, authority: LeaseAuthority, network: NodeNetwork, card: NodeCard): void {
  const { random, timeline, faultRates, trace } = context;
  timeline.after(random.between(0.1, 5), () => {
    trace.count('parent saw an end');
    authority.nodeEnded(card);
    for (const host of network.hosts.values()) {
      if (random.chance(faultRates.messageDropped)) continue;
      const isLate = random.chance(faultRates.messageLate);
      timeline.after(isLate ? random.between(100, 8_000) : random.between(0.1, 1), () =>
        host.lifetime.run(() => void host.hear({ kind: 'leaving', node: card })),
      );
    }
  });
}
