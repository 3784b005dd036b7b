import type { PassResult } from './pass-result.ts';

/**
 * How many articles the file names, rejected rows included. Takes the bytes alone, because V8 sees another shape in
 * each result.
 */
export function countNamed(seen: PassResult['seen']): number {
  let named = 0;
  for (let product = 0; product < seen.length; product += 1) if (seen[product] !== 0) named += 1;
  return named;
}

/** Rows of each file of the export, in the order of their names. */
export function rowsOfParts(
  { files, marks }: Pick<PassResult, 'files' | 'marks'>,
  file: string,
): PassResult['files'] {
  return files.length > 0 ? files : [{ file, rows: marks.length }];
}

/** Files of a union without rows, where others have some. */
export function emptyFiles({ files }: Pick<PassResult, 'files'>): string[] {
  if (files.every(({ rows }) => rows === 0)) return [];
  return files.filter(({ rows }) => rows === 0).map(({ file }) => file);
}
