import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { errorText, StockhandError } from '../domain/error.ts';
import { mustRun } from './command.ts';

/** One thing that installing or removing a service does: a value, so that it can be shown before it is done. */
export type Step =
  | { readonly do: 'folder'; readonly path: string; readonly mode: number; readonly owner?: Owner }
  | FileStep
  | { readonly do: 'copy'; readonly from: string; readonly to: string }
  | { readonly do: 'remove'; readonly path: string }
  | { readonly do: 'run'; readonly command: string; readonly args: readonly string[] };

export interface FileStep {
  readonly do: 'file';
  readonly path: string;
  readonly mode: number;
  readonly text: string;
  /** The text as people may see it: without secrets (fault 119). */
  readonly shown: string;
}

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** In their order; the first that fails ends it, and the next install or uninstall does all of them again. */
export async function carryOut(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (step.do === 'run') await mustRun(step.command, step.args);
    else onDisk(step);
  }
}

function onDisk(step: Exclude<Step, { do: 'run' }>): void {
  try {
    if (step.do === 'folder') makeFolder(step);
    else if (step.do === 'file') writeWhole(step);
    else if (step.do === 'copy') fs.copyFileSync(step.from, step.to);
    else fs.rmSync(step.path, { force: true });
  } catch (cause) {
    const place = step.do === 'copy' ? step.to : step.path;
    const why = errorText(cause);
    throw new StockhandError('SERVICE_RIGHTS', `${place} cannot be changed: ${why}.`, { cause });
  }
}

/** One that is there belongs to somebody: its owner and mode stay. */
function makeFolder({ path: folder, mode, owner }: Extract<Step, { do: 'folder' }>): void {
  if (fs.existsSync(folder)) return;
  fs.mkdirSync(path.dirname(folder), { recursive: true, mode: 0o755 });
  fs.mkdirSync(folder, { mode });
  if (owner !== undefined) fs.chownSync(folder, owner.uid, owner.gid);
}

/**
 * The service manager reads the old file or the new one, never half of either; secrets are never open to others. A link
 * stays one.
 */
function writeWhole({ path: place, mode, text }: FileStep): void {
  const file = fs.existsSync(place) ? fs.realpathSync(place) : place;
  const unfinished = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}`);
  try {
    const descriptor = fs.openSync(unfinished, 'wx', mode);
    try {
      fs.writeFileSync(descriptor, text);
      fs.fsyncSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
    fs.chmodSync(unfinished, mode);
    fs.renameSync(unfinished, file);
  } finally {
    fs.rmSync(unfinished, { force: true });
  }
}
