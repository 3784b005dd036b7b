import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import process from 'node:process';
import type { Asked } from './child-output.ts';
import { linesOf } from './parse.ts';

// A process of its own: whatever the workbook does to it, the daemon continues (faults 12 and 13).
// Ctrl-C is for the daemon: here it would look like a workbook that needs too much memory.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
const asked = JSON.parse(process.argv[2] ?? '') as Asked;
const parts: Buffer[] = [];
for await (const part of process.stdin) parts.push(part as Buffer);
for await (const line of linesOf(Buffer.concat(parts), asked)) {
  if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain');
}
