/**
 * What an asker gets when the world failed, as opposed to the rules saying no. Each fault says whether
 * the command may have taken effect, because that decides what the caller may do next.
 */
export type FaultCode = 'UNAVAILABLE' | 'OUTCOME_UNKNOWN';

export class Fault extends Error {
  override readonly name = 'Fault';
  /** UNAVAILABLE: the command surely did not run. OUTCOME_UNKNOWN: it may have. */
  readonly code: FaultCode;
  readonly retryAfterSeconds: number;

  constructor(code: FaultCode, message: string, retryAfterSeconds = 1) {
    super(message);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** One for all: thousands may ask while the journal cannot be written, and each of its own would collect a stack. */
export const journalUnwritable = new Fault('UNAVAILABLE', 'The journal cannot be written at the moment.');

/**
 * The command surely did not run because the event is changing hands or being loaded again: asking once
 * more, here or at its new owner, does no harm and soon succeeds. An overload is never one of these.
 */
export class Moved extends Fault {
  constructor(message: string) {
    super('UNAVAILABLE', message);
  }
}
