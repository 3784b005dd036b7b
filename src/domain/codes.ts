import { backupCodes } from './backup-codes.ts';
import { itemCodes } from './item-codes.ts';
import { orderCodes } from './order-codes.ts';
import { pictureCodes } from './picture-codes.ts';
import { rowCodes } from './row-codes.ts';
import { serviceCodes } from './service-codes.ts';
import { webhookCodes } from './webhook-codes.ts';

interface CodeEntry {
  /** What the code means, one sentence. */
  readonly means: string;
  /** What the person does next, where the place of the error has nothing better to say. */
  readonly remedy: string;
}

/**
 * Every error code of Stockhand, once: README's table and the tests read this list.
 * Codes are stable; a new one goes to the end of its group.
 */
export const codes = {
  // Configuration (exit code 78)
  CONFIG_NOT_FOUND: {
    means: 'No configuration file was found.',
    remedy:
      'Give one with --config FILE, or copy config/stockhand.example.yaml to config/stockhand.yaml.',
  },
  CONFIG_INVALID: {
    means: 'The configuration has errors; each is listed with line and column.',
    remedy: 'Correct the listed lines, then run stockhand check.',
  },
  CONFIG_ALERTS: {
    means: 'A test message was asked for, and the configuration names nobody who is told.',
    remedy: 'Add mail: or webhook: to alerts:, and restart a running daemon.',
  },
  // Command line (exit code 64)
  USAGE: { means: 'The command line is wrong.', remedy: 'See stockhand --help.' },
  // Any command (exit code 1)
  UNFINISHED: {
    means: 'Nothing was left to wait for, and the work was not done.',
    remedy: 'Give the command again: it goes on from its rows. Please report this, with the log.',
  },
  NO_DAEMON: {
    means: 'The command follows a running daemon, and none runs on this state.',
    remedy: 'Start it with stockhand run; what was before is in the log and in stockhand history.',
  },
  ALERTS_FAILED: {
    means: 'What needs a person could not be told.',
    remedy:
      'Check alerts: in the configuration, then run stockhand alerts test. It is tried again by itself.',
  },
  SAFE_MODE: {
    means: 'The daemon ended by itself five times within half an hour: it does nothing but say so.',
    remedy:
      'Mend the cause that it names, then restart it: stockhand service restart. It also tries by itself.',
  },
  OPEN_FILES: {
    means: 'The system lets this process open no more files and connections.',
    remedy:
      'Raise the limit to 1024 or more (LimitNOFILE= of the service, ulimit -n by hand), then restart the daemon.',
  },
  LISTEN_FAILED: {
    means: 'An address to listen on is taken by another program, or this machine does not have it.',
    remedy:
      'Stop the program that uses the port, or set another address. A service tries again every ten seconds.',
  },
  // State on disk
  STATE_LOCKED: {
    means: 'Another Stockhand works on the same data folder.',
    remedy: 'Stop the other one first; its process id is in the message.',
  },
  STATE_NEWER: {
    means: 'The data folder was written by a newer Stockhand.',
    remedy: 'Install that version or a newer one; an older program never touches newer data.',
  },
  STATE_DAMAGED: {
    means: 'A database file of the data folder is damaged or is not ours.',
    remedy: 'Restore the last backup with stockhand restore FILE.',
  },
  STATE_PRAGMA: {
    means: 'SQLite did not take a setting that keeps data safe at power loss.',
    remedy: 'Put dataDir on a local disk; this is never run without.',
  },
  STATE_TENANT: {
    means: 'The data folder belongs to another marketplace address or key.',
    remedy: 'Use another dataDir for another marketplace account.',
  },
  STATE_SHARE: {
    means: 'The data folder is on a network share.',
    remedy: 'Put dataDir on a local disk: locks and power-safe writes need one.',
  },
  DISK: {
    means: 'The disk of the state refused a write; nothing more is sent until it takes one.',
    remedy:
      'Free space (or remove files, where df -i shows no free inode), close what holds a database, or repair the disk. A daemon goes on by itself or is started again.',
  },
  LOG_UNWRITTEN: {
    means: 'The file of log.file takes no lines.',
    remedy:
      'Free space on its disk (or remove files, where df -i shows no free inode), or let Stockhand write there; the log goes on by itself.',
  },
  REHEARSAL: {
    means: 'The sandbox could not be prepared for a rehearsal.',
    remedy: 'Read the message; nothing was sent anywhere and nothing of the supplier was changed.',
  },
  ...backupCodes,
  // Exports
  FILE_ENCODING: {
    means: 'The file, or a row of it, is not in the declared encoding.',
    remedy:
      'Set encoding: of the source to one of the candidates shown; of a few rows, let the ERP write all in one encoding.',
  },
  FILE_SMALLER: {
    means: 'The file has far fewer rows than the one before; nothing was taken away.',
    remedy:
      'If the export is whole, say what becomes of the others: vanished: for articles, missing: for stock.',
  },
  FILE_OVERTAKEN: {
    means: 'A newer file came before all rows of this one were sent.',
    remedy:
      'Nothing to do: what the newer file says counts, and of a stock that it leaves unsaid what was said last. What else came during a pause and is left unsaid has to be exported again.',
  },
  FILE_LATE: {
    means:
      'Files were read in another order than that of their names or of their dates, and what was read last counts.',
    remedy:
      'Export again what is newer. Name files so that their names are in order: year, month, day, or a number that goes on.',
  },
  FILES_WAIT: {
    means: 'So many files of changes wait to be read that no more of them is copied.',
    remedy:
      'See why nothing goes on (stockhand status): a pause, or a marketplace that does not answer. Export under new names meanwhile.',
  },
  FILE_REPEATED: {
    means: 'A file has the bytes of one that was read before others, and what it says counts.',
    remedy:
      'If an old export was put into the folder again, export anew. Where it is meant, nothing to do.',
  },
  FILE_AFTER_UNDO: {
    means: 'The export after an undo changes articles again that the undo had taken back.',
    remedy: 'Where that is not meant, take back its run, too (stockhand undo), and export anew.',
  },
  FILE_OLDER: {
    means:
      'Under afterImport: move an older full export was moved away unread, for a newer one counts.',
    remedy: 'Nothing to do. Where each file is to be read, set pick: each.',
  },
  FILE_UNMOVED: {
    means:
      'Under afterImport: move an export was read and could not be moved away; it counts all the same.',
    remedy:
      'See what is wrong with the folder that the message names; it is tried again by itself.',
  },
  FILE_FAILED: {
    means: 'The file holds no article and reports errors of its own.',
    remedy: 'See in the ERP why the export failed, and export again; nothing was changed.',
  },
  FILE_EMPTY: { means: 'The file holds no rows.', remedy: 'Export again; nothing was changed.' },
  FILE_CHANGES_ONLY: {
    means: 'The file says of itself that it holds changes only, and its source has contents: full.',
    remedy: 'Set contents: delta for the source, or have the ERP write a full export.',
  },
  FILE_STRUCTURE: {
    means: 'The file is damaged, cut off or of another format.',
    remedy: 'Export again; nothing of this file was used.',
  },
  FILE_TRUNCATED: {
    means: 'The file ends in the middle of a record.',
    remedy: 'Export again; nothing of this file was used.',
  },
  FILE_COLUMN_MISSING: {
    means: 'A mapped column is not in the file.',
    remedy: 'Correct the mapping, or export the column again.',
  },
  FILE_TOO_LARGE: {
    means: 'The file or a part of it is larger than Stockhand reads.',
    remedy: 'Split the export.',
  },
  FILE_UNDONE: {
    means: 'The content was taken back by undo.',
    remedy: 'Correct it in the ERP and export again: any other content is read.',
  },
  FILE_DOCTYPE: {
    means: 'The XML file declares entities of its own (an internal DOCTYPE subset).',
    remedy: 'Export without a DOCTYPE; such files can hide a bomb and are never read.',
  },
  FILE_STOPPED_READER: {
    means: 'Reading the file used up its time or memory, and the reader was stopped.',
    remedy: 'Export as CSV, or split the export; this content is not read again.',
  },
  FILE_ALL_LEFT_OUT: {
    means: 'The condition where: of the source leaves out all rows of the file.',
    remedy: 'Correct where:, or export the rows that it asks for.',
  },
  FILE_LEFT_SELECTION: {
    means:
      'Articles on sale are left out by where: from this file on, and stay on sale: with vanished: ignore, and of files of changes.',
    remedy:
      'Where they are blocked in the ERP, read isActive from the column of where:; of full exports, vanished: hide or unpublish takes them off sale, too.',
  },
  FILE_LEFT_FIELDS: {
    means:
      'A file that gives fields of articles, and not their names, names some no longer: what it said of them stays.',
    remedy:
      'Have the source export every article with what counts now; a block ends where it names the article with isActive true.',
  },
  ...rowCodes,
  ...itemCodes,
  HOLD_UNKNOWN: { means: 'Nothing is held under this number.', remedy: 'See stockhand held.' },
  HOLD_STALE: {
    means: 'What was held is no longer what would be sent.',
    remedy: 'See stockhand held for what is held now.',
  },
  HOLD_REJECTED: {
    means: 'A yes would send nothing: all rows of the held file were rejected.',
    remedy: 'Correct what rejects them and export again: the next file ends what is held.',
  },
  RUN_UNKNOWN: {
    means: 'There is no such run.',
    remedy: 'See the list of runs: stockhand history.',
  },
  RUN_FORGOTTEN: {
    means: 'What the run sent is no longer kept, so it cannot be taken back.',
    remedy: 'Correct it in the ERP and export again.',
  },
  PLAN_STALE: {
    means: 'The plan is no longer what would be sent.',
    remedy: 'Make a new one: stockhand plan.',
  },
  FILE_KNOWN: {
    means:
      'A file was written anew under its name with bytes that were read before; a later file counts since.',
    remedy:
      'Give each export a name of its own, or set afterImport: move: what then stands in the folder is read.',
  },
  FILE_DATED_AHEAD: {
    means:
      'A file that is dated ahead, of the computer’s clock or of what came after it, counts as the newest and hides that.',
    remedy:
      'Give the file that is not read its right date (copy it anew, or touch it), or delete it where it is old. Set the clock of whatever writes the exports right, and delete or move away a file that is dated ahead.',
  },
  PLAN_PAUSED: {
    means: 'The plan speaks of a source that is paused; nothing of it was sent.',
    remedy: 'Let it go on with stockhand resume, then apply the plan.',
  },
  FILE_WITHOUT_PRODUCTS: {
    means:
      'The file is whole, but holds prices, orders or groups only: there is nothing to import.',
    remedy: 'Leave the file out with files: of the source.',
  },
  FILE_SHEETS: {
    means: 'Another sheet of a workbook has the mapped columns, and is not read.',
    remedy:
      'Name the sheet that is meant with sheet: of the source; where several count, make a source of each.',
  },
  FILE_MERGED: {
    means:
      'Merged cells of a workbook cover several rows of a mapped column: only the first of these has the value.',
    remedy:
      'Take them apart where the export is made; or name the column in fillDown: of the source, where the value counts for all its rows.',
  },
  FILE_COLUMNS: {
    means: 'A file has other columns than the one before; mapped ones are found by their names.',
    remedy: 'Nothing to do, unless a new column should be mapped.',
  },
  RUN_OPEN: {
    means:
      'A run cannot be taken back while the newest file of its source is still being sent or waits for a yes.',
    remedy:
      'Wait until it is through (stockhand status); a newer export ends what is still being sent.',
  },
  ...pictureCodes,
  LIST_UNREADABLE: {
    means: "The marketplace's product list could not be read to its end; nothing was changed.",
    remedy: 'Try again later; stockhand status shows what the marketplace answers.',
  },
  ...orderCodes,
  ...webhookCodes,
  ...serviceCodes,
} as const satisfies Record<string, CodeEntry>;

export type Code = keyof typeof codes;

export function isCode(code: string): code is Code {
  return Object.hasOwn(codes, code);
}
