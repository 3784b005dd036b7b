import type { NeedsYou } from '../../domain/facts.ts';
import { fileInUse } from '../state/counting-file.ts';
import type { EngineDeps, SourceConfig } from '../terms/ports.ts';
import { matchedBy, narrowed, otherTaker, readsAsOwn } from './shared-names.ts';

type Deps = Pick<EngineDeps, 'store' | 'config' | 'fits'>;

/**
 * A source of whole exports has read another source's export as its own, because its glob is too wide. It can be read,
 * so nothing refuses it. Not told if no other file was ever read: then it may be meant to feed both.
 */
export function readOfAnother(deps: Deps): readonly NeedsYou[] {
  return deps.config.sources.flatMap((source) => {
    const read = ofAnother(deps, source);
    if (read === undefined) return [];
    return [
      {
        id: `shared-${source.name}`,
        what: `${source.name}: the file that counts is probably another source's export.`,
        cause: `${matchedBy({ source, other: read.other }, read.name)}, which ${readsAsOwn(source)}.`,
        effect: `What its own exports said and ${read.name} does not say counts as no longer exported.`,
        fix: narrowed(source),
      },
    ];
  });
}

function ofAnother({ store: { runs, sources }, config, fits }: Deps, source: SourceConfig) {
  const { name: own, files, contents, pick, companions } = source;
  if (contents !== 'full' || pick !== 'newest' || companions.length > 0) return undefined;
  const name = fileInUse({ runs, sources }, own)?.file ?? '';
  const other = otherTaker({ sources: config.sources, fits }, source, name);
  if (other === undefined) return undefined;
  const isOwn = (file: string): boolean => fits(files, file) && !fits(other.files, file);
  return sources.allTaken(own).some(({ file }) => isOwn(file)) ? { other, name } : undefined;
}
