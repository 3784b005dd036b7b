import type { AdapterInput, Opened, ReadAdapter } from '../../src/domain/adapter.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { firstFile } from '../first-file.ts';
import type { Census } from './census.ts';
import { pathNames, recordPath } from './path.ts';
import { openOneFile } from './reader.ts';
import { isWebPage, webPage } from './refused.ts';
import { ShapeBuilder } from './shape.ts';

/** XML of any kind: the elements that `path` names are the records. */
export const xml: ReadAdapter = {
  open: async (input) => openXml(input),
};

function openXml(input: AdapterInput): Opened {
  const path = input.options.path ?? '';
  return openOneFile({
    input,
    isRecord: recordPath(path),
    builder: (columns) => new ShapeBuilder(columns),
    nothing: (census) => nothingFound({ file: firstFile(input).name, path }, census),
  });
}

/**
 * The complaint that no element of the file fits the path, with those that the file has instead, or that it has none.
 */
export function nothingFound(
  looked: { readonly file: string; readonly path: string },
  census: Census,
): Complaint {
  const missing =
    looked.path === ''
      ? 'The source has no path: that names the repeated element'
      : `No element of the file fits path: ${looked.path}`;
  const isEmpty = census.isEmptyAt(pathNames(looked.path));
  const paths = census.paths();
  return {
    code: isEmpty ? 'FILE_EMPTY' : 'FILE_STRUCTURE',
    file: looked.file,
    rule: `${missing}. ${census.sentence()}`,
    remedy: 'Set path: of the source to the element that is there once for each article.',
    ...(isWebPage(census.root) && webPage),
    ...(paths.length === 0 ? {} : { paths }),
  };
}
