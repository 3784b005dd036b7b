import type { SourceConfig } from '../config/declaration.ts';
import { matchNames } from '../files/names.ts';
import type { Finding } from './check.ts';

/**
 * Sources A and B may wait for the same done file. If A is through first, it moves the done file away with its export,
 * and an export of B that was not at rest by then waits for ever. A done file whose name says nothing of the export is
 * not moved, so it is left out here.
 */
export function sharedDoneFindings(
  source: SourceConfig,
  sources: readonly SourceConfig[],
): Finding[] {
  const { doneFile } = source.stable;
  if (source.afterImport !== 'move' || doneFile === undefined) return [];
  const others = sources.filter((other) => other.name !== source.name && isShared(source, other));
  return others.map((other) => ({
    ...{ area: 'files', level: 'warning', place: source.name },
    sentence: `may share its done file (${doneFile}) with source "${other.name}", and moves it away after its own import (afterImport: move): an export of "${other.name}" that is not stable by then waits for it for ever.`,
    remedy: `Let the ERP write one for each export (doneFile: "{name}.ok"), or use afterImport: keep in both sources.`,
  }));
}

function isShared(one: SourceConfig, other: SourceConfig): boolean {
  if (isNamedInFull(one) && one.stable.doneFile === other.stable.doneFile) return false;
  const [own, its] = [doneGlob(one), doneGlob(other)];
  if (own === undefined || its === undefined || one.folder !== other.folder) return false;
  return matchNames([own], false)(its) || matchNames([its], false)(own);
}

/** The done file belongs to one export alone. If both sources take that export, the two leave together. */
function isNamedInFull({ stable: { doneFile = '' } }: SourceConfig): boolean {
  return doneFile.includes('{name}');
}

/** The done files that the exports of a source have; undefined where their name says nothing of the export. */
function doneGlob({ files, stable: { doneFile = '' } }: SourceConfig): string | undefined {
  const stem = files.replace(/\.[^.]*$/, '');
  const glob = doneFile.replaceAll('{name}', () => files).replaceAll('{stem}', () => stem);
  return glob === doneFile ? undefined : glob;
}
