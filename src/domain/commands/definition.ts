/**
 * The form of a command's definition: its rule, its reply, how a keyed reply is remembered, and what the actor, the
 * router and the journal's outage must know of it before they run it.
 */
import type { Decision } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { KeptAnswer } from '../fact.ts';
import type { GivenAnswer } from '../keys/key-memory.ts';
import type { Policy } from '../policy.ts';
import type { SessionPlan } from '../session/session-reply.ts';

interface Rule<Command, Plan, Reply> {
  /** The cluster version from which it may be asked; absent: from the first. Its owner may be of the release before. */
  readonly since?: number;
  /** The cluster version that members of this command came with; absent: all of them came with the first. */
  needs?(command: Command): number;
  /** It begins a session or takes seats or places, so that it is refused while the service is read-only. */
  takes?(command: Command): boolean;
  /** It changes nothing. */
  readonly isRead?: true;
  /**
   * Whether it may be sent again without a key when it is unknown whether it ran: run twice in a row it has the effect
   * and the answer of one run. Absent: always.
   */
  isRetryable?(command: Command): boolean;
  /** Its reply has the state's sequence number: it is decided at the end of a turn, when the record is complete. */
  readonly seesWholeRecord?: true;
  /** The rule: a refusal, or facts and a plan of the reply. Reads the state and changes nothing. */
  decide(state: EventState, command: Command, now: number, policy: Policy): Decision<Plan>;
  /** Decides instead when the service has issued the command's session id and the session is removed for good. */
  decideGone?(state: EventState, command: Command, now: number, policy: Policy): Decision<Plan>;
  /** Builds the reply from the state after the facts. */
  reply(state: EventState, plan: Plan, now: number, policy: Policy): Reply;
}

/** How the reply of a keyed call is remembered, and planned again for a repetition of the call. */
export interface RememberedReply<Plan> {
  keep(plan: Plan): KeptAnswer;
  again(answer: GivenAnswer): Plan;
}

/** `session`: the answer is the session as the facts have left it. It is a fact of its own. */
type Remembers<Plan> = Plan extends SessionPlan ? 'session' : RememberedReply<Plan>;

/** A command that can have a key and does not say how its reply is remembered does not compile. */
export type CommandDefinition<Command, Plan, Reply> = Rule<Command, Plan, Reply> &
  ('key' extends keyof Command ? { readonly remembers: Remembers<Plan> } : { readonly remembers?: never });

/** One definition for each kind of a family of commands: a missing one does not compile. */
export type CommandDefinitions<Family extends { readonly kind: string }, Plan, Reply> = {
  readonly [Kind in Family['kind']]: CommandDefinition<CommandOf<Family, Kind>, Plan, Reply>;
};

/** The member of a family that has this kind. One member may have several kinds. */
export type CommandOf<Family extends { readonly kind: string }, Kind> = Family extends unknown
  ? Kind extends Family['kind']
    ? Family
    : never
  : never;

/** A reply that is complete before the facts are applied. */
export function asPlanned<Reply>(_state: EventState, plan: Reply): Reply {
  return plan;
}
