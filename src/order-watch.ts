import type { FilesDeps } from './files/deps.ts';
import type { Files } from './files/port.ts';
import type { Outbox } from './files/publish.ts';
import type { FolderScan } from './files/scan.ts';
import { type FolderWatch, type WatchFacts, watchFolders } from './files/watch.ts';

export interface OrderWatch {
  /** The files port, wrapped so that each look tells the watchers which folders there are and what they missed. */
  readonly files: Files;
  /** Something has changed in one of the folders; only a look tells what (fault 19). */
  onHint(wake: () => void): void;
  facts(): readonly WatchFacts[];
  close(): Promise<void>;
}

/** A folder as a look has shown it; without a scan it is offline. */
interface Seen {
  readonly scan?: Pick<FolderScan, 'identity' | 'names'>;
  /** A text that differs from that of the look before where something has changed; undefined where nobody looked. */
  readonly content?: string;
}

interface Looks {
  readonly files: Files;
  readonly watch: FolderWatch;
  readonly last: Map<string, Seen>;
}

/** Watches the ERP's folders of commands and orders, so that a command acts and a taken file counts at once. */
export function watchOrderFolders(
  deps: FilesDeps,
  files: Files,
  folders: readonly string[],
): OrderWatch {
  let wake = (): void => undefined;
  const watch = watchFolders(deps, folders, () => wake());
  const looks: Looks = { files, watch, last: new Map() };
  return {
    files: {
      ...files,
      async scan(request) {
        const scan = await files.scan(request);
        note(looks, request.folder, 'offline' in scan ? {} : { scan, content: textOf(scan) });
        return scan;
      },
      async claimOutbox(claim) {
        const claimed = await files.claimOutbox(claim);
        if (!('offline' in claimed)) await identify(looks, claim.folder, undefined);
        return claimed;
      },
      outbox: (place) => watchedOutbox(looks, place.folder, files.outbox(place)),
    },
    onHint(run) {
      wake = run;
    },
    facts: () => watch.facts(),
    close: () => watch.close(),
  };
}

/** Tells the watcher what a look has shown, and whether that differs from the look before (lessons 2). */
function note({ watch, last }: Looks, folder: string, seen: Seen): void {
  const before = last.get(folder)?.content;
  const isKnown = before !== undefined && seen.content !== undefined;
  watch.looked(folder, seen.scan, isKnown && before !== seen.content);
  last.set(folder, seen);
}

function textOf({ entries }: FolderScan): string {
  return JSON.stringify(entries);
}

function watchedOutbox(looks: Looks, folder: string, outbox: Outbox): Outbox {
  return {
    ...outbox,
    async list() {
      const list = await outbox.list();
      if ('offline' in list) note(looks, folder, {});
      else await identify(looks, folder, JSON.stringify([list.names, list.acknowledged]));
      return list;
    },
  };
}

/**
 * A look at the outbox does not scan it. So its identity is asked for where none is known, and where the watcher is
 * deaf: then it may be another folder now.
 */
async function identify(looks: Looks, folder: string, content: string | undefined): Promise<void> {
  const { files, watch, last } = looks;
  const isDeaf = watch.facts().some((each) => each.folder === folder && each.deaf);
  let scan = isDeaf ? undefined : last.get(folder)?.scan;
  if (scan === undefined) {
    const found = await files.scan({ folder, files: [], ignoreCase: false });
    if (!('offline' in found)) scan = found;
  }
  note(looks, folder, { ...(scan && { scan }), ...(content === undefined ? {} : { content }) });
}
