import { isObject } from '../base/absent.ts';
import type { House } from './house.ts';

type Group = { count: number; example: string };
type Groups = Record<string, Group>;

/** Beyond this many different kinds, the rest is counted together. */
const groupsShown = 100;

/**
 * What came of everything in the ledger: the report of a rehearsal. A refusal, a failed item and a
 * warning are each shown once, with a count and an example.
 */
export function writeReport({ ledger }: House): Record<string, unknown> {
  const requests: Record<string, number> = {};
  const effects: Record<string, number> = {};
  const [refusals, failedItems, warnings]: [Groups, Groups, Groups] = [{}, {}, {}];
  let seq = 0;
  let entries = 0;
  for (;;) {
    const page = ledger.since(seq, 500);
    for (const entry of page.entries) {
      seq = entry.seq;
      entries += 1;
      count(requests, `${entry.method} ${shape(entry.path)}`);
      for (const effect of entry.effects) count(effects, effect.kind);
      for (const warning of entry.warnings) group(warnings, shape(warning), warning);
      noteRefusal(refusals, entry);
      noteItems(failedItems, entry.answer);
    }
    if (!page.more) {
      const forgotten = ledger.forgotten();
      return { entries, forgotten, requests, effects, refusals, failedItems, warnings };
    }
  }
}

function noteRefusal(
  refusals: Groups,
  entry: { path: string; status: number; answer: unknown },
): void {
  if (entry.status < 400 || !isObject(entry.answer)) return;
  const { type, detail } = entry.answer;
  group(refusals, `${entry.status} ${String(type)}`, `${entry.path}: ${String(detail)}`);
}

/** The failures inside an answer of 200: batch `errors`, or `results` with status failed. */
function noteItems(failedItems: Groups, answer: unknown): void {
  if (!isObject(answer)) return;
  for (const list of [answer['errors'], answer['results']]) {
    if (!Array.isArray(list)) continue;
    for (const item of list) {
      if (!isObject(item) || item['errorCode'] === undefined) continue;
      const who = String(item['externalId'] ?? item['orderId'] ?? item['index']);
      const why = String(item['error'] ?? item['message']);
      group(failedItems, String(item['errorCode']), `${who}: ${why}`);
    }
  }
}

function count(counts: Record<string, number>, name: string): void {
  const known = Object.hasOwn(counts, name) || Object.keys(counts).length < groupsShown;
  const key = known ? name : 'others';
  counts[key] = (counts[key] ?? 0) + 1;
}

function group(groups: Groups, name: string, example: string): void {
  const known = Object.hasOwn(groups, name) || Object.keys(groups).length < groupsShown;
  const key = known ? name : 'others';
  const found = groups[key] ?? { count: 0, example };
  groups[key] = { ...found, count: found.count + 1 };
}

/** The path without its identifiers. */
function shape(path: string): string {
  return path
    .replace(/\/products\/(?!batch)[^/]+/, '/products/:externalId')
    .replace(/\/orders\/\d+/, '/orders/:id')
    .replace(/\/upload\/.*/, '/upload/:mediaId')
    .replace(/(upsert of|stock of|externalId) \S+/, '$1 …')
    .replace(/already [\d.]+$/, 'already there');
}
