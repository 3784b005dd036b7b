import { Buffer } from 'node:buffer';
import { type Complaint, complaintOf, shownValue } from '../../src/domain/complaint.ts';
import { currentText } from './cells.ts';
import type { JsonList } from './list.ts';

const errorNames = /^(?:errors?|exceptions?|faults?|fehler)$/i;
const nothings: ReadonlySet<unknown> = new Set([null, false, 0, '', '0']);

/**
 * Programs that fail write their errors beside a list without an element: that is no day without
 * changes, and no catalogue that has become empty. Looked for from the root down to the keys beside
 * the list, in a file that holds no element.
 */
export function ownErrors({ structure, decoder, path }: JsonList): Complaint | undefined {
  for (let event = structure.next(); event !== 'end'; event = structure.next()) {
    // Damage is told where the list is read.
    if (typeof event !== 'string') return undefined;
    if (event !== 'key' || structure.depth > path.length) continue;
    const name = currentText(structure, decoder) ?? '';
    if (!errorNames.test(name)) continue;
    const value = structure.next();
    structure.window.hold();
    if (typeof value !== 'string' || structure.skip(value) !== undefined) return undefined;
    const text = Buffer.from(structure.window.release().bytes).toString();
    if (saysSomething(text)) return failed(structure.window.file, name, text);
  }
  return undefined;
}

/** Where errors are counted, or have fields of their own, `{"code": 0, "message": ""}` tells of none. */
function saysSomething(text: string): boolean {
  try {
    return isSomething(JSON.parse(text));
  } catch {
    // Of another encoding, or no JSON for others than us.
    return true;
  }
}

function isSomething(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return !nothings.has(value);
  return Object.values(value).some(isSomething);
}

function failed(file: string, name: string, text: string): Complaint {
  return complaintOf({
    code: 'FILE_FAILED',
    file,
    rule: `The file holds no element and reports errors of its own ("${name}": ${shownValue(text)}).`,
  });
}
