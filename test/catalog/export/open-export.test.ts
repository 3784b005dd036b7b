import { describe, expect, it } from 'vitest';
import { adapterOptions } from '../../../src/catalog/export/open-export.ts';
import type { SourceConfig } from '../../../src/catalog/terms/ports.ts';

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
