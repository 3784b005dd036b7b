import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { StockhandError } from '../domain/error.ts';
import type { Command } from './manager.ts';

const complaintCharactersMax = 2_000;

/** Hands on each line that the command says, until it ends or is told to. Throws SERVICE_MANAGER where it fails. */
export function streamLines(
  { command, args }: Command,
  signal: AbortSignal,
  line: (text: string) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-complaintCharactersMax);
    });
    createInterface({ input: child.stdout }).on('line', line);
    const end = (): void => void child.kill();
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    child.once('error', (cause) => reject(failed(command, cause.message, cause)));
    child.once('close', (code) => {
      signal.removeEventListener('abort', end);
      if (code === 0 || signal.aborted) resolve();
      else reject(failed(command, complaint.trim()));
    });
  });
}

function failed(command: string, why: string, cause?: unknown): StockhandError {
  return new StockhandError('SERVICE_MANAGER', `${command} failed: ${why}.`, { cause });
}
