/**
 * The frame of every call that reads what may be large: it runs when there is room for one more, and an answer in pieces keeps
 * its place until it has been sent or its client is gone.
 */
import { notFinalized } from '#actors/fault.ts';
import type { VersionInForce } from '#domain/cluster-version.ts';
import type { ReportSlots, SlotRefusal } from '#reports/report-slots.ts';
import type { Problem } from '../pipeline/problem.ts';
import type { RouteRequest, RouteResult, RouteSuccess } from '../pipeline/route.ts';

export interface ReportFrame {
  readonly slots: ReportSlots;
  readonly clusterVersion: VersionInForce;
}

/** The cluster version from which the projection has what reports need. */
const since = 2;

/** The event has just lost its node, or is being deleted. */
export const notReady: RouteResult = {
  problem: { code: 'UNAVAILABLE', detail: 'The event cannot be read at the moment.', retryAfterSeconds: 1 },
};

export type PiecesAnswer = Omit<RouteSuccess, 'content'> & { readonly content: AsyncIterable<string> };

/** `hold` marks an answer in pieces. */
export async function withSlot(
  { slots, clusterVersion }: ReportFrame,
  call: Pick<RouteRequest<unknown, unknown, unknown>, 'organizationId' | 'whenGone'>,
  run: (hold: (answer: PiecesAnswer) => RouteSuccess, isWanted: () => boolean) => Promise<RouteResult>,
): Promise<RouteResult> {
  if (clusterVersion.current < since) throw notFinalized;
  const slot = slots.take(call.organizationId);
  if (typeof slot === 'string') return { problem: problemOfRefusal(slot) };
  let isHeld = false;
  let isGone = false;
  const hold = (answer: PiecesAnswer): RouteSuccess => {
    isHeld = !isGone;
    return { ...answer, content: untilSent(answer.content, release) };
  };
  const stopWatching = call.whenGone(() => {
    isGone = true;
    if (isHeld) slot();
  });
  const release = (): void => {
    stopWatching();
    slot();
  };
  try {
    return await run(hold, () => !isGone);
  } finally {
    if (!isHeld) release();
  }
}

async function* untilSent(pieces: AsyncIterable<string>, release: () => void): AsyncGenerator<string> {
  try {
    yield* pieces;
  } finally {
    release();
  }
}

function problemOfRefusal(why: SlotRefusal): Problem {
  if (why === 'organization-full') {
    return { code: 'RATE_LIMITED', detail: 'Too many reports of the organization are running.', retryAfterSeconds: 2 };
  }
  return { code: 'UNAVAILABLE', detail: 'Too many reports are running at this node.', retryAfterSeconds: 2 };
}
