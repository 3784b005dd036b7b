import path from 'node:path';
import type { Step } from './trace.ts';

/** A file of a folder tree as it lies on a disk; a folder has no content. */
export type Tree = ReadonlyMap<string, Buffer | 'folder'>;

/**
 * What a power cut leaves behind.
 * `asked`: nothing but what was asked for, names by the fsync of their own folder (POSIX's least).
 * `journal`: an fsync of anything keeps all names before it, as the journals of ext4 and XFS do.
 * `torn`: as `journal`, and beyond it any of the later names and any 4096-byte pages of what was written.
 */
export type Loss = 'asked' | 'journal' | 'torn';

interface Node {
  readonly isFolder: boolean;
  /** The content after each write since it was last on the disk; the first is what lies there. */
  readonly versions: Buffer[];
}

/** What was there when an fsync began. */
interface Asked {
  readonly node: Node;
  readonly version: Buffer;
  readonly changes: number;
}

interface NameChange {
  readonly path: string;
  readonly node: Node | undefined;
  isAsked: boolean;
}

const pageBytes = 4_096;
/** SQLite makes its index of the WAL anew; the program's own log says nothing to it; the rest is the test's. */
export const isNoState = (file: string): boolean =>
  /^(stockhand\.(?:yaml|log)|strace\.log|.*-shm|.*\.sock)$/.test(file);

/** The disk below one folder, from the calls of a process that works on it. */
export class Disk {
  readonly #folder: string;
  readonly #names = new Map<string, Node>();
  readonly #before: ReadonlyMap<string, Node>;
  /** What became of names, each a step that is whole or not there at all. */
  readonly #changes: NameChange[][] = [];
  /** So many of them are in the journal. */
  #journalled = 0;
  readonly #asked = new Map<number, Asked>();
  readonly #open = new Map<number, { readonly node: Node; at: number; appends: boolean }>();

  constructor(folder: string, tree: Tree) {
    this.#folder = folder;
    for (const [file, content] of tree) this.#names.set(file, nodeOf(content));
    this.#before = new Map(this.#names);
  }

  apply(step: Step): void {
    if (step.kind === 'open') this.#opened(step);
    if (step.kind === 'write') this.#write(step);
    if (step.kind === 'truncate') this.#resize(this.#open.get(step.fd)?.node, step.size);
    if (step.kind === 'mkdir') this.#rename([[step.path, nodeOf('folder')]]);
    if (step.kind === 'unlink') this.#rename([[step.path, undefined]]);
    if (step.kind === 'rename') this.#move(step);
    if (step.kind === 'syncing') this.#syncing(step.fd);
    if (step.kind === 'synced') this.#synced(step.fd);
  }

  /** As the process sees it. */
  now(): Tree {
    return treeOf(this.#names, (node) => node.versions.at(-1)!);
  }

  /** A file as the process sees it. */
  read(file: string): Buffer | undefined {
    return this.#names.get(this.#below(file) ?? '')?.versions.at(-1);
  }

  after(loss: Loss, random: () => number): Tree {
    const names = new Map(this.#before);
    const kept = this.#kept(loss, random);
    for (const [index, changes] of this.#changes.entries())
      for (const { path: file, node, isAsked } of changes) {
        const isThere = kept === undefined ? isAsked : index < kept;
        if (isThere) put(names, file, node);
      }
    return treeOf(names, ({ versions }) =>
      loss === 'torn' ? torn(versions, random) : versions[0]!,
    );
  }

  /** So many changes of names are left; undefined: what was asked for. */
  #kept(loss: Loss, random: () => number): number | undefined {
    if (loss === 'asked') return undefined;
    const later = this.#changes.length - this.#journalled;
    return this.#journalled + (loss === 'torn' ? Math.floor(random() * (later + 1)) : 0);
  }

  #opened({ fd, path: file, open }: Extract<Step, { kind: 'open' }>): void {
    this.#open.delete(fd);
    const name = this.#below(file);
    if (name === undefined) return;
    if (!this.#names.has(name) && open.creates) this.#rename([[file, nodeOf(Buffer.alloc(0))]]);
    const node = this.#names.get(name);
    if (node === undefined) return;
    if (open.empties) this.#resize(node, 0);
    this.#open.set(fd, { node, at: 0, appends: open.appends });
  }

  #write({ fd, at, bytes }: Extract<Step, { kind: 'write' }>): void {
    const file = this.#open.get(fd);
    if (file === undefined) return;
    const before = file.node.versions.at(-1)!;
    const from = at ?? (file.appends ? before.length : file.at);
    const after = Buffer.alloc(Math.max(before.length, from + bytes.length));
    before.copy(after);
    bytes.copy(after, from);
    file.node.versions.push(after);
    if (at === undefined) file.at = from + bytes.length;
  }

  #resize(node: Node | undefined, size: number): void {
    if (node === undefined || node.versions.at(-1)!.length === size) return;
    const after = Buffer.alloc(size);
    node.versions.at(-1)!.copy(after);
    node.versions.push(after);
  }

