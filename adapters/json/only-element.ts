import { Buffer } from 'node:buffer';
import { isCells } from '../../src/domain/cells.ts';
import type { Complaint } from '../../src/domain/complaint.ts';
import { type JsonList, leaveList } from './list.ts';
import { JsonRecord, type JsonTree } from './record.ts';

/**
 * The object in the list's place that has just opened, read on
 * to the end of the file; undefined for `{}`, an empty list.
 */
export function onlyElement(list: JsonList, tree: JsonTree): JsonRecord | Complaint | undefined {
  const { structure } = list;
  structure.window.hold();
  const damage = structure.skip('open');
  if (damage) return damage;
  const record = new JsonRecord(tree, 1, structure.window.release());
  const behind = leaveList(list);
  if (behind) return behind;
  return /^\{\s*\}$/.test(Buffer.from(record.raw).toString('latin1')) ? undefined : record;
}

/**
 * Programs write a list of one as that one. Without an article number it is something else, and so it is where it holds
 * a list of things with such a number: a shop has an id, too.
 */
export function isArticle(record: JsonRecord, { codes, columns }: JsonTree): boolean {
  const cells = record.cells();
  if (!isCells(cells)) return false;
  const numbers = [...codes];
  const isWrapper = columns.names.some((name) =>
    numbers.some((code) => name.endsWith(`].${code}`)),
  );
  return !isWrapper && numbers.some((code) => (cells[columns.index(code)] ?? '') !== '');
}
