import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import { cutUnknown } from '../pass/last-records.ts';
import { leftFieldsNote } from '../state/left-fields.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { afterUndoNote } from '../undo/after-undo.ts';
import { allLeftOutNote } from './all-left-out.ts';
import type { CommitInput } from './commit-plan.ts';
import { lateNote } from './late-file.ts';
import { leftSelectionNote } from './left-selection.ts';
import { packedPictures } from './packed-pictures.ts';
import { repeatedNote } from './repeated-file.ts';

/** Notes on the file as a whole. */
export function fileNotes(
  store: CatalogStore,
  input: CommitInput,
  changes: Parameters<typeof leftSelectionNote>[2] &
    Parameters<typeof afterUndoNote>[2] &
    Parameters<typeof cutNote>[1],
): readonly (Complaint | undefined)[] {
  return [
    cutNote(input, changes),
    allLeftOutNote(input),
    leftSelectionNote(store, input, changes),
    leftFieldsNote(store, input, changes),
    afterUndoNote(store, input, changes),
    // Released rows of an older file are a separate run, which overrides nothing and puts nothing back.
    ...(input.isReadAgain ? [] : [lateNote(store, input), repeatedNote(store, input)]),
    // With a folder for pictures configured, somebody knows that they are read from there.
    input.catalog.pictures ? undefined : packedPictures(input.result.packedPictures),
    ...input.result.workbook,
  ];
}

/**
 * The file is cut off within its last row, and nobody knows that row's article. There is nothing to hold yet, so the
 * stock of half a row is not kept for the article, and the note says so (fault 4).
 */
function cutNote(
  { result }: Pick<CommitInput, 'result'>,
  { cutFiles }: { readonly cutFiles: readonly string[] },
): Complaint | undefined {
  const articles = cutUnknown(result, cutFiles).map(({ externalId }) => externalId);
  if (articles.length === 0) return undefined;
  const rule = `${cutFiles.join(', ')} ends within a line, unlike the file before: was the export cut off? What its last row says about the stock of ${articles.join(', ')}, an article that was never sent, is not kept.`;
  return complaintOf({ code: 'FILE_TRUNCATED', rule, remedy: 'Export again.' });
}
