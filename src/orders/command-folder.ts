import type { FileEntry } from '../files/entry.ts';
import type { FolderIdentity } from '../files/folder.ts';
import type { Moved, MoveRequest } from '../files/move.ts';
import type { Offline } from '../files/offline.ts';
import type { ReadRequest, WholeFile } from '../files/read.ts';
import type { FolderScan, IgnoredName, ScanRequest } from '../files/scan.ts';
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
  ): Promise<{ written: string } | (Offline & { isOfFile?: true })>;
  /** Whether `A` and `a` are one name there, as on Windows. */
  readonly ignoreCase: boolean;
}

export interface CommandFolderDeps extends OrderDeps {
  readonly files: CommandFilesPort;
  /** Notes which order files the ERP has taken up to now. */
  readonly acknowledge: () => Promise<unknown>;
}

export interface CommandLook {
  /** Files at rest that are not taken yet, in name order. */
  readonly stable: readonly FileEntry[];
  /** Every file that is there, by its entry text. */
  readonly standing: ReadonlySet<string>;
  /** How many files are still being written, as far as can be told. */
  readonly resting: number;
  /** Links, pipes, devices, and names that are not UTF-8: they are not read (fault 15). */
  readonly strays: readonly string[];
  /**
   * Files that have had the name of an unfinished one (`a.csv.part`) for so long that nobody writes them any more
   * (lessons 8).
   */
  readonly unfinished: readonly string[];
  /** Monotonic time of the next look that can tell more. */
  readonly nextLookAtMs?: number;
}

export type CommandFolder = ReturnType<typeof createCommandFolder>;

interface FolderRun {
  readonly deps: CommandFolderDeps;
  readonly options: { readonly folder: string; readonly quietMs: number };
  identity: FolderIdentity | undefined;
  state: StableState | undefined;
  /** Names of unfinished files, and since when, by the monotonic clock, each is there. */
  unfinished: ReadonlyMap<string, number>;
}

/** Files whose rows have ended move into these (write-receipts.ts). They may be links to another volume. */
const foldersOfEnded: ReadonlySet<string> = new Set(['done', 'error']);

const receiptPattern = /\.receipt(?:\.\d+)?\.(?:csv|json)$/i;

/** Which command files there are, and what the ERP could know when each was first seen (fault 85). */
export function createCommandFolder(
  deps: CommandFolderDeps,
  options: { readonly folder: string; readonly quietMs: number },
) {
  const run: FolderRun = {
    deps,
    options,
    identity: undefined,
    state: undefined,
    unfinished: new Map(),
  };
  const inTurn = createInTurn();
  return {
    /** Before order files appear: whoever dropped a command until now has not seen them. */
    sight: () => inTurn(async () => void (await sight(run))),
    look: () => inTurn(() => look(run)),
  };
}

interface Sight extends Pick<CommandLook, 'standing' | 'strays' | 'unfinished'> {
  /** Not taken yet. */
  readonly fresh: readonly FileEntry[];
}

async function sight(run: FolderRun): Promise<Sight | Offline> {
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
    (entry) => !isNoCommand(run, entry.name) && !taken.has(entryText(entry)),
  );
  const sighted = new Set(sightings.names());
  const isNews = fresh.some(({ name }) => !sighted.has(name));
  // The ERP takes an order file and then writes its command: so the ERP knew every order file that is gone by now.
  if (isNews) await deps.acknowledge();
  if (isNews || sighted.size > fresh.length) {
    sightings.keep(
      fresh.map(({ name }) => name),
      acknowledgements.knowledge(),
    );
  }
  return {
    fresh,
    standing: new Set(scan.entries.map(entryText)),
    strays: straysAmong(scan.ignored),
    unfinished: unfinishedAmong(run, scan),
  };
}

function straysAmong(ignored: readonly IgnoredName[]): string[] {
  const strays = ignored.filter(({ why }) => ['symlink', 'special', 'notUtf8'].includes(why));
  return strays.map(({ name }) => name).filter((name) => !foldersOfEnded.has(name));
}

