/**
 * How an event admits buyers: at once (OPEN), with a pass of the organization (PASS) or through its own queue (QUEUE).
 * Plain data, replaced as a whole by an `admission-set` fact.
 */

export type AdmissionMode = 'OPEN' | 'PASS' | 'QUEUE';

export interface Admission {
  readonly mode: AdmissionMode;
  /** Actor time at which the queue is drawn and begins to admit; null: at once. Only QUEUE uses it. */
  readonly opensAt: number | null;
  /** Tickets admitted in a minute; 0: none, null: any number. Only QUEUE uses it. */
  readonly ratePerMinute: number | null;
  /** No ticket is admitted while so many sessions are live or can still be created by tickets; null: any number. */
  readonly activeSessionsMax: number | null;
  /** Seats and places that one buyer may hold and own, by the name in its passes; absent: any number. */
  readonly maxSeatsPerBuyer?: number;
  /** How long an admitted ticket can be used. An empty session counts as live for as long. */
  readonly claimSeconds: number;
}

export const claimSecondsDefault = 120;

/** Of an event whose admission was never set. */
export const openAdmission: Admission = {
  mode: 'OPEN',
  opensAt: null,
  ratePerMinute: null,
  activeSessionsMax: null,
  claimSeconds: claimSecondsDefault,
};

export function isSameAdmission(one: Admission, other: Admission): boolean {
  return (
    one.mode === other.mode &&
    one.opensAt === other.opensAt &&
    one.ratePerMinute === other.ratePerMinute &&
    one.activeSessionsMax === other.activeSessionsMax &&
    one.claimSeconds === other.claimSeconds &&
    one.maxSeatsPerBuyer === other.maxSeatsPerBuyer
  );
}
