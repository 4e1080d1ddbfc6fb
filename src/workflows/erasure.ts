/**
 * Forgets persons: the queued erasures of all organizations, one after the other. Event by event the actor erases the
 * sessions; then the event gets a new snapshot and its older records are rewritten; at the end the feed is. Progress is stored
 * after each piece of work, and each can be repeated: after a crash any node goes on. The order is the safety: memory
 * forgets first, so nothing stores the person again.
 */
import type { Engine } from '#actors/engine.ts';
import { reasonOf } from '#storage/database/log.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import {
  advance,
  begin,
  type Erased,
  type ErasureJob,
  finish,
  noteError,
  type Position,
  release,
  takeNext,
  trimErasures,
} from '#storage/erasure/erasures.ts';
import { nextEvent, nextSessions } from '#storage/erasure/named-sessions.ts';
import { dropSnapshotsBefore, headOf, rewriteFeed, rewriteRecords } from '#storage/erasure/rewriting.ts';

/** Sessions that are erased at the same time: few beside the buyers of a busy event. */
const erasedAtOnce = 8;

export interface ErasureWorld {
  readonly pool: DatabasePool;
  readonly engine: Engine;
  /** Projects the events, and writes a snapshot of each if it is wanted. */
  readonly settle: (eventNumbers: readonly number[], wantsSnapshot?: boolean) => Promise<void>;
  /** The event that a session id names. */
  readonly eventNumberOf: (sessionId: string) => number | null;
  /** Actor time. */
  readonly now: () => number;
  /** True: the node stops. */
  readonly isClosing: () => boolean;
}

/** What became of a run. `reason`: null when the erasure is done. */
export interface ErasureOutcome {
  readonly id: string;
  readonly organizationId: number;
  readonly reason: string | null;
}

/** Works until no erasure is left that it could go on with. Rejects when the database is lost. */
export async function eraseQueued(world: ErasureWorld): Promise<readonly ErasureOutcome[]> {
  const outcomes: ErasureOutcome[] = [];
  await trimErasures(world.pool);
  while (!world.isClosing()) {
    const job = await takeNext(world.pool);
    if (job === null) break;
    const { id, organizationId } = job;
    try {
      if (await eraseAll(world, job)) outcomes.push({ id, organizationId, reason: null });
    } catch (error) {
      const reason = reasonOf(error);
      await noteError(world.pool, job, reason);
      outcomes.push({ id, organizationId, reason });
    }
  }
  return outcomes;
}

/** False: the node stops, or another one has the erasure. */
async function eraseAll(world: ErasureWorld, job: ErasureJob): Promise<boolean> {
  let { position } = job;
  for (;;) {
    if (world.isClosing()) {
      await release(world.pool, job);
      return false;
    }
    const piece = await work(world, job, position);
    if (piece === 'done') {
      await finish(world.pool, job);
      return true;
    }
    position = piece.position;
    if (!(await advance(world.pool, job, position, piece.erased))) return false;
  }
}

interface Piece {
  readonly position: Position;
  readonly erased: Erased;
}

function work(world: ErasureWorld, job: ErasureJob, position: Position): Promise<Piece | 'done'> {
  switch (position.step) {
    case 'sessions':
      return position.event === begin.event ? enterNextEvent(world, job, 0) : erasePage(world, job, position);
    case 'journal':
      return rewritePage(world, job, position);
    case 'feed':
      return rewriteFeedPage(world, job, position);
  }
}

/** The event that comes after this one, or the feed. */
async function enterNextEvent(world: ErasureWorld, job: ErasureJob, after: number): Promise<Piece> {
  const event = await eventAfter(world, job, after);
  if (event === null) return { position: { step: 'feed', era: 0, xid: '0', number: 0 }, erased: {} };
  await world.settle([event]);
  return { position: { step: 'sessions', event, ordinal: 0, counted: 0 }, erased: {} };
}

