import fs from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/declaration.ts';
import { configErrorText, judge } from '../config/judge.ts';
import { loadConfig } from '../config/load.ts';
import { readSecretFile } from '../config/secret-file.ts';
import { errorText, StockhandError } from '../domain/error.ts';
import { keyVariable } from './proposal.ts';

/** The API key is not known here and need not be, because the file only names its variable. */
const env = { [keyVariable]: 'read-where-stockhand-runs' };

/** Throws where the file is there already: a file of a person is never overwritten. */
export function refuseExisting(file: string): void {
  if (!fs.existsSync(file)) return;
  throw new StockhandError('USAGE', `${file} exists already and is not changed.`, {
    remedy: 'Give another name with --out, or move the file away.',
  });
}

/** The configuration that the text would be, before it is written. */
export async function configOf(text: string, file: string): Promise<Config> {
  const { platform } = process;
  const folder = path.dirname(file);
  const read = (named: string) => readSecretFile(named, platform);
  const judged = await judge({ text, file, folder, platform, env, read });
  if ('config' in judged) return judged.config;
  throw unsound(judged.errors.map(configErrorText));
}

/** Writes the text beside its place, loads it as every command will load it, and only then gives it its name. */
export async function keep(text: string, file: string): Promise<void> {
  try {
    await write(text, file);
  } catch (cause) {
    if (cause instanceof StockhandError) throw cause;
    throw new StockhandError('USAGE', `${file} cannot be written: ${errorText(cause)}.`, {
      cause,
      remedy: 'Name a place where you may write with --out, or run init as another user.',
    });
  }
}

async function write(text: string, file: string): Promise<void> {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.draft`);
  try {
    fs.writeFileSync(draft, text, { flag: 'wx' });
    const loaded = await loadConfig({ path: draft, env });
    if ('errors' in loaded) throw unsound(loaded.errors.map(configErrorText));
    refuseExisting(file);
    fs.copyFileSync(draft, file, fs.constants.COPYFILE_EXCL);
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

function unsound(errors: readonly string[]): StockhandError {
  return new StockhandError('CONFIG_INVALID', `The proposal would not load: ${errors.join('; ')}`, {
    remedy: 'Nothing was written. Give the columns with --map.',
  });
}
