import { expect, it, vi } from 'vitest';
import { filledDown } from '../../../src/catalog/mapping/fill-down.ts';
import type { ExportReader, ExportRecord } from '../../../src/domain/adapter.ts';

const tooLong: ExportRecord = {
  row: 2,
  cells: () => ({ code: 'ROW_STRUCTURE', rule: 'has 3 cells.', remedy: 'Quote it.' }),
  cut: () => ['A1', 'Nagel', '5'],
};

const close = vi.fn();
const reader: ExportReader = {
  columns: ['Nr', 'Name'],
  columnsAreComplete: true,
  column: (name) => ['Nr', 'Name'].indexOf(name),
  dialect: { encoding: 'utf-8', delimiter: ';', quote: '"' },
  ...{ sheet: 'Aktuell', sheets: ['Aktuell', 'Vorjahr'], close },
  async *batches() {
    yield { records: [tooLong] };
  },
};

it('leaves all that the reader tells beside its cells, and closes it', async () => {
  const filled = filledDown(reader, { columns: ['Name'] });
  expect(filled).toMatchObject({ sheet: 'Aktuell', sheets: ['Aktuell', 'Vorjahr'] });
  const { value } = await filled.batches().next();
  expect(value?.records[0]?.cut?.()).toEqual(['A1', 'Nagel', '5']);
  filled.close?.();
  expect(close).toHaveBeenCalledOnce();
});
