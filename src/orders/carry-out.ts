import type { CommandRow } from '../store/commands.ts';
import { checkCommand } from './check-command.ts';
import type { CarryOut } from './command-deps.ts';
import { decideCommand } from './decide-command.ts';
import { sendCommand } from './send-command.ts';

/**
 * Takes one command as far as is possible now: to its end, to a wait, or to where no answer came (undefined: try again
 * later). Every step is committed before the next begins, so that after a crash the command continues from its row.
 */
export async function carryOut(
  run: CarryOut,
  command: CommandRow,
): Promise<CommandRow | undefined> {
  let at: CommandRow | undefined = command;
  while (at !== undefined && !run.signal.aborted) {
    if (at.state === 'READY') at = await decideCommand(run, at);
    else if (at.state === 'SENT') at = await sendCommand(run, at);
    else if (at.state === 'CHECKING') at = await checkCommand(run, at);
    else return at;
  }
  return at;
}
