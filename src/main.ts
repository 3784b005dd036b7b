#!/usr/bin/env node
import { createOutput, exitCodes } from './cli/output.ts';
import { isHiddenShortage, isOutOfFiles, outOfFiles } from './shortage.ts';

const closeMaxMs = 2_000;

const stopping = new AbortController();
// SIGHUP comes where its terminal is closed: Node would end in the middle, under nohup too.
const stops = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
for (const name of stops) process.on(name, () => stopping.abort());

process.exitCode = await run(process.argv.slice(2));
// Stopping means abandoning: a share that hangs holds up a call, but not the end of the process (law 14).
if (stopping.signal.aborted) process.exit();
// Nor does what a daemon that failed could not close: nobody would start it again (fault 116). Does not keep it alive itself.
AbortSignal.timeout(closeMaxMs).addEventListener('abort', () => process.exit());

/** Node opens a hundred modules at once: a limit that is too low for that is told, and no stack of Node's (fault 117). */
async function run(argv: readonly string[]): Promise<number> {
  try {
    const { runProgram } = await import('./cli/program.ts');
    return await runProgram(argv, stopping.signal);
  } catch (cause) {
    if (!isOutOfFiles(cause) && !isHiddenShortage(cause)) throw cause;
    createOutput(argv.includes('--json')).failure(outOfFiles(cause));
    return exitCodes.failed;
  }
}
