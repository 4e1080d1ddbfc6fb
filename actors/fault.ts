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
