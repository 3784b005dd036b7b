import { expect, it } from 'vitest';
import { createOutput } from '../../src/cli/output.ts';
import { onceText, onceTold } from '../../src/cli/run.ts';
import type { OnceResult } from '../../src/once.ts';

const line =
  '3 rows are not sent yet: the marketplace has not answered yet. The next pass continues with it.';
const result: OnceResult = {
  report: {
    catalog: { runs: [], calls: { batchUpsert: 0, batchStock: 0, delete: 0, pictures: 0 } },
    orders: { pages: 0, versions: 0, written: 0, commands: { done: 0, refused: 0, waiting: 0 } },
    waitsForPerson: [],
  },
  notes: [],
  remaining: [line],
  isUnanswered: false,
  halves: ['catalog', 'orders'],
};

it.each([
  ['on the terminal', false],
  ['beside JSON, on stderr', true],
])('says why a pass or a plan ends with 2: %s', (_, isJson) => {
  const written = { out: '', error: '' };
  const stream = (name: keyof typeof written) => ({
    write: (text: string): void => {
      written[name] += text;
    },
  });
  const output = createOutput(isJson, { out: stream('out'), error: stream('error') });
  expect(onceTold(output, result)).toBe(2);
  expect(isJson ? written.error : written.out).toContain(`  waits: ${line}\n`);
});

it('counts one batch, one version and one page in the singular, and two in the plural', () => {
  const text = (count: number) => {
    const calls = { batchUpsert: count, batchStock: count, delete: count, pictures: count };
    const orders = { ...result.report.orders, pages: count, versions: count, written: count };
    return onceText({
      ...result,
      report: { ...result.report, catalog: { runs: [], calls }, orders },
    });
  };
  expect(text(1)).toContain('calls: 1 product batch, 1 stock batch, 1 delete, 1 picture\n');
  expect(text(1)).toContain('orders: 1 version on 1 page, 1 file written;');
  expect(text(2)).toContain('calls: 2 product batches, 2 stock batches, 2 deletes, 2 pictures\n');
  expect(text(2)).toContain('orders: 2 versions on 2 pages, 2 files written;');
});

it('gives the numbers of an order as numbers, with the digits that the service wrote', () => {
  let written = '';
  const out = {
    write: (text: string): void => {
      written += text;
    },
  };
  const story = {
    content: { summary: { totalAmount: { isLosslessNumber: true, value: '3.30' } } },
  };
  createOutput(true, { out, error: out }).result(story, () => '');
  expect(written).toBe('{"content":{"summary":{"totalAmount":3.30}}}\n');
});

it('tells nothing of articles or orders that the configuration does not have', () => {
  expect(onceText({ ...result, halves: ['orders'] })).toMatch(/^orders: 0 versions[^\n]*$/);
  expect(onceText({ ...result, halves: ['catalog'] })).toMatch(/^No export .*\ncalls: [^\n]*$/);
});
