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
  if (statOf(file)?.isFile() !== true) return undefined;
  const [name, folder] = [path.basename(file), path.dirname(file)];
  const beside = (samplesIn(folder) ?? []).filter((other) => other !== name);
  return { name, path: file, folder, beside };
}

/** The files of a folder that may be exports, the newest first; undefined where no folder can be read there. */
export function samplesIn(folder: string): readonly string[] | undefined {
  const found = namesIn(folder)?.flatMap((name) => {
    const stat = isTemporaryName(name) ? undefined : statOf(path.join(folder, name));
    return stat?.isFile() ? [{ name, mtimeMs: stat.mtimeMs }] : [];
  });
  return found
    ?.sort((a, b) => b.mtimeMs - a.mtimeMs || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
}

function namesIn(folder: string): readonly string[] | undefined {
  try {
    return fs.readdirSync(folder);
  } catch {
    return undefined;
  }
}

/** Undefined also where a link leads in a circle or nowhere, or where a file has just gone. */
function statOf(file: string): fs.Stats | undefined {
  try {
    return fs.statSync(file);
  } catch {
    return undefined;
  }
}
