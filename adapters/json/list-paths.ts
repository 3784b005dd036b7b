import { currentText } from './cells.ts';
import type { JsonList } from './list.ts';
import { pathOf } from './path.ts';

const eventsLooked = 2_000;

/** Paths of the lists that come early in the object that has just opened: what a person may want to set as path. */
export function listPaths({ structure, decoder }: JsonList): readonly string[] {
  const base = structure.depth;
  const keys: string[] = [];
  const found: string[] = [];
  let listDepth = Number.POSITIVE_INFINITY;
  for (let looked = 0; looked < eventsLooked; looked++) {
    const event = structure.next();
    if (typeof event !== 'string' || structure.depth < base) break;
    if (structure.depth < listDepth) listDepth = Number.POSITIVE_INFINITY;
    if (listDepth !== Number.POSITIVE_INFINITY) continue;
    if (event === 'key') keys[structure.depth - base] = currentText(structure, decoder) ?? '';
    if (event !== 'open' || structure.token !== '[') continue;
    found.push(pathOf(keys.slice(0, structure.depth - base)));
    listDepth = structure.depth;
  }
  return found;
}
