import type { ServiceFacts } from '../service/facts.ts';
import type { LogsAsked, ServiceManager } from '../service/manager.ts';
import type { Context } from './context.ts';
import { load } from './load.ts';
import { type ExitCode, exitCodes } from './output.ts';

interface Logs extends LogsAsked {
  readonly manager: ServiceManager;
  readonly facts: ServiceFacts;
}

/** The terminal of the service has little to say; most is in the log file, so its place comes first. */
export async function serviceLogs(
  { output, signal }: Context,
  { manager, facts, ...asked }: Logs,
): Promise<ExitCode> {
  const { streamLines } = await load(import('../service/stream.ts'));
  const logFile = facts.own?.logFile;
  output.item({ service: facts.name, logFile }, `log file  ${logFile}`);
  const ended = AbortSignal.any([signal, output.unread]);
  await streamLines(manager.logsCommand(facts, asked), ended, (line) => {
    const { at, message } = manager.logLine(line);
    output.item({ at, message }, at === undefined ? message : `${at}  ${message}`);
  });
  return exitCodes.done;
}
