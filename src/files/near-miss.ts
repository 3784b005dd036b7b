import { lastEnding, packedEnding } from '../domain/file-name.ts';
import { isTemporaryName, matchNames } from './names.ts';

/** The glob of an export, and the names beside it that are of something else: done files, other sources' exports. */
export interface NearTo {
  readonly files: string;
  readonly but: readonly string[];
}

/**
 * A name that a glob just misses: it is packed otherwise, has other capitals, is not yet renamed or has another ending.
 */
export interface MissedName {
  readonly name: string;
  readonly by: 'packing' | 'capitals' | 'temporary' | 'ending';
}

const temporaryEnding = /\.(?:tmp|part|filepart|crdownload)$/i;
/** A glob such as `*.csv` would be just missed by every file. So only files with these endings count there. */
const ofData = /\.(?:csv|tsv|txt|dat|asc|xml|json|ndjson|xlsx|xls|ods|dbf)$/i;
const anyName = /^[*?]*$/;

/** The names that the glob just misses, those that are most surely meant first. Empty where some name fits. */
export function missedNames(
  { files, but }: NearTo,
  names: readonly string[],
  ignoreCase: boolean,
): MissedName[] {
  const fits = matchNames([files], ignoreCase);
  if (names.some((name) => fits(name) && !isTemporaryName(name))) return [];
  const isOther = but.length === 0 ? () => false : matchNames(but, ignoreCase);
  const nearest = nearnessTo(files);
  const found = names
    .filter((name) => !isOther(name))
    .flatMap((name) => {
      const by = nearest(name);
      return by === undefined ? [] : [{ name, by }];
    });
  return kinds.flatMap((kind) => found.filter(({ by }) => by === kind).toReversed());
}

const kinds = ['packing', 'capitals', 'temporary', 'ending'] as const;

function nearnessTo(files: string): (name: string) => MissedName['by'] | undefined {
  const inCapitals = matchNames([files], true);
  const plain = files.replace(packedEnding, '');
  const plainFits = matchNames([plain], true);
  const stem = plain.replace(lastEnding, '');
  const stemFits = matchNames([stem], true);
  const otherEnding = anyName.test(stem) ? ofData : lastEnding;
  return (name) => {
    const whole = name.replace(temporaryEnding, '');
    const isUnfinished = whole !== name;
    // A name that begins with a dot or with ~$ is never an export.
    if (isTemporaryName(whole)) return undefined;
    if (isUnfinished) return plainFits(whole.replace(packedEnding, '')) ? 'temporary' : undefined;
    if (inCapitals(name)) return 'capitals';
    const unpacked = name.replace(packedEnding, '');
    if (plainFits(unpacked)) return 'packing';
    const isOther = stem !== plain && otherEnding.test(unpacked);
    return isOther && stemFits(unpacked.replace(lastEnding, '')) ? 'ending' : undefined;
  };
}