  #move({ from, to }: Extract<Step, { kind: 'rename' }>): void {
    const node = this.#names.get(this.#below(from) ?? '');
    if (node?.isFolder === true) throw new Error(`a folder was renamed: ${from}`);
    if (node !== undefined)
      this.#rename([
        [to, node],
        [from, undefined],
      ]);
  }

  #rename(changes: readonly (readonly [string, Node | undefined])[]): void {
    const step = changes.flatMap(([file, node]) => {
      const name = this.#below(file);
      return name === undefined ? [] : [{ path: name, node, isAsked: false }];
    });
    for (const { path: file, node } of step) put(this.#names, file, node);
    if (step.length > 0) this.#changes.push(step);
  }

  #syncing(fd: number): void {
    const node = this.#open.get(fd)?.node;
    if (node === undefined) return;
    const [version, changes] = [node.versions.at(-1)!, this.#changes.length];
    this.#asked.set(fd, { node, version, changes });
  }

  #synced(fd: number): void {
    const asked = this.#asked.get(fd);
    if (asked === undefined) return;
    const { node, version, changes } = asked;
    // Another fsync of the file may have come back meanwhile, with more than this one asked for.
    node.versions.splice(0, Math.max(0, node.versions.indexOf(version)));
    this.#journalled = Math.max(this.#journalled, changes);
    if (node.isFolder) this.#askedIn(node, changes);
  }

  #askedIn(folder: Node, changes: number): void {
    for (const change of this.#changes.slice(0, changes).flat())
      if (this.#names.get(path.dirname(change.path)) === folder) change.isAsked = true;
  }

  #below(file: string): string | undefined {
    const name = path.relative(this.#folder, path.resolve(file));
    return name.startsWith('..') || isNoState(name) ? undefined : name || '.';
  }
}

function nodeOf(content: Buffer | 'folder'): Node {
  const isFolder = content === 'folder';
  return { isFolder, versions: [isFolder ? Buffer.alloc(0) : content] };
}

function put(names: Map<string, Node>, file: string, node: Node | undefined): void {
  if (node === undefined) names.delete(file);
  else names.set(file, node);
}

/** What lies in a folder that is not there is not there either. */
function treeOf(names: ReadonlyMap<string, Node>, contentOf: (node: Node) => Buffer): Tree {
  const isReached = (file: string): boolean =>
    file === '.' || (names.has(file) && isReached(path.dirname(file)));
  const reached = [...names].filter(([file]) => isReached(file));
  return new Map(reached.map(([file, node]) => [file, node.isFolder ? 'folder' : contentOf(node)]));
}

/** Each page as one of the writes left it, and the length of one of them. */
function torn(versions: readonly Buffer[], random: () => number): Buffer {
  const any = (): Buffer => versions[Math.floor(random() * versions.length)]!;
  const content = Buffer.alloc(any().length);
  for (let at = 0; at < content.length; at += pageBytes) {
    const page = any().subarray(at, at + pageBytes);
    page.copy(content, at);
  }
  return content;
}
