import { describe, expect, it } from 'vitest';
import { settle } from '../../../src/catalog/requests/settle.ts';
import type { RequestItem, RequestKind } from '../../../src/catalog/state/request-items.ts';
import type { ItemOutcome } from '../../../src/catalog/terms/ports.ts';
import { unsureRun } from '../../../src/domain/restored.ts';
import { openCatalogStore } from '../../../src/store/catalog-store.ts';
import { declared } from '../declared.ts';

const source = (name: string, field: string) =>
  `    - { name: ${name}, folder: ./out, files: "${name}.csv", mapping: { externalId: Nr, ${field} } }`;
const alone = `  sources:\n${source('art', 'name: Name')}`;
const shared = `${alone}\n${source('text', 'brand: Marke')}`;
const fields = '{"name":"Neu"}';

interface Case {
  readonly kind: RequestKind;
  readonly item?: Partial<RequestItem>;
  readonly code?: string;
  readonly catalog?: string;
  /** Answered 500 again and again. */
  readonly isGivenUp?: boolean;
  /** A newer file counts by now. */
  readonly isOvertaken?: boolean;
}

/** What is kept of what run 1 said of the article, and what is sent again, after the answer to its request. */
async function settled({
  kind,
  item,
  code,
  catalog = alone,
  isGivenUp = false,
  isOvertaken = false,
}: Case) {
  const config = await declared(catalog);
  const store = openCatalogStore(':memory:');
  store.sources.ensure('art');
  store.runs.begin({ source: 'art', file: 'a.csv', sha256: 'a', started_at: 1 });
  store.sources.set('art', { run: 1, accepted_run: isOvertaken ? 2 : 1 });
  store.mirror.add(1, 'A');
  // Confirmed before, so that stock of it may be sent.
  if (kind === 'stock')
    store.mirror.confirm({ product: 1, contentHash: 7 }, { run: 1, request: 0 });
  store.parts.put({ product: 1, source: 'art', run: 1, firstWhole: 1, fields });
  const outcome: ItemOutcome =
    code === undefined ? { kind: 'succeeded' } : { kind: 'failed', code, message: 'No.' };
  const calls = { upsertOutcomes: () => [outcome], stockOutcomes: () => [outcome] } as never;
  const items = [{ product: 1, externalId: 'A', row: 1, refusedHash: 8, ...item }];
  const request = { id: 1, source: 'art', run: 1, kind, items } as never;
  const status = isGivenUp ? 500 : 200;
  const problem = { type: 'INTERNAL_ERROR', status, title: '', detail: '', instance: '' };
  const plain = { kind: 'answer' as const, status, headers: {}, body: Buffer.from('') };
  const answer = isGivenUp ? { ...plain, problem } : plain;
  const verdict = { kind: isGivenUp ? 'exhausted' : 'answered', attempts: 1, answer } as const;
  const clock = { now: () => 2 } as never;
  const { again, gone } = settle({ store, config, calls, clock }, request, verdict);
  const { skipped } = store.runs.get(1)!;
  const part = store.parts.get(1, 'art', 1);
  return { part, again: again.length, gone: gone.length, skipped, row: store.mirror.get(1) };
}

const content = { contentHash: 8 };
const changed = { ...content, was: 7 };
const created = { ...content, was: null };

describe('what a file said of an article is', () => {
  it.each<[string, Case]>([
    ['we removed', { kind: 'remove', catalog: shared }],
    ['was created, and that one source gives', { kind: 'upsert', item: created }],
    ['was refused', { kind: 'upsert', item: changed, code: 'NO', catalog: shared }],
  ])('not kept of one that %s', async (_, one) => {
    expect((await settled(one)).part).toBeUndefined();
  });

  it.each<[string, Case]>([
    ['was created, and that others give too', { kind: 'upsert', item: created, catalog: shared }],
    ['was changed', { kind: 'upsert', item: changed }],
    ['reconcile --fix repeated in vain', { kind: 'upsert', item: content, code: 'NO' }],
    ['has a stock that was refused', { kind: 'stock', item: { quantity: 1_000 }, code: 'NO' }],
  ])('kept of one that %s', async (_, one) => {
    expect((await settled(one)).part).toBe(fields);
  });
});

it.each<[string, Case, number]>([
  ['a row', { kind: 'upsert', item: content }, 1],
  ['an article that vanished', { kind: 'hide', item: { ...changed, row: null } }, 1],
  ['what --fix repeats', { kind: 'upsert', item: { ...content, row: null } }, 0],
  [
    'what --fix hides again',
    { kind: 'hide', item: { ...content, row: null, isVanished: true } },
    0,
  ],
])('fault 87: %s that met a change of another one goes again by itself or not', async (...of) => {
  const [, one, times] = of;
  expect((await settled({ ...one, code: 'CONFLICT_OPTIMISTIC_LOCK' })).again).toBe(times);
});

it.each<[string, Partial<Case>, number]>([
  ['is skipped where a newer file counts', { isOvertaken: true }, 1],
  ['is not while its file counts', {}, 0],
  ['is none where no row says it', { isOvertaken: true, item: { ...content, row: null } }, 0],
])('fault 87: a row that is to go again %s', async (_, one, skipped) => {
  const code = 'CONFLICT_OPTIMISTIC_LOCK';
  expect((await settled({ kind: 'hide', item: content, code, ...one })).skipped).toBe(skipped);
});

it.each([false, true])(
  'stock of an article that is not there any more is told of it, and skipped where a newer file counts (%s)',
  async (isOvertaken) => {
    const item = { quantity: 1_000 };
    const { gone, skipped, row } = await settled({
      kind: 'stock',
      item,
      code: 'NOT_FOUND',
      isOvertaken,
    });
    expect([gone, skipped, row?.refused_code]).toEqual([1, isOvertaken ? 1 : 0, null]);
  },
);

it.each<[string, Case, { in_doubt: number; quantity_run: number | null }]>([
  ['a removal', { kind: 'remove' }, { in_doubt: 1, quantity_run: unsureRun }],
  ['content', { kind: 'upsert', item: content }, { in_doubt: 1, quantity_run: null }],
  [
    'content with stock',
    { kind: 'upsert', item: { ...content, quantity: 1_000 } },
    { in_doubt: 1, quantity_run: unsureRun },
  ],
  ['stock', { kind: 'stock', item: { quantity: 1_000 } }, { in_doubt: 0, quantity_run: unsureRun }],
])(
  'fault 44: after %s that was given up it is not known what the marketplace has',
  async (...of) => {
    const [, one, doubt] = of;
    const { row, again } = await settled({ ...one, isGivenUp: true });
    expect(row).toMatchObject({ ...doubt, refused_code: 'INTERNAL_ERROR' });
    expect(again).toBe(0);
  },
);
