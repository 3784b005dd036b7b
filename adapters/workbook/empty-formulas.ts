import { Buffer } from 'node:buffer';
import { CFB } from 'xlsx';

/** [MS-XLS] 2.3.2: a formula with its result, and which program has calculated the workbook. */
const formulaRecord = 0x0006;
const recalcIdRecord = 0x01c1;
const headBytes = 4;
const container = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/**
 * Whether nobody has calculated an XLS workbook: each of its formulas has an empty text for its result, and no program says
 * that it has calculated. So xlwt writes them.
 */
export function leavesFormulasEmpty(bytes: Uint8Array): boolean {
  const records = Buffer.from(workbookStream(Buffer.from(bytes)));
  let formulas = 0;
  for (let at = 0; at + headBytes <= records.length; ) {
    const record = records.readUInt16LE(at);
    const content = at + headBytes;
    if (record === recalcIdRecord) return false;
    if (record === formulaRecord && !hasEmptyText(records, content)) return false;
    if (record === formulaRecord) formulas++;
    at = content + records.readUInt16LE(at + 2);
  }
  return formulas > 0;
}

/** Older workbooks stand in no container, and keep a result of every formula. */
function workbookStream(bytes: Buffer): Uint8Array {
  if (!bytes.subarray(0, container.length).equals(container)) return new Uint8Array();
  const found = CFB.find(CFB.read(bytes, { type: 'buffer' }), 'Workbook') as
    | { readonly content: Uint8Array }
    | null
    | undefined;
  return found?.content ?? new Uint8Array();
}

/** [MS-XLS] 2.5.133: behind row, column and style stands no number, but the mark of an empty text. */
function hasEmptyText(records: Buffer, at: number): boolean {
  return (
    at + 14 <= records.length && records[at + 6] === 3 && records.readUInt16LE(at + 12) === 0xffff
  );
}