async function eventAfter(
  { pool, eventNumberOf, now }: ErasureWorld,
  job: ErasureJob,
  after: number,
): Promise<number | null> {
  if (job.sessionId === null) return nextEvent(pool, { ...job, now: now() }, after);
  const event = eventNumberOf(job.sessionId);
  return event !== null && event > after && (await headOf(pool, event)) !== null ? event : null;
}

/** Counts the next sessions, and then erases them: a repetition after a crash does not count them again. */
async function erasePage(
  world: ErasureWorld,
  job: ErasureJob,
  position: Extract<Position, { step: 'sessions' }>,
): Promise<Piece> {
  const { event, ordinal, counted } = position;
  if (job.sessionId !== null) {
    const isErased = await eraseSession(world, job, event, job.sessionId);
    return { position: await afterSessions(world, event), erased: { sessions: isErased ? 1 : 0 } };
  }
  const sessions = await nextSessions(world.pool, { ...job, now: world.now() }, event, ordinal);
  const last = sessions.at(-1)?.ordinal;
  if (last === undefined) {
    return counted === 0
      ? enterNextEvent(world, job, event)
      : { position: await afterSessions(world, event), erased: {} };
  }
  if (last > counted) {
    const found = sessions.filter((session) => session.ordinal > counted).length;
    return { position: { ...position, counted: last }, erased: { sessions: found } };
  }
  const waiting = sessions.values();
  const lane = async (): Promise<void> => {
    for (const { id } of waiting) await eraseSession(world, job, event, id);
  };
  await Promise.all(Array.from({ length: erasedAtOnce }, lane));
  return { position: { ...position, ordinal: last }, erased: {} };
}

/** Whether the session names nobody now and did before. A session or an event that has been removed names nobody. */
async function eraseSession(
  { engine }: ErasureWorld,
  { organizationId }: ErasureJob,
  eventNumber: number,
  sessionId: string,
): Promise<boolean> {
  const answer = await engine.ask(eventNumber, { kind: 'erase-session', organizationId, sessionId });
  if (answer.ok) return answer.reply.kind === 'session' && answer.reply.session.erased !== undefined;
  if (answer.refusal.code === 'ENTITY_NOT_FOUND') return false;
  throw new Error(`Event ${eventNumber} refused: ${answer.refusal.detail}`);
}

/**
 * Projects the event's erasures and has them in a snapshot. Older snapshots still name the persons, and are deleted. From now
 * on a recovery reads none of the records that will be rewritten; one that runs already may read some behind an older
 * snapshot, and has the same end (`domain/facts/without-erased.ts`).
 */
async function afterSessions({ pool, settle }: ErasureWorld, event: number): Promise<Position> {
  const until = await headOf(pool, event);
  if (until === null) return { step: 'journal', event, seq: 0, until: 0 };
  await settle([event], true);
  if (!(await dropSnapshotsBefore(pool, event, until))) {
    throw new Error(`Event ${event} has no snapshot with the erased sessions yet.`);
  }
  return { step: 'journal', event, seq: 0, until };
}

async function rewritePage(
  world: ErasureWorld,
  job: ErasureJob,
  { event, seq: after, until }: Extract<Position, { step: 'journal' }>,
): Promise<Piece> {
  if (after >= until) return enterNextEvent(world, job, event);
  const { seq, records } = await rewriteRecords(world.pool, event, after, until);
  return { position: { step: 'journal', event, seq, until }, erased: { records } };
}

async function rewriteFeedPage(
  { pool }: ErasureWorld,
  { organizationId }: ErasureJob,
  { era, xid, number }: Extract<Position, { step: 'feed' }>,
): Promise<Piece | 'done'> {
  const { row, changes } = await rewriteFeed(pool, organizationId, { era, xid: BigInt(xid), number });
  if (row === null) return 'done';
  return { position: { step: 'feed', ...row, xid: row.xid.toString() }, erased: { changes } };
}
