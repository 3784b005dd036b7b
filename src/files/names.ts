import { fittingName } from '../domain/file-name.ts';
import { matchGlob } from './glob.ts';

type NameMatch = (name: string) => boolean;

/** True on Windows, where names that differ only in their capitals are one file. */
export const ignoreCase = process.platform === 'win32';

/**
 * Answers whether one of these globs fits a bare file name. Capitals count unless `ignoreCase` says otherwise. Composed
 * and decomposed umlauts are the same (a Mac writes the second). Round brackets stand for themselves: `preise (*).csv`.
 */
export function matchNames(patterns: readonly string[], ignoreCase: boolean): NameMatch {
  const matches = patterns.map((pattern) => matchGlob(pattern.normalize('NFC'), ignoreCase));
  return (name) => matches.some((match) => match(name.normalize('NFC')));
}

/**
 * Names with one key are one file: composed and decomposed umlauts are the same, and capitals where they do not count.
 */
export function nameKey(name: string, ignoreCase: boolean): string {
  const composed = name.normalize('NFC');
  return ignoreCase ? composed.toLowerCase() : composed;
}

const temporary = /^\.|^~\$|\.(?:tmp|part|filepart|crdownload)$/i;

/** True of names that programs give to files that are unfinished or not for others (lessons 8), such as dot files. */
export function isTemporaryName(name: string): boolean {
  return temporary.test(name);
}

/**
 * Excel (`~$name`) and LibreOffice (`.~lock.name#`) mark a file that they hold open. Of such a mark, answers that file.
 */
export function openInOffice(name: string): string | undefined {
  return /^~\$(.+)$/s.exec(name)?.[1] ?? /^\.~lock\.(.+)#$/s.exec(name)?.[1];
}

const orderFile = /^[0-9]{9}-[0-9]{1,19}-[0-9a-f]{8}\.(?:json|csv|xml|edi|xlsx|txt|dat|asc)$/;

/** The only names that ever appear in the outbox: nothing that a buyer wrote is in them (fault 76). */
export function isOrderFileName(name: string): boolean {
  return orderFile.test(name);
}

/** The order file that an acknowledgement speaks of (contract.md section 4: `<same name>.ack`). */
export function acknowledgedBy(name: string): string | undefined {
  const order = name.endsWith('.ack') ? name.slice(0, -'.ack'.length) : '';
  return isOrderFileName(order) ? order : undefined;
}

/** The name itself while it is free, else with `.2`, `.3` … before the ending (contract.md section 4). */
export function numberedName(name: string, taken: Iterable<string>): string {
  // Capitals never count here: on many shares `A.csv` and `a.csv` are one file.
  const standing = new Set([...taken].map((other) => nameKey(other, true)));
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let candidate = name;
  for (let number = 2; standing.has(nameKey(candidate, true)); number += 1) {
    candidate = fittingName(stem, `.${number}${ending}`);
  }
  return candidate;
}

/** `{name}` is the whole file name, `{stem}` the name without its ending: `{name}.ok`, `{stem}.dbt`. */
export function fillName(template: string, name: string): string {
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  return template.replaceAll('{name}', () => name).replaceAll('{stem}', () => stem);
}

/** The names that a companion may have: `{stem}` of `artikel.dbf.gz` is `artikel`, or `artikel.dbf`. */
export function companionNames(template: string, name: string): readonly string[] {
  const stem = fillName('{stem}', name.replace(/\.gz$/i, ''));
  const ofUnpacked = fillName(
    template.replaceAll('{stem}', () => stem),
    name,
  );
  return [...new Set([ofUnpacked, fillName(template, name)])];
}

/** The template as a glob: it finds such files before the names that fill the template are known. */
export function templateGlob(template: string): string {
  return template.replaceAll('{name}', '*').replaceAll('{stem}', '*');
}
