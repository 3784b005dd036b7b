import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { createAlone } from './alone.ts';
import type { Converted, ConvertPicture } from './convert-picture.ts';

interface ConverterCaps {
  readonly program: string | URL;
  readonly deadlineMs: number;
}

const ownProgram: ConverterCaps = {
  program: new URL(`./convert-process${path.extname(import.meta.url)}`, import.meta.url),
  deadlineMs: 120_000,
};

/**
 * One picture after the other, each in a process of its own (fault 24): a few bytes may become gigabytes, the library
 * cannot be stopped within a step, and it would hold the threads that all files are read with, also at the end of the
 * daemon. The process has no environment, so no secret of ours is where a foreign file is taken apart.
 */
export function createConverter(caps = ownProgram): ConvertPicture {
  const alone = createAlone();
  return (bytes) => alone('', () => converted(bytes, caps));
}

function converted(bytes: Uint8Array, caps: ConverterCaps): Promise<Converted | undefined> {
  const answered = new Promise<Converted | undefined>((resolve) => {
    const child = forked(caps);
    // Otherwise it was started, and its end tells why.
    child.on('error', () => child.pid === undefined && resolve(undefined));
    child.once('message', (answer) => {
      resolve(answer as Converted);
      child.disconnect();
    });
    child.once('exit', (_code, signal) => {
      if (child.killed)
        return resolve(stopped(`takes longer than ${caps.deadlineMs / 1_000} s to convert.`));
      // A system that is short of memory kills.
      const isMemory = signal === 'SIGKILL';
      resolve(
        stopped(
          isMemory ? 'needs more memory than there is to convert.' : 'makes its converter fail.',
        ),
      );
    });
    // Where no file can be opened any more there is no channel either.
    if (child.connected) child.send(bytes);
  });
  // Short of memory, `fork` itself throws.
  return answered.catch(() => undefined);
}

function forked({ program, deadlineMs }: ConverterCaps): ChildProcess {
  return fork(program, {
    execArgv: [],
    env: {},
    serialization: 'advanced',
    stdio: 'ignore',
    timeout: deadlineMs,
    killSignal: 'SIGKILL',
  });
}

function stopped(fault: string): Converted {
  return { fault, remedy: 'Make it smaller (3,000 pixels are plenty), or save it as JPEG.' };
}
