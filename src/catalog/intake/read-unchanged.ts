import type { FileSet } from '../../files/stable.ts';
import { nameOf } from '../terms/set-name.ts';
import { type Copying, type CopyingDeps, isUnchanged } from './copying.ts';
import type { HalfMoved } from './half-moved.ts';
import type { KnownExports } from './known-exports.ts';

interface Deps {
  readonly stable: CopyingDeps['stable'];
  readonly copying: Pick<Copying, 'taken'>;
  readonly half: Pick<HalfMoved, 'isRest' | 'lookUp'>;
}

/**
 * Whether a file was read with the content that it has now. Decided by its SHA-256, never by time
 * (contract.md "Exports in"): a share's clock may be behind, and copies keep old times (fault 20).
 * Undefined where its bytes must be read first.
 */
export function readUnchanged(
  { stable, copying, half }: Deps,
  exports: Pick<KnownExports, 'taken'>,
): (set: FileSet) => boolean | undefined {
  half.lookUp();
  return (set) => {
    if (half.isRest(set)) return true;
    const name = nameOf(set);
    const known = exports.taken(name);
    if (known === undefined) return false;
    const seen = copying.taken(name);
    if (seen === undefined || !isUnchanged(stable, seen.parts, set.parts)) return undefined;
    return seen.sha256 === known.sha256;
  };
}
