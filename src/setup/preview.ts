import fs from 'node:fs';
import path from 'node:path';
import { readSample, type SourceSample } from '../check/sample.ts';
import type { Config } from '../config/declaration.ts';
import { present } from '../domain/present.ts';
import { companionsOf } from './companions.ts';
import type { SourceProposal } from './proposal.ts';

export type Preview = Pick<SourceSample, 'rows' | 'complaints' | 'damage' | 'unused'>;

/** Rows of the sample as they would be sent, read as `check` reads them. */
export async function previewOf(
  { catalog }: Config,
  { sample, look }: SourceProposal,
): Promise<Preview> {
  const [source] = catalog?.sources ?? [];
  if (source === undefined) throw new RangeError('A proposal has one source.');
  const names = [sample.name, ...companionsOf(look.format, sample).map(({ name }) => name)];
  const set = names.map((name) => {
    const file = path.join(sample.folder, name);
    return { name, path: file, mtimeMs: fs.statSync(file).mtimeMs };
  });
  const [newest] = set;
  if (newest === undefined) throw new RangeError('A sample is one file at least.');
  const read = await readSample(source, newest, set);
  if ('refusal' in read) return { rows: [], complaints: [], damage: read.refusal };
  const { rows, complaints, damage, unused } = read;
  return { rows, complaints, ...present({ damage, unused }) };
}
