import type { FilesDeps } from './files/deps.ts';
import type { Files } from './files/port.ts';
import { watchFolders } from './files/watch.ts';

export interface OrderWatch {
  /** The same port, whose scans say which folders stand there to be watched. */
  readonly files: Files;
  /** Something has changed in one of the folders; only a look tells what (fault 19). */
  onHint(wake: () => void): void;
  close(): Promise<void>;
}

/** Watches the ERP's folders of commands and orders, so that a command acts and a taken file counts at once. */
export function watchOrderFolders(
  deps: FilesDeps,
  files: Files,
  folders: readonly string[],
): OrderWatch {
  let wake = (): void => undefined;
  const watch = watchFolders(deps, folders, () => wake());
  const scan: Files['scan'] = async (request) => {
    const found = await files.scan(request);
    watch.looked(request.folder, 'offline' in found ? undefined : found, false);
    return found;
  };
  return {
    files: {
      ...files,
      scan,
      async claimOutbox(claim) {
        const claimed = await files.claimOutbox(claim);
        // The outbox is never scanned for names of others; a claimed one is watched from here on.
        if (!('offline' in claimed)) {
          await scan({ folder: claim.folder, files: [], ignoreCase: false });
        }
        return claimed;
      },
    },
    onHint(run) {
      wake = run;
    },
    close: () => watch.close(),
  };
}
