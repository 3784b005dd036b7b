import type { SourceConfig } from '../../config/declaration.ts';
import type { Complaint } from '../../domain/complaint.ts';
import { decidingColumns } from './filled.ts';
import { neededColumns } from './needed-columns.ts';

const namesShown = 5;

/** A mapped element that stands several times in a record, and under which names. */
interface Repeated {
  readonly column: string;
  readonly all: readonly string[];
  readonly unread: readonly string[];
}

/**
 * A mapped element stands several times in a record. The mapping reads one; that the others are left out must be told.
 */
export function repeatedColumns(source: Mapped, columns: readonly string[]): Complaint[] {
  return repeated(source, columns).map(complaintOf);
}

/**
 * Elements of which the mapping read all in the file before, and now there are more: which are meant is in doubt
 * (lessons 9). In a file of changes, which has few records, only those are looked at that decide what buyers can order.
 * `ever`: columns that undoubted files had; other elements may stand twice now and then, and are asked about once.
 */
export function newlyRepeated(
  source: Mapped & Pick<SourceConfig, 'contents'>,
  { before, ever }: { readonly before: readonly string[]; readonly ever: readonly string[] },
  columns: readonly string[],
): readonly string[] {
  const deciding = decidingColumns(source);
  const watched = source.contents === 'full' ? before : deciding;
  const elementsIn = (names: readonly string[]): ReadonlySet<string> =>
    new Set(repeated(source, names).map(({ column }) => elementOf(column)));
  const [known, knownOnce] = [elementsIn(before), elementsIn([...new Set([...before, ...ever])])];
  const isKnown = (column: string): boolean =>
    (deciding.includes(column) ? known : knownOnce).has(elementOf(column));
  const found = repeated(source, columns).filter(
    ({ column }) => before.includes(column) && watched.includes(column) && !isKnown(column),
  );
  const elements = found.map(({ column }) => elementOf(column));
  // Of a sum each of its columns is found, and all say the same.
  const first = found.filter((_, place) => elements.indexOf(elements[place] ?? '') === place);
  return first.map((one) => newlyText(one, before));
}

/** Names the elements that nothing reads: they are missing in what is sent, and releasing does not change that. */
function newlyText({ column, all, unread }: Repeated, before: readonly string[]): string {
  const written = withoutAliases(before);
  const times = written.filter((name) => elementOf(name) === elementOf(column)).length;
  const was = times === 1 ? 'once' : `up to ${times} times`;
  return `"${column}" up to ${all.length} times in a record, the file before had it ${was}, and nothing reads ${shown(unread)}. ${remedyOf(all)}`;
}

/** Warehouses of CommerceML that the file before lacked, where the stock is that of named ones: it may lack theirs. */
export function newStores(
  source: Pick<SourceConfig, 'format' | 'mapping'>,
  before: readonly string[],
  columns: readonly string[],
): readonly string[] {
  const read = decidingColumns(source);
  const isStore = (name: string): boolean => name.startsWith('Склад:');
  if (source.format !== 'commerceml' || !read.some(isStore)) return [];
  return columns.filter((name) => isStore(name) && !before.includes(name) && !read.includes(name));
}

type Mapped = Pick<SourceConfig, 'mapping' | 'where' | 'fillDown'>;

function repeated(source: Mapped, columns: readonly string[]): Repeated[] {
  const needed = new Set(neededColumns(source));
  const written = withoutAliases(columns);
  return [...needed].flatMap((column) => {
    const all = written.filter((name) => elementOf(name) === elementOf(column));
    // An alias, as JSON has it, reads the first.
    const read = all.includes(column) ? column : all[0];
    const unread = all.filter((name) => name !== read && !needed.has(name));
    return unread.length === 0 ? [] : [{ column, all, unread }];
  });
}

function complaintOf({ column, all, unread }: Repeated): Complaint {
  return {
    code: 'FILE_COLUMNS',
    column,
    rule: `is in a record up to ${all.length} times, and of these ${shown(unread)} ${unread.length === 1 ? 'is' : 'are'} not read.`,
    remedy: `${remedyOf(all)}; otherwise leave it as it is.`,
  };
}

function remedyOf(all: readonly string[]): string {
  const names = `[${shown(all)}]`;
  return `If all count, write sum: ${names} to add up numbers or columns: ${names} to join texts`;
}

function shown(names: readonly string[]): string {
  const more = names.length > namesShown ? ', …' : '';
  return `${names
    .slice(0, namesShown)
    .map((name) => `"${name}"`)
    .join(', ')}${more}`;
}

/** JSON shows what stands first in a list a second time, under the name without positions. */
function withoutAliases(columns: readonly string[]): readonly string[] {
  const listed = new Set(columns.filter((name) => name.includes('[1]')).map(elementOf));
  return columns.filter((name) => name.includes('[') || !listed.has(name));
}

/** `stock[2]/w` and `stock/w` are one element. */
function elementOf(name: string): string {
  return name.trim().replaceAll(/\[\d+\]/g, '');
}
