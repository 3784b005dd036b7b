import type { FilesDeps } from './deps.ts';
import type { FileEntry } from './entry.ts';
import type { Content } from './handle.ts';
import { type Inside, resolveInside } from './inside.ts';
import { type KeepRequest, keepNewest } from './keep.ts';
import {
  type ClaimedOutbox,
  claimOutbox,
  lookAtOutbox,
  type OutboxClaim,
  type OutboxPlace,
} from './marker.ts';
import { type Moved, type MoveRequest, moveFile } from './move.ts';
import { type Offline, orOffline } from './offline.ts';
import { createOutbox, type Outbox } from './publish.ts';
import {
  hashFile,
  type NotRead,
  type ReadRequest,
  readHead,
  readWhole,
  type WholeFile,
} from './read.ts';
import { proveWritable, type WriteTarget, writeAtomically } from './replace.ts';
import { type FolderScan, listNames, lookAtFile, type ScanRequest, scanFolder } from './scan.ts';
import { type Taken, type TakeRequest, takeFile } from './take.ts';

/**
 * Everything that is done to the ERP's folders. Each call ends within its deadlines, and trouble comes back as a value.
 * What goes in and out can be cloned, so that a process for each share can be behind it (design section 1).
 */
export interface Files {
  scan(request: ScanRequest): Promise<FolderScan | Offline>;
  look(file: { folder: string; name: string }): Promise<{ entry: FileEntry | undefined } | Offline>;
  hash(request: ReadRequest): Promise<{ sha256: string; size: number } | NotRead>;
  take(request: TakeRequest): Promise<Taken>;
  readWhole(request: ReadRequest & { bytesMax: number }): Promise<WholeFile>;
  readHead(
    request: ReadRequest & { bytesMax: number },
  ): Promise<{ readonly bytes: Uint8Array } | NotRead>;
  resolveInside(request: { folder: string; path: string }): Promise<Inside | Offline>;
  listNames(folder: string): Promise<string[] | Offline>;
  write(
    target: WriteTarget,
    content: Content,
  ): Promise<{ written: string } | (Offline & { isOfFile?: true })>;
  proveWritable(folder: string): Promise<{ writable: true } | Offline>;
  move(request: MoveRequest): Promise<Moved>;
  keepNewest(request: KeepRequest): Promise<{ removed: readonly string[] } | Offline>;
  claimOutbox(claim: OutboxClaim): Promise<ClaimedOutbox | Offline>;
  lookAtOutbox(
    claim: Omit<OutboxClaim, 'newId'>,
  ): Promise<Pick<ClaimedOutbox, 'ownerBefore'> | Offline>;
  outbox(place: OutboxPlace): Outbox;
}

/** Does the work in this process. A share that hangs costs at most two of its four threads for files. */
export function createFiles(deps: FilesDeps): Files {
  return {
    scan: (request) => scanFolder(deps, request),
    look: (file) => lookAtFile(deps, file),
    hash: (request) => hashFile(deps, request),
    take: (request) => takeFile(deps, request),
    readWhole: (request) => readWhole(deps, request),
    readHead: (request) => readHead(deps, request),
    resolveInside: (request) => resolveInside(deps, request),
    listNames: (folder) => orOffline(folder, () => listNames(deps, folder)),
    write: (target, content) => writeAtomically(deps, target, content),
    proveWritable: (folder) => proveWritable(deps, folder),
    move: (request) => moveFile(deps, request),
    keepNewest: (request) => keepNewest(deps, request),
    claimOutbox: (claim) => claimOutbox(deps, claim),
    lookAtOutbox: (claim) => lookAtOutbox(deps, claim),
    outbox: (place) => createOutbox(deps, place),
  };
}