/** An ERP may take so long to write one file of commands. */
const unfinishedMs = 10 * 60_000;
/** Hidden files, and the lock files of Office (`~$`): no ERP gives such a name to a file that it renames later. */
const isMark = /^(?:\.|~\$)/;

function unfinishedAmong(run: FolderRun, { entries, ignored }: FolderScan): string[] {
  const nowMs = run.deps.clock.monotonic();
  const temporary = ignored.filter(({ name, why }) => why === 'temporary' && !isMark.test(name));
  const backups = entries.filter(({ name }) => isEditorBackup(name));
  const names = [...temporary, ...backups].map(({ name }) => name);
  const since = new Map(names.map((name) => [name, run.unfinished.get(name) ?? nowMs]));
  run.unfinished = since;
  return names.filter((name) => nowMs - (since.get(name) ?? nowMs) >= unfinishedMs);
}

/**
 * What an editor keeps of a file that the clerk corrects: the commands as they were before. `*` lets it in, and a row
 * that was refused would be a new try (fault 82).
 */
function isEditorBackup(name: string): boolean {
  return /~$|\.bak$/i.test(name);
}

function isNoCommand(run: FolderRun, name: string): boolean {
  return isEditorBackup(name) || isReceipt(run, name);
}

/**
 * Our own receipt in this folder is no command file. The name alone does not tell: a file of the ERP may have it, too.
 */
function isReceipt({ deps }: FolderRun, name: string): boolean {
  return receiptPattern.test(name) && deps.store.commandFiles.receiptTaken(name);
}

async function look(run: FolderRun): Promise<CommandLook | Offline> {
  const { deps, options } = run;
  const sighted = await sight(run);
  if ('offline' in sighted) return sighted;
  const { fresh, ...others } = sighted;
  const seen = deps.files.observe(
    run.state,
    { entries: fresh, nowMs: deps.clock.monotonic() },
    {
      files: ['*'],
      companions: [],
      quietMs: options.quietMs,
      pick: 'any',
      ignoreCase: deps.files.ignoreCase,
    },
  );
  run.state = seen.state;
  const quiet = seen.stable.flatMap(({ parts }) => parts);
  const cut = quiet.filter((entry) => mayGoOn(run, entry));
  const times = [seen.nextLookAtMs ?? [], cut.map(({ name }) => restedAtMs(run, name))].flat();
  return {
    ...others,
    stable: quiet.filter((entry) => !cut.includes(entry)),
    resting: seen.waiting.length + cut.length,
    ...(times.length === 0 ? {} : { nextLookAtMs: times.reduce((a, b) => Math.min(a, b)) }),
  };
}

/** The buffers of programs and shares reach the disk in multiples of this. */
const blockBytes = 512;
const timesQuiet = 5;

/**
 * A writer flushed its full buffer amid `accept;1004` and pauses: `accept;1` must not be carried out (fault 84). So a
 * file whose size is a multiple of the block rests longer. Of finished files only one in 512 has such a size.
 */
function mayGoOn(run: FolderRun, { name, size }: FileEntry): boolean {
  return size % blockBytes === 0 && run.deps.clock.monotonic() < restedAtMs(run, name);
}

function restedAtMs({ state, options }: FolderRun, name: string): number {
  return (state?.get(name)?.sameSinceMs ?? 0) + timesQuiet * options.quietMs;
}

/** The identity of a drop: another file under the same name differs in at least one of these. */
export function entryText(entry: FileEntry): string {
  const { name, size, mtimeMs, ctimeMs, dev, ino } = entry;
  return JSON.stringify([name, size, mtimeMs, ctimeMs, dev, ino]);
}

/**
 * Whether two entries are one drop: only its rights, its inode or the number of its disk differ, as after a share was
 * mounted again.
 */
export function isSameDrop(one: string, other: string): boolean {
  const writing = (entry: string) => JSON.stringify((JSON.parse(entry) as unknown[]).slice(0, 3));
  return writing(one) === writing(other);
}
