import fs from 'node:fs';
import path from 'node:path';
import { isTemporaryName } from '../files/names.ts';

/** The export that a person chose, and what lies beside it. */
export interface SampleFile {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly folder: string;
  /** The other names of its folder. */
  readonly beside: readonly string[];
}

export function sampleFile(written: string, cwd: string): SampleFile | undefined {
  const file = path.resolve(cwd, written);
  if (!isFile(file)) return undefined;
  const [name, folder] = [path.basename(file), path.dirname(file)];
  return { name, path: file, folder, beside: exportsIn(folder).filter((other) => other !== name) };
}

/** The files of a folder that may be exports, the newest first; undefined where there is no such folder. */
export function samplesIn(folder: string): readonly string[] | undefined {
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  const changed = (name: string): number => fs.statSync(path.join(folder, name)).mtimeMs;
  return [...exportsIn(folder)].sort((a, b) => changed(b) - changed(a) || (a < b ? -1 : 1));
}

function exportsIn(folder: string): readonly string[] {
  return fs
    .readdirSync(folder)
    .filter((name) => !isTemporaryName(name) && isFile(path.join(folder, name)));
}

function isFile(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
