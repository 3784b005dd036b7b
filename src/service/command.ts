import { execFile } from 'node:child_process';
import { StockhandError } from '../domain/error.ts';

export interface Ran {
  /** Of its end; undefined where a signal ended it. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly deadlineMs?: number;
  /** The whole environment of the command; without it, ours. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A unit may take its `TimeoutStopSec` to stop, on a machine that is busy. */
const commandMaxMs = 60_000;
const outputBytesMax = 8_000_000;

/** Runs a program of this machine, without a shell. Throws SERVICE_MANAGER where it is missing or late. */
export function runCommand(
  command: string,
  args: readonly string[],
  { deadlineMs = commandMaxMs, env }: RunOptions = {},
): Promise<Ran> {
  const limits = { timeout: deadlineMs, killSignal: 'SIGKILL', maxBuffer: outputBytesMax } as const;
  return new Promise((resolve, reject) => {
    const options = { ...limits, windowsHide: true, ...(env !== undefined && { env }) };
    const child = execFile(command, args, options, (cause, stdout, stderr) => {
      if (cause === null) return resolve({ code: 0, stdout, stderr });
      if (typeof cause.code === 'number') return resolve({ code: cause.code, stdout, stderr });
      if (cause.killed === true) return reject(late(command, deadlineMs));
      if (typeof cause.code !== 'string') return resolve({ code: undefined, stdout, stderr });
      reject(missing(command, cause));
    });
    child.stdin?.end();
  });
}

/** The same for a command that has to succeed: throws SERVICE_MANAGER with what it said, or SERVICE_RIGHTS. */
export async function mustRun(command: string, args: readonly string[]): Promise<Ran> {
  const ran = await runCommand(command, args);
  if (ran.code === 0) return ran;
  const answer = (ran.stderr.trim() || ran.stdout.trim()).replace(/\.$/, '');
  const code = refusal.test(answer) ? 'SERVICE_RIGHTS' : 'SERVICE_MANAGER';
  const ended = ran.code === undefined ? 'was ended' : `ended with ${ran.code}`;
  throw new StockhandError(code, `${[command, ...args].join(' ')} ${ended}: ${answer}.`);
}

/** systemd with polkit and without it; sc.exe and icacls by their number. */
const refusal = /authentication required|access denied|permission denied|\b5:|Error 5\b/i;

function late(command: string, deadlineMs: number): StockhandError {
  const sentence = `${command} has not answered for ${deadlineMs / 1000} s.`;
  const remedy =
    'It may wait for something else, such as a share that is being mounted, and continue by itself: check with stockhand service status. systemctl list-jobs shows what systemd waits for.';
  return new StockhandError('SERVICE_MANAGER', sentence, { remedy });
}

function missing(command: string, cause: Error): StockhandError {
  const sentence = `${command} cannot be run: ${cause.message}.`;
  return new StockhandError('SERVICE_MANAGER', sentence, { cause });
}
