/**
 * An allotment: seats of an event that only some buyers may take, for some time. Plain data, replaced as a whole by its
 * facts. Which seats it has is a column of the event; who may take them is decided by audiences.
 */

/**
 * The buyers who may take its seats while it is open. `PUBLIC`: all. `PASS`: sessions whose pass names it. `STAFF`: none,
 * only the organization's own calls. `NEED`: locks that declare the need of accessible places.
 */
export const accesses = ['PUBLIC', 'PASS', 'STAFF', 'NEED'] as const;
export type Access = (typeof accesses)[number];

/** What must be sold before an allotment is released: everything else of the event, of its sections, or at its prices. */
export const soldScopes = ['EVENT', 'SECTION', 'PRICE'] as const;
export type SoldScope = (typeof soldScopes)[number];

/** What released an allotment: its time, or what was sold. */
export const releaseCauses = ['TIME', ...soldScopes] as const;
export type ReleaseCause = (typeof releaseCauses)[number];

export interface Release {
  /** Actor time; null: not by time. */
  readonly at: number | null;
  /** Null: not by what is sold. */
  readonly whenSold: SoldScope | null;
  /** The id of the allotment that gets the places; null: the public does. */
  readonly to: string | null;
}

/** What the organization says of an allotment. */
export interface AllotmentTerms {
  readonly name: string;
  /** `#rrggbb`, or null. */
  readonly colour: string | null;
  readonly access: Access;
  /** Actor time from which it is open; null: from the beginning. */
  readonly opensAt: number | null;
  /** Actor time from which it is closed; null: never. */
  readonly closesAt: number | null;
  /** How many of its places one session may hold; null: as many as the session may hold at all. */
  readonly maxSeatsPerSession: number | null;
  readonly release: Release | null;
}

/** Before its window, within it, and after it. */
export const phases = ['WAITING', 'OPEN', 'CLOSED'] as const;
export type Phase = (typeof phases)[number];

export interface Allotment extends AllotmentTerms {
  readonly id: string;
  /** 1 to 64: the number of the allotment in the column of the event's seats. Never used again while a seat has it. */
  readonly slot: number;
  /** Decided by facts, never by a reader's clock. */
  readonly phase: Phase;
  /** Its free places are the target's; null: not released. */
  readonly released: Released | null;
}

export interface Released {
  readonly at: number;
  readonly cause: ReleaseCause;
  /** Slot of the allotment that got the places; 0: the public. */
  readonly to: number;
}

/** The most allotments of an event: each has a number in a column of bytes, and each session asks for a set of them. */
export const allotmentsMax = 64;

/** The phase of an allotment whose terms were set now. */
export function phaseAt({ opensAt, closesAt }: AllotmentTerms, now: number): Phase {
  if (now >= (closesAt ?? Number.POSITIVE_INFINITY)) return 'CLOSED';
  return now < (opensAt ?? now) ? 'WAITING' : 'OPEN';
}

/** Only the members of the terms, whatever else the value has. */
function termsOf(terms: AllotmentTerms): AllotmentTerms {
  const { name, colour, access, opensAt, closesAt, maxSeatsPerSession, release } = terms;
  return { name, colour, access, opensAt, closesAt, maxSeatsPerSession, release };
}

export function isSameTerms(one: AllotmentTerms, other: AllotmentTerms): boolean {
  return JSON.stringify(termsOf(one)) === JSON.stringify(termsOf(other));
}
