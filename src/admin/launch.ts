/**
 * Runs the operator's command that the command line names, and sets the exit code of the process. A failure is reported
 * in one line; wrong arguments show the usage after it.
 */
import { reasonOf } from '#storage/database/log.ts';
import { BadUsage } from './command.ts';
import { commandOf, usage } from './commands.ts';

async function main(line: readonly string[]): Promise<void> {
  process.exitCode = await commandOf(line)();
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof BadUsage ? [error.message, usage()].filter(Boolean).join('\n') : reasonOf(error));
  process.exitCode = 1;
});
