import { nameOf } from './explain.ts';
import { type Address, isLoopback, parseAddress } from './kinds.ts';
import { dataDirDefault, statusListen } from './operation.ts';
import { at, type Finding, type Path, type Plain } from './tree.ts';
import { webhooksListen } from './webhooks.ts';
import { sourcesOf, textAt } from './written.ts';

/** What listeners and folders must keep. What `resolve` makes of a written path is the same for one folder alone. */
export function placeRules(value: Plain, resolve: Resolve): Finding[] {
  return [
    ...pageIsGuarded(value),
    ...oneListenerEach(value),
    ...foldersApart(value, resolve),
    ...commandsAlone(value, resolve),
    ...stateApart(value, resolve),
  ];
}

/** A page that other machines reach shows orders and releases brakes (fault 111). */
function pageIsGuarded(value: Plain): Finding[] {
  const listen = parseAddress(textAt(value, ['status', 'listen']) ?? statusListen);
  if (listen === undefined || isLoopback(listen.host)) return [];
  const lacking = ['password', 'tls'].filter((key) => at(value, ['status', key]) === undefined);
  if (lacking.length === 0) return [];
  return [
    {
      path: ['status', 'listen'],
      at: 'value',
      message: `status.listen is open to other machines and needs ${lacking.join(' and ')}`,
      remedy: `Add status.${lacking.join(' and status.')}, or listen on 127.0.0.1.`,
    },
  ];
}

function oneListenerEach(value: Plain): Finding[] {
  if (at(value, ['webhooks']) === undefined) return [];
  const path: Path = ['webhooks', 'listen'];
  const webhooks = parseAddress(textAt(value, path) ?? webhooksListen);
  const status = parseAddress(textAt(value, ['status', 'listen']) ?? statusListen);
  if (!isTaken(webhooks, status)) return [];
  const message = 'webhooks.listen and status.listen are the same address';
  return [{ path, at: 'value', message, remedy: 'Give one of them another port.' }];
}

/** Whether no two listeners can have both: who listens on all addresses has each of them. */
function isTaken(one: Address | undefined, other: Address | undefined): boolean {
  if (one === undefined || one.port === 0 || one.port !== other?.port) return false;
  const [a, b] = [one, other].map(({ host }) =>
    host.toLowerCase().replace('localhost', '127.0.0.1'),
  );
  return a === b || [a, b].some((host) => host === '0.0.0.0' || host === '::');
}

type Resolve = (written: string) => string;

/** A folder that is read must not be one that Stockhand writes: it would take its own files for the ERP's. */
function foldersApart(value: Plain, resolve: Resolve): Finding[] {
  const written = [
    ...foldersAt(value, [outboxFolder, receiptsFolder]),
    { path: ['results', 'folder'], folder: resultsFolder(value) },
  ];
  return foldersAt(value, [commandsFolder, ...exportFolders(value)]).flatMap((read) => {
    const same = written.find(({ folder }) => resolve(folder) === resolve(read.folder));
    return same === undefined ? [] : [sharedFolder(read.path, same.path)];
  });
}

/** Commands are taken from files of any name. */
function commandsAlone(value: Plain, resolve: Resolve): Finding[] {
  return foldersAt(value, [commandsFolder]).flatMap(({ path, folder }) => {
    const others = foldersAt(value, [...exportFolders(value), ['catalog', 'pictures', 'folder']]);
    const same = others.find((other) => resolve(other.folder) === resolve(folder));
    if (same === undefined) return [];
    const message = `this folder is read for commands, and ${nameOf(same.path)} is the same folder: all of its files would be taken for commands and moved away`;
    return [{ path, at: 'value', message, remedy: 'Use two folders.' }];
  });
}

const outboxFolder: Path = ['orders', 'outbox', 'folder'];
const commandsFolder: Path = ['orders', 'commands', 'folder'];
const receiptsFolder: Path = ['orders', 'commands', 'receipts'];

function exportFolders(value: Plain): Path[] {
  return sourcesOf(value).map(({ path }) => [...path, 'folder']);
}

function resultsFolder(value: Plain): string {
  return (
    textAt(value, ['results', 'folder']) ??
    `${textAt(value, ['dataDir']) ?? dataDirDefault}/results`
  );
}

/** Those of the paths that name a folder. */
function foldersAt(value: Plain, paths: readonly Path[]): { path: Path; folder: string }[] {
  return paths.flatMap((path) => {
    const folder = textAt(value, path);
    return folder === undefined ? [] : [{ path, folder }];
  });
}

/**
 * The ERP empties what is written for it, and what is among the commands is moved away: the state would go, too.
 */
function stateApart(value: Plain, resolve: Resolve): Finding[] {
  const state = resolve(textAt(value, ['dataDir']) ?? dataDirDefault);
  const emptied = foldersAt(value, [outboxFolder, commandsFolder, receiptsFolder]);
  return emptied.flatMap(({ path, folder }) => {
    const where = whereIn(resolve(folder), state);
    if (where === undefined) return [];
    const message = `dataDir is ${where}: files are taken away here, and the state would go with them`;
    return [{ path, at: 'value', message, remedy: 'Use two folders.' } as const];
  });
}

/** Undefined where the folder does not hold the other one. */
function whereIn(folder: string, other: string): string | undefined {
  if (other === folder) return 'the same folder';
  const isBelow = other.startsWith(folder) && /^[/\\]/.test(other.slice(folder.length));
  return isBelow ? 'below this folder' : undefined;
}

function sharedFolder(from: Path, to: Path): Finding {
  return {
    path: from,
    at: 'value',
    message: `this folder is read, but ${to.join('.')} is the same folder: Stockhand would read its own files`,
    remedy: 'Use two folders.',
  };
}
