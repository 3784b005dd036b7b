import { Buffer } from 'node:buffer';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import process from 'node:process';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { AdapterFile } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { byteBlocks } from '../text/blocks.ts';
import type { Asked } from './child-output.ts';
import { childDeadlineMs, childHeapMegabytes, childOutputBytesMax } from './limits.ts';

/** What a child may use. */
interface ChildCaps {
  readonly heapMegabytes: number;
  readonly deadlineMs: number;
}

const caps: ChildCaps = { heapMegabytes: childHeapMegabytes, deadlineMs: childDeadlineMs };
const program = fileURLToPath(new URL(`./child${extname(import.meta.url)}`, import.meta.url));

type Child = ChildProcessByStdio<Writable, Readable, null>;

/**
 * Lets a child process read the workbook and gives all that it told, in lines; or why it could not. The child has no
 * environment, so no secret of ours is where a foreign file is taken apart.
 */
export async function askChild(
  file: AdapterFile,
  asked: Asked,
  { heapMegabytes, deadlineMs }: ChildCaps = caps,
): Promise<Buffer | Complaint> {
  const args = [`--max-old-space-size=${heapMegabytes}`, program, JSON.stringify(asked)];
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    timeout: deadlineMs,
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
  await once(child, 'spawn');
  const [output, end] = await Promise.all([listen(child), endOf(child), send(file, child)]);
  if (output === undefined)
    return stopped(file.name, `holds more than ${childOutputBytesMax} bytes of text`);
  if (end.code === 0) return output;
  if (child.killed) return stopped(file.name, `needs more than ${deadlineMs / 1_000} seconds`);
  // V8 aborts at its limit; a system that is short of memory kills.
  const isMemory = end.code === abortCode || end.signal !== null;
  return stopped(
    file.name,
    isMemory ? `needs more than ${heapMegabytes} MB of memory` : 'makes its reader fail',
  );
}

const abortCode = 134;

interface End {
  readonly code: number | null;
  readonly signal: string | null;
}

async function endOf(child: Child): Promise<End> {
  const [code, signal] = await once(child, 'close');
  return { code, signal };
}

/** Half a workbook must not be taken for a whole one: what the disk says is thrown on. */
async function send(file: AdapterFile, child: Child): Promise<void> {
  let failure: unknown;
  const blocks = function* (): Generator<Uint8Array> {
    try {
      yield* byteBlocks(file);
    } catch (cause) {
      failure = cause;
      child.kill('SIGKILL');
    }
  };
  // A child that dies early closes its pipe: its end says why, not the pipe.
  await pipeline(Readable.from(blocks()), child.stdin).catch(() => undefined);
  if (failure !== undefined) throw failure;
}

/** undefined where the child told too much; it is ended then. */
async function listen(child: Child): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > childOutputBytesMax) {
      child.kill('SIGKILL');
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function stopped(file: string, reason: string): Complaint {
  return {
    code: 'FILE_STOPPED_READER',
    file,
    rule: `The workbook ${reason}; its reader was stopped.`,
    remedy: 'Save it as XLSX or export CSV, which are read piece by piece, or split it.',
  };
}
