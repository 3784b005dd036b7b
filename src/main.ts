#!/usr/bin/env node
import { runProgram } from './cli/program.ts';

// No header or field of others may ever reach what all objects share (fault 10).
Object.freeze(Object.prototype);

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort());

process.exitCode = await runProgram(process.argv.slice(2), stopping.signal);
// Stopping means abandoning: a share that hangs holds up a call, but not the end of the process (law 14).
if (stopping.signal.aborted) process.exit();
