import type { ProductRow } from '../../store/mirror.ts';
import { isUnsure } from '../pass/diff.ts';
import type { ExportedRow } from '../pass/exported-row.ts';
import { isUnderWay } from '../state/counting-runs.ts';
import { isPaused } from '../state/pause.ts';
import type { SourceConfig, StateDeps } from '../terms/ports.ts';

/** A source that must be exported again before what a restore left unsure of an article is sent. */
export type UnreadSince = Pick<SourceConfig, 'name' | 'folder' | 'contents'> & {
  readonly isPaused: boolean;
};

/**
 * Since a restore no file counts that the backup knew (fault 34), so what it left unsure of an article goes nowhere
 * until another file names the article. A whole export that was read since and leaves it out has said so.
 */
export function unreadSinceRestore(
  { store, config }: StateDeps,
  product: ProductRow,
  exported: readonly ExportedRow[],
): readonly UnreadSince[] {
  const { sources } = store;
  const isUnread = ({ name, kind, contents }: SourceConfig): boolean => {
    const row = sources.get(name);
    const run = row?.accepted_run;
    if (!isUnsureOf(product, kind) || run == null || isUnderWay(row)) return false;
    if (contents === 'full' || sources.isFromBackup(run)) return sources.isFromBackup(run);
    const since = exported.some((one) => one.source === name && !sources.isFromBackup(one.run));
    const given = kind === 'products' ? product.content_run : product.quantity_run;
    return !since && given !== null && sources.isFromBackup(given);
  };
  return config.sources
    .filter(isUnread)
    .map((source) => ({ ...source, isPaused: isPaused(store, source.name) }));
}

function isUnsureOf(product: ProductRow, kind: SourceConfig['kind']): boolean {
  if (kind === 'products') return product.in_doubt === 1;
  return product.quantity !== null && isUnsure(product.quantity_run);
}

export function sinceRestoreText(unread: readonly UnreadSince[]): string {
  return unread.map(textOf).join(' ');
}

function textOf({ name, folder, contents, isPaused: waits }: UnreadSince): string {
  const after = waits ? ` ${name} is paused: it is sent after stockhand resume ${name}.` : '';
  return contents === 'delta'
    ? `What ${name} said of it before the restore is not sent: export it again with all its cells.${after}`
    : `It is sent once ${name} is read: nothing of it has been read since the restore. If its export is not in ${folder}, put the newest one back, or export again.${after}`;
}
