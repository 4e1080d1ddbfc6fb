/**
 * The form of a command's definition: its rule, and what the actor, the router and the journal's outage must know of it
 * before they run it.
 */
import type { Decision } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { Policy } from '../policy.ts';

export interface CommandDefinition<Command> {
  /** It changes nothing. */
  readonly isRead?: true;
  /**
   * Whether it may be sent again without a key when it is unknown whether it ran: run twice in a row it has the effect
   * and the answer of one run. Absent: always.
   */
  isRepeatable?(command: Command): boolean;
  /** Its reply has the state's sequence number: it is decided at the end of a turn, when the record is complete. */
  readonly seesWholeRecord?: true;
  /** The rule: a refusal, or facts and a plan of the reply. Reads the state and changes nothing. */
  decide(state: EventState, command: Command, now: number, policy: Policy): Decision;
}

/** One definition for each kind of a family of commands: a missing one does not compile. */
export type CommandDefinitions<Family extends { readonly kind: string }> = {
  readonly [Kind in Family['kind']]: CommandDefinition<CommandOf<Family, Kind>>;
};

/** The member of a family that has this kind. One member may have several kinds. */
type CommandOf<Family extends { readonly kind: string }, Kind> = Family extends unknown
  ? Kind extends Family['kind']
    ? Family
    : never
  : never;
