import { fork } from 'node:child_process';
import path from 'node:path';
import { errorText } from '../domain/error.ts';
import { createAlone } from './alone.ts';
import type { Converted, ConvertPicture } from './convert-picture.ts';

interface ConverterCaps {
  readonly program: string | URL;
  readonly deadlineMs: number;
}

const caps: ConverterCaps = {
  program: new URL(`./convert-process${path.extname(import.meta.url)}`, import.meta.url),
  deadlineMs: 120_000,
};

/**
 * One picture after the other, each in a process of its own (fault 24): a few bytes may become gigabytes, the library
 * cannot be stopped within a step, and it would hold the threads that all files are read with, also at the end of the
 * daemon. The process has no environment, so no secret of ours is where a foreign file is taken apart.
 */
export function createConverter({ program, deadlineMs }: ConverterCaps = caps): ConvertPicture {
  const alone = createAlone();
  return (bytes) => alone('', () => converted(bytes, { program, deadlineMs }));
}

function converted(bytes: Uint8Array, { program, deadlineMs }: ConverterCaps): Promise<Converted> {
  const child = fork(program, {
    execArgv: [],
    env: {},
    serialization: 'advanced',
    stdio: 'ignore',
    timeout: deadlineMs,
    killSignal: 'SIGKILL',
  });
  child.send(bytes);
  return new Promise((resolve) => {
    child.once('message', (answer) => {
      resolve(answer as Converted);
      child.disconnect();
    });
    child.on('error', (cause) => resolve(stopped(`cannot be converted: ${errorText(cause)}.`)));
    child.once('exit', (_code, signal) => {
      if (child.killed)
        return resolve(stopped(`takes longer than ${deadlineMs / 1_000} s to convert.`));
      // A system that is short of memory kills.
      const isMemory = signal === 'SIGKILL';
      resolve(
        stopped(
          isMemory ? 'needs more memory than there is to convert.' : 'makes its converter fail.',
        ),
      );
    });
  });
}

function stopped(fault: string): Converted {
  return { fault, remedy: 'Make it smaller (3,000 pixels are plenty), or save it as JPEG.' };
}
