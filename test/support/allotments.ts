/** Allotments of a driven event: the calls that make them, and a naive model of who may take what. */
import { hash } from 'node:crypto';
import type { Allotment, AllotmentTerms } from '#domain/allotments/allotment.ts';
import type { Answer } from '#domain/reply.ts';
import type { AreaAmount } from '#domain/selection.ts';
import type { EventDriver } from './event-driver.ts';

export const publicTerms: AllotmentTerms = {
  name: 'Fan club',
  colour: null,
  access: 'PUBLIC',
  opensAt: null,
  closesAt: null,
  maxSeatsPerSession: null,
  release: null,
};

export function define(driver: EventDriver, id: string, terms: Partial<AllotmentTerms>, isNew = true): Answer {
  return driver.ask({ kind: 'define-allotment', id, isNew, terms: { ...publicTerms, ...terms } });
}

export function fill(
  driver: EventDriver,
  id: string,
  seats: readonly number[],
  priceIds: readonly number[] = [],
  groupOfSeats: readonly AreaAmount[] = [],
): Answer {
  return driver.ask({ kind: 'fill-allotment', id, seats, sectionIds: [], priceIds, groupOfSeats });
}

/** A session whose pass opens these allotments. */
export function createWith(driver: EventDriver, name: string, allotments: readonly string[]): string {
  const pass = { kind: 'signed', hash: hash('sha256', name).slice(0, 24), until: driver.now + 1, allotments } as const;
  driver.ask({ kind: 'create-session', sessionId: name, keyHash: `key of ${name}`, pass });
  return name;
}

export function allotmentOf({ state }: EventDriver, id: string): Allotment {
  const allotment = state.allotments?.byId(id);
  if (allotment === undefined) throw new Error(`no allotment ${id}`);
  return allotment;
}

/** An allotment as the rules are told: without phases, slots or facts. */
export interface NaiveAllotment extends AllotmentTerms {
  readonly id: string;
}

/** The allotment that a seat of `id` is in at a time; undefined: none. Releases by time only. */
export function presentAt(
  all: readonly NaiveAllotment[],
  id: string | undefined,
  now: number,
): NaiveAllotment | undefined {
  const allotment = all.find((one) => one.id === id);
  const release = allotment?.release?.at ?? null;
  if (allotment === undefined || release === null || now < release) return allotment;
  const target = all.find((one) => one.id === allotment.release?.to);
  if (target === undefined) return undefined;
  const other = target.release?.at ?? Number.POSITIVE_INFINITY;
  // Of releases at one time that of the allotment which was made first comes first. A released target is the public.
  const isGone = other < release || (other === release && all.indexOf(target) < all.indexOf(allotment));
  return isGone ? undefined : presentAt(all, target.id, now);
}

/** Whether a session whose pass names these allotments may take a free seat of the allotment. */
export function mayTakeOf(allotment: NaiveAllotment | undefined, named: readonly string[], now: number): boolean {
  if (allotment === undefined) return true;
  const { access, opensAt, closesAt, id } = allotment;
  if (opensAt !== null && now < opensAt) return false;
  if (closesAt !== null && now >= closesAt) return false;
  return access === 'PUBLIC' || (access === 'PASS' && named.includes(id));
}
