/** The reference model of passes: a set of what was spent, without hashes in columns, chunks or an index. */
import type { Pass } from '#domain/command.ts';
import type { Fact } from '#domain/fact.ts';
import type { AdmissionMode } from '#domain/queue/admission.ts';
import type { NaiveTerms } from '../support/naive-session.ts';

export class NaivePasses {
  mode: AdmissionMode = 'OPEN';
  readonly #spent = new Set<string>();

  /** Spends the pass and returns what it allows its session, or the code of the refusal. */
  enter(pass: Pass | undefined, now: number): string | NaiveTerms {
    if (this.mode === 'OPEN' && (pass?.kind !== 'signed' || pass.allotments === undefined)) return {};
    if (pass === undefined) return 'PASS_REQUIRED';
    if (pass.kind === 'invalid' || pass.kind === 'ticket') return 'PASS_INVALID';
    if (pass.kind === 'expired' || pass.until <= now) return 'PASS_EXPIRED';
    if (this.#spent.has(pass.hash)) return 'PASS_USED';
    this.#spent.add(pass.hash);
    return { ...pass, withPass: true };
  }

  /** Follows a session that was created without an answer. Returns what is wrong, or null. */
  follow({ pass, allotments }: Extract<Fact, { readonly type: 'session-created' }>): string | null {
    if (this.mode === 'OPEN' && allotments === undefined)
      return pass === undefined ? null : 'an open event has spent a pass';
    if (pass === undefined) return 'a session was created without a pass';
    if (this.#spent.has(pass)) return `pass ${pass} has opened two sessions`;
    this.#spent.add(pass);
    return null;
  }
}
