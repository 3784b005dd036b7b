import type { Advice, NeedsYou } from '../../domain/facts.ts';
import { lastEnding, packedEnding } from '../../domain/file-name.ts';
import type { MissedName, NearTo } from '../../files/near-miss.ts';
import type { SourceConfig } from '../terms/ports.ts';

/** A name that `files:` just misses, where no export was ever read. */
export interface MissedExport extends MissedName {
  /** Monotonic: since when some such name is there. */
  readonly sinceMs: number;
}

type Source = Pick<SourceConfig, 'name' | 'folder' | 'files'>;

/** So long is waited: an ERP may write such a file first and the right one after it. */
const patienceMs = 10 * 60_000;

/**
 * The names that a scan looks for. Not those of done files and
 * companions (`besides`), nor those that another source takes.
 */
export function nearToExports(
  { name, folder, files }: Source,
  sources: readonly Source[],
  besides: readonly string[],
): NearTo {
  const others = sources.filter((other) => other.folder === folder && other.name !== name);
  return { files, but: [...besides, ...others.map((other) => other.files)] };
}

export function createMissedWatch() {
  let known: number | undefined;
  return (missed: MissedName | undefined, nowMs: number): { readonly missed?: MissedExport } => {
    const sinceMs = known ?? nowMs;
    known = missed === undefined ? undefined : sinceMs;
    return missed === undefined ? {} : { missed: { ...missed, sinceMs } };
  };
}

export function missedAdvice(source: Pick<Source, 'files'>, missed: MissedName): Advice {
  const sentence = `${missed.name} is there, and files: "${source.files}" does not match that name.`;
  return { sentence, remedy: remedyOf(source, missed) };
}

export function missedText(source: Pick<Source, 'files'>, missed: MissedName): string {
  const { sentence, remedy } = missedAdvice(source, missed);
  return `${sentence} ${remedy}`;
}

function remedyOf({ files }: Pick<Source, 'files'>, { name, by }: MissedName): string {
  const plain = files.replace(packedEnding, '');
  const [packing = ''] = packedEnding.exec(name) ?? [];
  switch (by) {
    case 'packing':
      return `Write files: "${plain}${packing}" in the source, or export without another ending.`;
    case 'capitals':
      return 'Capital and small letters count: write the name of the export as in files: of the source, or files: as in the name of the export.';
    case 'temporary':
      return 'Such an ending means that it is still being written: the ERP should rename it when it is complete.';
    case 'ending': {
      const [own = ''] = lastEnding.exec(name.replace(packedEnding, '')) ?? [];
      return `If that is the export, write files: "${plain.replace(lastEnding, '')}${own}${packing}" in the source.`;
    }
  }
}

/**
 * Told only of what is surely the export: packed otherwise, or in other capitals. A file of changes may be for somebody
 * else.
 */
export function missedNeeds(
  source: Source & Pick<SourceConfig, 'contents'>,
  missed: MissedExport | undefined,
  nowMs = Number.POSITIVE_INFINITY,
): NeedsYou[] {
  if (missed === undefined || source.contents !== 'full') return [];
  const isSure = missed.by === 'packing' || missed.by === 'capitals';
  if (!isSure || nowMs - missed.sinceMs < patienceMs) return [];
  const { sentence, remedy } = missedAdvice(source, missed);
  return [
    {
      id: `missed-${source.name}`,
      what: `${source.name}: no export has been read yet, but one is there under another name.`,
      cause: sentence,
      effect: 'Nothing of it is sent.',
      fix: remedy,
    },
  ];
}
