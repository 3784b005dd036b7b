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
    means: 'A test message was requested, but the configuration names no recipient.',
    remedy: 'Add mail: or webhook: to alerts:. Restart the daemon if it runs.',
  },
  // Command line (exit code 64)
  USAGE: { means: 'The command line is wrong.', remedy: 'See stockhand --help.' },
  // Any command (exit code 1)
  UNFINISHED: {
    means: 'The program had nothing left to wait for, although its work was not done.',
    remedy:
      'Run the command again: it continues where it stopped. Please report this, and add the log.',
  },
  STOPPED: {
    means: 'The command was stopped before its end.',
    remedy:
      'Run it again: it continues where it stopped. Only a command for an order and a new webhook endpoint may be there already: first see stockhand orders show, or stockhand webhooks list.',
  },
  NO_DAEMON: {
    means: 'The command needs a running daemon, but none runs on this data folder.',
    remedy: 'Start it with stockhand run. Earlier events are in the log and in stockhand history.',
  },
  ALERTS_FAILED: {
    means: 'An alert could not be sent.',
    remedy:
      'Check alerts: in the configuration, then run stockhand alerts test. Stockhand tries again by itself.',
  },
  SAFE_MODE: {
    means:
      'The daemon ended by itself five times within half an hour. Now it does nothing but report this.',
    remedy:
      'Remove the cause that it names, then restart it: stockhand service restart. It also tries again by itself.',
  },
  OPEN_FILES: {
    means: 'The system does not let this process open more files and connections.',
    remedy:
      'Raise the limit to 1024 or more (LimitNOFILE= of the service, ulimit -n by hand), then restart the daemon.',
  },
  LISTEN_FAILED: {
    means:
      'Another program uses an address to listen on, or this machine does not have this address.',
    remedy:
      'Stop the program that uses the port, or set another address. A service tries again every ten seconds.',
  },
  // State on disk
  STATE_LOCKED: {
    means: 'Another Stockhand uses the same data folder.',
    remedy: 'Stop the other one first; the message names its process id.',
  },
  STATE_NEWER: {
    means: 'A newer Stockhand has written the data folder.',
    remedy: 'Install that version or a newer one; an older program never changes newer data.',
  },
  STATE_DAMAGED: {
    means: 'A database file in the data folder is damaged, or it is not a file of Stockhand.',
    remedy: 'Restore the last backup with stockhand restore FILE.',
  },
  STATE_PRAGMA: {
    means: 'SQLite did not accept a setting that keeps the data safe in a power failure.',
    remedy: 'Put dataDir on a local disk; Stockhand never runs without this setting.',
  },
  STATE_TENANT: {
    means: 'The data folder belongs to another marketplace address. A new API key may use it.',
    remedy: 'Use another dataDir for another marketplace account.',
  },
  STATE_SHARE: {
    means: 'The data folder is on a network share.',
    remedy:
      'Put dataDir on a local disk: only there locks work, and data is safe in a power failure.',
  },
  DISK: {
    means:
      'The disk of the state refused a write. Nothing more is sent until the disk can be written to again.',
    remedy:
      'Free space (or remove files, if df -i shows no free inode), close the program that keeps a database open, or repair the disk. A daemon continues by itself, or is started again.',
  },
  LOG_UNWRITTEN: {
    means: 'Nothing can be written to the file of log.file.',
    remedy:
      'Free space on its disk (or remove files, if df -i shows no free inode), or give Stockhand the right to write there. The log continues by itself.',
  },
  REHEARSAL: {
    means: 'The sandbox could not be prepared for a rehearsal.',
    remedy: 'Read the message. Nothing was sent, and nothing of the supplier was changed.',
  },
  ...backupCodes,
  // Exports
  FILE_ENCODING: {
    means: 'The file, or a row of it, is not in the declared encoding.',
    remedy:
      'Set encoding: of the source to one of the candidates shown. If it is only a few rows, let the ERP write all rows in one encoding.',
  },
  FILE_SMALLER: {
    means:
      'The file has far fewer rows than the one before. Articles that it leaves out stay as they are.',
    remedy:
      'If the export is complete, set what happens to the articles that it leaves out: vanished: for articles, missing: for stock.',
  },
  FILE_OVERTAKEN: {
    means: 'A newer file arrived before all rows of this one were sent.',
    remedy:
      'Nothing to do: the values of the newer file are sent, and where it gives no stock, the last stock that an export gave. Anything else that arrived during a pause and is not in the newer file must be exported again.',
  },
  FILE_LATE: {
    means:
      'Files were read in another order than that of their names or their dates. The values of the file that was read last are used.',
    remedy:
      'Export the newer data again. Name the files so that their names are in order: year, month, day, or a rising number.',
  },
  FILES_WAIT: {
    means: 'So many files of changes wait to be read that no more of them are copied.',
    remedy:
      'Find out with stockhand status why they wait: a pause, or a marketplace that does not answer. Until then, give each new export a new name.',
  },
  FILE_REPEATED: {
    means:
      'A file has the same content as an earlier one, and newer files were read in between. Its values are used again.',
    remedy:
      'If an old export was put into the folder again by mistake, export the current data again. If it is intended, there is nothing to do.',
  },
  FILE_AFTER_UNDO: {
    means: 'The export after an undo again changes articles that the undo had set back.',
    remedy: 'If this is not intended, take back its run too (stockhand undo), and export again.',
  },
  FILE_OLDER: {
    means:
      'With afterImport: move, an older full export was moved away without being read, because a newer one was read.',
    remedy: 'Nothing to do. If every file must be read, set contents: delta.',
  },
  FILE_UNMOVED: {
    means:
      'With afterImport: move, an export was read but could not be moved away. Its values are used all the same.',
    remedy:
      'Find out what is wrong with the folder that the message names. Stockhand tries again by itself.',
  },
  FILE_FAILED: {
    means: 'The file holds no article, but errors that the ERP wrote into it.',
    remedy: 'Find out in the ERP why the export failed, and export again. Nothing was changed.',
  },
  FILE_EMPTY: { means: 'The file holds no rows.', remedy: 'Export again; nothing was changed.' },
  FILE_CHANGES_ONLY: {
    means: 'The file says that it holds only changes, but its source has contents: full.',
    remedy: 'Set contents: delta for the source, or let the ERP write a full export.',
  },
  FILE_STRUCTURE: {
    means: 'The file is damaged, cut off or in another format.',
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
    means: 'The file, or a part of it, is larger than Stockhand can read.',
    remedy: 'Split the export.',
  },
  FILE_UNDONE: {
    means: 'This content was taken back by undo.',
    remedy: 'Correct it in the ERP and export again: only other content is read.',
  },
  FILE_DOCTYPE: {
    means: 'The XML file declares its own entities (an internal DOCTYPE subset).',
    remedy: 'Export without a DOCTYPE. Such a file can hide an XML bomb, so it is never read.',
  },
  FILE_STOPPED_READER: {
    means: 'Reading the file took too much time or memory, so it was stopped.',
    remedy: 'Export as CSV, or split the export. This content is not read again.',
  },
  FILE_ALL_LEFT_OUT: {
    means: 'The condition where: of the source leaves out all rows of the file.',
    remedy: 'Correct where:, or export rows that fulfil it.',
  },
  FILE_LEFT_SELECTION: {
    means:
      'From this file on, where: leaves out articles that are on sale. They stay on sale, because vanished: ignore is set or the file holds only changes.',
    remedy:
      'If they are blocked in the ERP, read isActive from the column of where:. With full exports, vanished: hide or unpublish takes them off sale too.',
  },
  FILE_LEFT_FIELDS: {
    means:
      'A source gives fields of articles but not their names, and its file leaves out some articles. Their last values from this source stay.',
    remedy:
      'Let the source export every article with its current values. A blocked article is on sale again once the source names it with isActive true.',
  },
  ...rowCodes,
  ...itemCodes,
  HOLD_UNKNOWN: {
    means: 'Nothing is held under this number.',
    remedy: 'See the numbers with stockhand held.',
  },
  HOLD_STALE: {
    means: 'The changes that were held are no longer the ones that would be sent.',
    remedy: 'See with stockhand held what is held now.',
  },
  HOLD_REJECTED: {
    means: 'There is nothing to release: all rows of the held file were rejected.',
    remedy: 'Correct the cause and export again: the next file ends the hold.',
  },
  RUN_UNKNOWN: {
    means: 'There is no such run.',
    remedy: 'See the list of runs: stockhand history.',
  },
  RUN_FORGOTTEN: {
    means: 'The data of the run is no longer kept, so the run cannot be taken back.',
    remedy: 'Correct it in the ERP and export again.',
  },
  PLAN_STALE: {
    means: 'The plan is no longer what would be sent now.',
    remedy: 'Make a new plan: stockhand plan.',
  },
  FILE_KNOWN: {
    means:
      'A file was written again with a content that was read before under the same name. A later file was read since then, and its values are used.',
    remedy:
      'Give each export its own name, or set afterImport: move: then every file that is in the folder is read.',
  },
  FILE_DATED_AHEAD: {
    means:
      'A file has a date in the future, or a later date than files that came after it. It counts as the newest, so these files are not read.',
    remedy:
      'Give the file that is not read its right date (copy it again, or touch it), or delete it if it is old. Correct the clock of the computer that writes the exports, and delete or move away a file that has a date in the future.',
  },
  PLAN_PAUSED: {
    means: 'The plan contains changes of a source that is paused. Nothing of the plan was sent.',
    remedy: 'Resume the source with stockhand resume, then apply the plan.',
  },
  FILE_WITHOUT_PRODUCTS: {
    means:
      'The file is complete, but holds only prices, orders or groups: there is nothing to import.',
    remedy: 'Set files: of the source so that it does not match this file.',
  },
  FILE_SHEETS: {
    means: 'Another sheet of a workbook also has the mapped columns, but is not read.',
    remedy:
      'Name the right sheet with sheet: of the source. If several sheets must be read, make a source for each.',
  },
  FILE_MERGED: {
    means:
      'Merged cells of a workbook cover several rows of a mapped column: only the first of these has the value.',
    remedy:
      'Remove the merging where the export is made. If the value applies to all these rows, name the column in fillDown: of the source instead.',
  },
  FILE_COLUMNS: {
    means: 'A file has other columns than the one before. Mapped columns are found by their names.',
    remedy: 'Nothing to do, unless a new column should be mapped.',
  },
  RUN_OPEN: {
    means:
      'A run cannot be taken back while the newest file of its source is still being sent, or while a newer run is held.',
    remedy:
      'Wait until the file is sent (stockhand status); a newer export ends this. If a newer run is held, take that one back first, or release it.',
  },
  ...pictureCodes,
  LIST_UNREADABLE: {
    means: 'The product list of the marketplace could not be read completely. Nothing was changed.',
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
