import { severalPicturesRemedy } from '../catalog/mapping/several-pictures.ts';
import { findByColumn } from '../catalog/pictures/picture-named.ts';
import { systemClock } from '../clock.ts';
import type { Config, SourceConfig } from '../config/declaration.ts';
import { complaintText, shownValue } from '../domain/complaint.ts';
import type { Files } from '../files/port.ts';
import type { Finding } from './check.ts';
import type { SourceSample } from './sample.ts';

/**
 * Findings about the pictures that the first rows name: those
 * that are not in the folder, and those that are never opened.
 */
export async function pictureFindings(
  files: Files,
  { catalog }: Config,
  { source, sample }: { readonly source: SourceConfig; readonly sample: SourceSample },
): Promise<Finding[]> {
  const field = source.mapping.picture;
  const { pictures } = sample;
  if (field === undefined || pictures.length === 0) return [];
  const place = { folder: catalog?.pictures?.folder ?? source.folder };
  const named = pictures.map((one, product) => ({ product, named: one.named }));
  const found = await findByColumn({ files, clock: systemClock, named }, place, (folder, globs) =>
    files.scan({ folder, files: globs, ignoreCase: true }),
  );
  const warning = { area: 'files', level: 'warning', place: source.name } as const;
  if ('offline' in found) return [{ ...warning, ...found.offline }];
  const several = pictures.map((one) => severalPicturesRemedy(one.named, field)).find(Boolean);
  const { length: count } = pictures;
  const missing = found.missing.flatMap((index) => pictures[index] ?? []);
  return [
    ...missingFindings(missing, { count, folder: place.folder, remedy: several }),
    ...refusedFindings(found.refused, pictures),
  ].map((finding) => ({ ...warning, ...finding }));
}

type Named = SourceSample['pictures'][number];
type Said = Pick<Finding, 'sentence' | 'remedy'>;

function missingFindings(
  missing: readonly Named[],
  {
    count,
    folder,
    remedy = 'Put them there, or correct the column of picture:.',
  }: { readonly count: number; readonly folder: string; readonly remedy?: string | undefined },
): Said[] {
  const [first] = missing;
  if (first === undefined) return [];
  const are = missing.length === 1 ? 'is' : 'are';
  const sentence = `${missing.length} of ${count} pictures that the first rows name ${are} not in ${folder}, first in row ${first.row}: "${shownValue(first.named)}".`;
  return [{ sentence, remedy }];
}

function refusedFindings(
  refused: Extract<Awaited<ReturnType<typeof findByColumn>>, { refused: unknown }>['refused'],
  pictures: readonly Named[],
): Said[] {
  const [first] = refused;
  if (first === undefined) return [];
  const [index, complaint] = first;
  const row = pictures[index]?.row;
  const are = refused.size === 1 ? 'is' : 'are';
  const of = `${refused.size} of ${pictures.length} pictures that the first rows name ${are} never opened, first`;
  const problem = complaintText({
    ...complaint,
    remedy: '',
    ...(row === undefined ? {} : { row }),
  });
  return [{ sentence: `${of} ${problem.trim()}`, remedy: complaint.remedy }];
}

/**
 * Whether the folder of pictures can be read. Not asked if a
 * column names pictures: then the findings of its source tell.
 */
export async function pictureFolderFindings(files: Files, { catalog }: Config): Promise<Finding[]> {
  const place = catalog?.pictures?.folder;
  if (place === undefined || catalog?.sources.some(({ mapping }) => mapping.picture)) return [];
  const listed = await files.listNames(place);
  const base = { area: 'files', place } as const;
  return [
    'offline' in listed
      ? { ...base, level: 'error', ...listed.offline }
      : { ...base, level: 'ok', sentence: 'can be read.' },
  ];
}
