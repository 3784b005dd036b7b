import { describe, expect, it } from 'vitest';
import { readAdapters } from '../../../adapters/readers.ts';
import type { Remembered } from '../../../src/catalog/export/empty-export.ts';
import { adapterOptions, openExport } from '../../../src/catalog/export/open-export.ts';
import type { SourceConfig } from '../../../src/catalog/terms/ports.ts';
import { fileOf } from '../../adapters/text/reading.ts';
import { declaredSource } from '../declared.ts';

const source = (given: object): SourceConfig =>
  ({
    mapping: { externalId: { from: { kind: 'columns', columns: ['id'] } } },
    ...given,
  }) as unknown as SourceConfig;

describe('a file that says of itself that it holds changes only', () => {
  it.each([
    ['full', { kind: 'products', contents: 'full' }],
    ['full', { kind: 'stock', contents: 'full', missing: 'zero' }],
    ['delta', { kind: 'stock', contents: 'full', missing: 'keep' }],
    ['delta', { kind: 'stock', contents: 'delta' }],
  ])('is read as %s of %o: it does harm only where a gap means something', (contents, given) => {
    expect(adapterOptions(source(given)).contents).toBe(contents);
  });
});

it('fault 117: the files of an export that cannot all be opened are closed again', async () => {
  const open = new Set<string>();
  const openSpooled = ({ name }: { readonly name: string }) => {
    if (open.size === 2) throw new Error('too many open files');
    open.add(name);
    return { ...fileOf(name, ''), close: () => open.delete(name) };
  };
  const parts = ['a', 'b', 'c'].map((name) => ({ name, path: name }));
  const deps = { adapters: readAdapters, openSpooled };
  const opening = openExport(deps, source({ format: 'csv' }), { sha256: '', parts, size: 0 });
  await expect(opening).rejects.toThrow('too many open files');
  expect([...open]).toEqual([]);
});

it('fault 3: a file of no bytes is an empty export, also where the last tree lacked an optional column', async () => {
  const flag = '{ column: blocked, translate: { J: false }, default: true }';
  const mapping = `{ externalId: nr, name: name, isActive: ${flag} }`;
  const articles = await declaredSource(mapping, 'format: xml, path: /a/b');
  const store = { sources: { get: () => ({ header: '["nr","name"]' }) } };
  const openSpooled = ({ name }: { readonly name: string }) => ({
    ...fileOf(name, ''),
    close: () => undefined,
  });
  const deps = { adapters: readAdapters, openSpooled, ...({ store } as unknown as Remembered) };
  const parts = [{ name: 'a.xml', path: 'a.xml' }];
  const opened = await openExport(deps, articles, { sha256: '', parts, size: 0 });
  expect(opened).toMatchObject({ reader: { columns: ['nr', 'name'] } });
});
