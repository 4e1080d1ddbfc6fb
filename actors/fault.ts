/**
 * The error when the system failed, as opposed to a refusal by the rules. Each fault says whether the command may have
 * taken effect, because that decides whether the caller may retry.
 */
import type { CodeDefinition } from '#domain/refusal-codes.ts';

export const faultCodes = {
  INTERNAL_ERROR: { status: 500, meaning: 'Unexpected server error; quote `requestId` when reporting it.' },
  UNAVAILABLE: { status: 503, meaning: 'The call did not run; repeat it after `Retry-After` seconds.' },
  UPGRADE_NOT_FINALIZED: {
    status: 503,
    meaning:
      'The call did not run: it needs a feature of the new release, which begins when the upgrade of the cluster is finalized.',
  },
  READ_ONLY: {
    status: 503,
    meaning:
      'The call did not run: the operator has made the service read-only, and `detail` says why. Nothing is held and no session ' +
      'begins; what is held can be paid for or given back.',
  },
  OUTCOME_UNKNOWN: { status: 503, meaning: 'The call may have run; read the state before you repeat it.' },
} as const satisfies Record<string, CodeDefinition>;

export type FaultCode = keyof typeof faultCodes;

export class Fault extends Error {
  override readonly name = 'Fault';
  /** UNAVAILABLE: the command certainly did not run; a retry may succeed. OUTCOME_UNKNOWN: it may have run. Others: it did not. */
  readonly code: FaultCode;
  readonly retryAfterSeconds: number;

  constructor(code: FaultCode, message: string, retryAfterSeconds = 1) {
    super(message);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The command did not run: what it would write or ask came with a later cluster version than the one in force. */
export const notFinalized = new Fault('UPGRADE_NOT_FINALIZED', 'The upgrade of the cluster is not finalized.', 60);

/**
 * Shared by all callers: thousands may get it while the journal cannot be written, and each new error captures a stack.
 */
export const journalUnwritable = new Fault('UNAVAILABLE', 'The journal cannot be written at the moment.');

/**
 * The command certainly did not run because the event is moving to another node or being reloaded: a retry, here or at
 * its new owner, is safe and soon succeeds. Overload is never reported as `Moved`.
 */
export class Moved extends Fault {
  constructor(message: string) {
    super('UNAVAILABLE', message);
  }
}
