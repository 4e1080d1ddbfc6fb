/** What a command of the operator is. Each family of commands is one file of this folder; `commands.ts` declares them. */

/** Values of the options of a command line. A switch that was not given is undefined. */
export type OptionValues = Readonly<Record<string, string | boolean | undefined>>;

/**
 * Runs a command. Resolves with the exit code of the process. An error ends the process with 1, and its message is the one
 * line that the operator reads.
 */
export type Run = (args: readonly string[], options: OptionValues) => Promise<number>;

export interface AdminCommand {
  /** The words that name it: `events unpark`. */
  readonly words: string;
  /** The names of its arguments, for the usage: `NUMBER`. One in brackets can be left out, and only at the end. */
  readonly takes?: readonly string[];
  /** Its options: one of type string takes a value. An option with the same name has the same type in each command. */
  readonly options?: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
  /** The usage says this beside it, in a few words. */
  readonly does: string;
  /** Only the command that is run loads its code. */
  load(): Promise<Run>;
}

/** The arguments are wrong; the message is for the operator. The usage of all commands follows it. */
export class BadUsage extends Error {}
