import type { AdapterFile, AdapterInput } from '../src/domain/adapter.ts';

/** The export itself; its companions are behind it. */
export function firstFile({ files: [file] }: Pick<AdapterInput, 'files'>): AdapterFile {
  if (file === undefined) throw new TypeError('An input has at least one file.');
  return file;
}
