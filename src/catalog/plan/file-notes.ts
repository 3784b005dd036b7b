import type { Complaint } from '../../domain/complaint.ts';
import { leftFieldsNote } from '../state/left-fields.ts';
import type { CatalogStore } from '../terms/ports.ts';
import { afterUndoNote } from '../undo/after-undo.ts';
import { allLeftOutNote } from './all-left-out.ts';
import type { CommitInput } from './commit-plan.ts';
import { cutNote } from './cut-note.ts';
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
    lateNote(store, input),
    repeatedNote(store, input),
    // With a folder for pictures configured, somebody knows that they are read from there.
    input.catalog.pictures ? undefined : packedPictures(input.result.packedPictures),
    ...input.result.workbook,
  ];
}
