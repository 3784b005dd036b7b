import type { Complaint } from '../../src/domain/complaint.ts';
import { plainName } from '../text/columns.ts';
import type { Decoder } from '../text/decode.ts';
import { currentText } from './cells.ts';
import { listPaths } from './list-paths.ts';
import { pathOf } from './path.ts';
import type { JsonEvent, JsonStructure } from './structure.ts';

/** The list of elements, by the plain names of its keys from the root down; none where the root itself is the list. */
export interface JsonList {
  readonly structure: JsonStructure;
  readonly decoder: Decoder;
  readonly path: readonly string[];
  /** The depth of the first list on the way to it, whose other elements may hold such a list, too. */
  depthOnWay?: number;
}

const keysShown = 20;
const eventsLooked = 2_000;

/** What is in the list's place. */
type Place = 'list' | 'object' | 'empty';

/** Moves to the list's opening, or to that of an object in its place, or says what is there instead. */
export function enterList(list: JsonList): Place | Complaint {
  const { structure, path } = list;
  let event = structure.next();
  for (const [index, key] of path.entries()) {
    if (typeof event !== 'string') return event;
    const seen: string[] = [];
    event = valueAt(list, key, seen) ?? notA('object', list, path.slice(0, index));
    if (event !== 'close') continue;
    return seen.length > 0 ? missing(list, key, seen) : (leaveList(list) ?? 'empty');
  }
  if (typeof event !== 'string') return event;
  if (structure.token === '[') return 'list';
  if (structure.token === '{') return 'object';
  const isNull = structure.token === 'literal' && structure.window.ascii() === 'null';
  return isNull ? (leaveList(list) ?? 'empty') : notList(list);
}

/** What is told where the list's place holds something else. */
export function notList(list: JsonList): Complaint {
  return notA('list', list, list.path);
}

/**
 * Moves to the value of a key of what has just opened; `close` where it has none, undefined where nothing has opened.
 */
function valueAt(list: JsonList, key: string, seen: string[]): JsonEvent | Complaint | undefined {
  if (list.structure.token === '{') return keyValue(list, key, seen);
  return list.structure.token === '[' ? valueInElement(list, key, seen) : undefined;
}

/** Programs leave out a list without elements. */
function keyValue(list: JsonList, key: string, seen: string[]): JsonEvent | Complaint {
  const { structure, decoder } = list;
  for (let event = structure.next(); event !== 'close'; event = structure.next()) {
    if (typeof event !== 'string') return event;
    const name = currentText(structure, decoder) ?? '';
    const value = structure.next();
    if (typeof value !== 'string' || plainName(name) === key) return value;
    if (seen.length < keysShown && !seen.includes(name)) seen.push(name);
    const damage = structure.skip(value);
    if (damage) return damage;
  }
  return 'close';
}

/** Of the first element that has the key: in the others databases tell of the table. */
function valueInElement(list: JsonList, key: string, seen: string[]): JsonEvent | Complaint {
  const { structure } = list;
  list.depthOnWay ??= structure.depth;
  for (let event = structure.next(); event !== 'close'; event = structure.next()) {
    if (typeof event !== 'string') return event;
    if (structure.token === '{') {
      const value = keyValue(list, key, seen);
      if (value !== 'close') return value;
    } else {
      const damage = structure.skip(event);
      if (damage) return damage;
    }
  }
  return 'close';
}

function missing(list: JsonList, key: string, seen: readonly string[]): Complaint {
  return {
    code: 'FILE_STRUCTURE',
    file: list.structure.window.file,
    rule: `There is no "${key}" on the way to "${pathOf(list.path)}".`,
    remedy: `Correct path: of the source. Here the file has: ${seen.join(', ')}.`,
  };
}

function placeOf(path: readonly string[]): string {
  return path.length === 0 ? 'The file as a whole' : `"${pathOf(path)}"`;
}

function notA(kind: 'object' | 'list', list: JsonList, path: readonly string[]): Complaint {
  const found = list.structure.token === '{' ? listPaths(list) : [];
  if (path.length === 0 && goesOnBehind(list)) return ndjsonMeant(list);
  const choice = found.length > 0 ? ` Lists in the file: ${found.join(', ')}.` : '';
  return {
    code: 'FILE_STRUCTURE',
    file: list.structure.window.file,
    rule: `${placeOf(path)} is no ${kind}.`,
    remedy: `Set path: of the source to the list of elements.${choice}`,
    ...(found.length > 0 && { paths: found }),
  };
}

/**
 * Whether another text begins behind the first, as each line of NDJSON is one; looked for no further than a line goes.
 */
function goesOnBehind({ structure }: JsonList): boolean {
  for (let looked = 0; looked < eventsLooked; looked++) {
    const event = structure.next();
    if (event === 'end') return false;
    if (typeof event !== 'string') return structure.depth === 0 && structure.token === '{';
  }
  return false;
}

function ndjsonMeant({ structure }: JsonList): Complaint {
  return {
    code: 'FILE_STRUCTURE',
    file: structure.window.file,
    rule: 'The file as a whole is not a list: another element begins after its first one, as if each line were one (NDJSON).',
    remedy: 'Set format: ndjson in the source.',
  };
}

/** Moves to the end of the next element; `end` where the list closes. */
export function nextElement({ structure }: JsonList): 'element' | 'end' | Complaint {
  const event = structure.next();
  if (typeof event !== 'string') return event;
  if (event === 'close') return 'end';
  structure.window.hold();
  return structure.skip(event) ?? 'element';
}

/** Reads on to the end of the file: what is cut off or continues behind the list refuses the file. */
export function leaveList(list: JsonList): Complaint | undefined {
  const { structure, decoder, path } = list;
  const parentDepth = structure.depth;
  const leastDepth = list.depthOnWay ?? parentDepth;
  let isInParent = path.length > 0;
  for (let event = structure.next(); event !== 'end'; event = structure.next()) {
    if (typeof event !== 'string') return event;
    if (structure.depth < leastDepth) isInParent = false;
    const isKeyOfParent = isInParent && event === 'key' && structure.depth === parentDepth;
    if (isKeyOfParent && plainName(currentText(structure, decoder) ?? '') === path.at(-1))
      return listedTwice(list);
  }
  return undefined;
}

function listedTwice(list: JsonList): Complaint {
  return {
    code: 'FILE_STRUCTURE',
    file: list.structure.window.file,
    rule: `The list "${pathOf(list.path)}" is in the file twice.`,
    remedy: 'Export all elements in one list; of several tables of a database, export only one.',
  };
}
