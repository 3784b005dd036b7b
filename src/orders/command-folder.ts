import type { FileEntry } from '../files/entry.ts';
import type { FolderIdentity } from '../files/folder.ts';
import type { Moved, MoveRequest } from '../files/move.ts';
import type { Offline } from '../files/offline.ts';
import type { ReadRequest, WholeFile } from '../files/read.ts';
import type { FolderScan, ScanRequest } from '../files/scan.ts';
import type { StableState } from '../files/sighting.ts';
import type { observe } from '../files/stable.ts';
import { createInTurn } from './in-turn.ts';
import type { OrderDeps } from './ports.ts';

/** The ERP's folders of commands and receipts, as `files/` offers them. */
export interface CommandFilesPort {
  scan(request: ScanRequest): Promise<FolderScan | Offline>;
  readonly observe: typeof observe;
  readWhole(request: ReadRequest & { bytesMax: number }): Promise<WholeFile>;
  moveFile(request: MoveRequest): Promise<Moved>;
  /** Every name; Offline also where the folder is missing. */
  listNames(folder: string): Promise<string[] | Offline>;
  writeAtomically(
    target: { folder: string; name: string },
    bytes: Uint8Array,
  ): Promise<{ written: string } | Offline>;
  /** Whether `A` and `a` are one name there, as on Windows. */
  readonly ignoreCase: boolean;
}

export interface CommandFolderDeps extends OrderDeps {
  readonly files: CommandFilesPort;
  /** Notes which order files the ERP has taken up to now. */
  readonly acknowledge: () => Promise<unknown>;
}

export interface CommandLook {
  /** At rest, and not taken yet. In name order. */
  readonly stable: readonly FileEntry[];
  /** Still being written, as far as can be told. */
  readonly resting: number;
  /** Monotonic time of the next look that can tell more. */
  readonly nextLookAtMs?: number;
}

export type CommandFolder = ReturnType<typeof createCommandFolder>;

interface FolderRun {
  readonly deps: CommandFolderDeps;
  readonly options: { readonly folder: string; readonly quietMs: number };
  identity: FolderIdentity | undefined;
  state: StableState | undefined;
}

const receiptPattern = /\.receipt(?:\.\d+)?\.(?:csv|json)$/i;

/** Which command files there are, and what the ERP could know when each was first seen (fault 85). */
export function createCommandFolder(
  deps: CommandFolderDeps,
  options: { readonly folder: string; readonly quietMs: number },
) {
  const run: FolderRun = { deps, options, identity: undefined, state: undefined };
  const inTurn = createInTurn();
  return {
    /** Before order files appear: whoever dropped a command until now has not seen them. */
    sight: () => inTurn(() => sight(run)),
    look: () => inTurn(() => look(run)),
  };
}

async function sight(run: FolderRun): Promise<readonly FileEntry[] | Offline> {
  const { deps, options } = run;
  const { commandFiles, sightings, acknowledgements } = deps.store;
  const scan = await deps.files.scan({
    folder: options.folder,
    files: ['*'],
    ignoreCase: deps.files.ignoreCase,
    ...(run.identity === undefined ? {} : { remembered: run.identity }),
  });
  if ('offline' in scan) return scan;
  run.identity = scan.identity;
  const taken = new Set(commandFiles.openFiles().map(({ entry }) => entry));
  const fresh = scan.entries.filter(
    (entry) => !isReceipt(run, entry.name) && !taken.has(entryText(entry)),
  );
  const sighted = new Set(sightings.names());
  const isNews = fresh.some(({ name }) => !sighted.has(name));
  // The ERP takes an order file and then writes its command: what is gone now was gone before the command came.
  if (isNews) await deps.acknowledge();
  if (isNews || sighted.size > fresh.length) {
    sightings.keep(
      fresh.map(({ name }) => name),
      acknowledgements.knowledge(),
    );
  }
  return fresh;
}

/** One of ours in the same folder is no command; a file of the ERP may bear such a name, too. */
function isReceipt({ deps }: FolderRun, name: string): boolean {
  return receiptPattern.test(name) && deps.store.commandFiles.receiptTaken(name);
}

async function look(run: FolderRun): Promise<CommandLook | Offline> {
  const { deps, options } = run;
  const entries = await sight(run);
  if ('offline' in entries) return entries;
  const seen = deps.files.observe(
    run.state,
    { entries, nowMs: deps.clock.monotonic() },
    {
      files: ['*'],
      companions: [],
      quietMs: options.quietMs,
      pick: 'any',
      ignoreCase: deps.files.ignoreCase,
    },
  );
  run.state = seen.state;
  return {
    stable: seen.stable.flatMap(({ parts }) => parts),
    resting: seen.waiting.length,
    ...(seen.nextLookAtMs === undefined ? {} : { nextLookAtMs: seen.nextLookAtMs }),
  };
}

/** The identity of a drop: another file under the same name differs in at least one of these. */
export function entryText(entry: FileEntry): string {
  const { name, size, mtimeMs, ctimeMs, dev, ino } = entry;
  return JSON.stringify([name, size, mtimeMs, ctimeMs, dev, ino]);
}
