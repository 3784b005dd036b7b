#!/usr/bin/env node
import { runProgram } from './cli/program.ts';

const closeMaxMs = 2_000;

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort());

process.exitCode = await runProgram(process.argv.slice(2), stopping.signal);
// Stopping means abandoning: a share that hangs holds up a call, but not the end of the process (law 14).
if (stopping.signal.aborted) process.exit();
// Nor does what a daemon that failed could not close: nobody would start it again (fault 116). Does not keep it alive itself.
AbortSignal.timeout(closeMaxMs).addEventListener('abort', () => process.exit());
