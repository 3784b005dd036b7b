#!/usr/bin/env node
import { createOutput, exitCodes } from './cli/output.ts';
import { asShortage } from './shortage.ts';

const closeMaxMs = 2_000;

const stopping = new AbortController();
// SIGHUP comes where the terminal is closed. Node would end in the middle of its work, also under nohup.
const stops = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
for (const name of stops) process.on(name, () => stopping.abort());

process.exitCode = await run(process.argv.slice(2));
// Stopping means abandoning: a share that hangs may hold up a call, but not the end of the process (law 14).
if (stopping.signal.aborted) process.exit();
// What a failed daemon could not close must not keep the process alive either: nobody would start it again (fault 116).
// This timer does not keep it alive.
AbortSignal.timeout(closeMaxMs).addEventListener('abort', () => process.exit());

/**
 * Node opens a hundred modules at once. A limit of open files that is too low for that is told in a line (fault 117).
 */
async function run(argv: readonly string[]): Promise<number> {
  try {
    const { runProgram } = await import('./cli/program.ts');
    return await runProgram(argv, stopping.signal);
  } catch (cause) {
    const shortage = asShortage(cause);
    if (shortage === cause) throw cause;
    createOutput(argv.includes('--json')).failure(shortage);
    return exitCodes.failed;
  }
}
