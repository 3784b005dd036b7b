import type { FileSet } from '../../files/stable.ts';
import { nameOf } from '../terms/set-name.ts';
import type { Copying, CopyingDeps } from './copying.ts';
import { isUnchanged } from './copying.ts';
import type { KnownExports } from './known-exports.ts';

interface Deps {
  readonly stable: CopyingDeps['stable'];
  readonly copying: Pick<Copying, 'taken'>;
}

/**
 * Known by its SHA-256, never by time (contract.md "Exports in"): the clock of a share may be behind, and a copy keeps the
 * time of what it was copied from (fault 20). Undefined where its bytes have to be looked at first.
 */
export function readAsItStands(
  { stable, copying }: Deps,
  exports: Pick<KnownExports, 'taken'>,
): (set: FileSet) => boolean | undefined {
  return (set) => {
    const name = nameOf(set);
    const known = exports.taken(name);
    if (known === undefined) return false;
    const seen = copying.taken(name);
    if (seen === undefined || !isUnchanged(stable, seen.parts, set.parts)) return undefined;
    return seen.sha256 === known.sha256;
  };
}
