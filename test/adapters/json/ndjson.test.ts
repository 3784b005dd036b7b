import { describe, expect, it } from 'vitest';
import { ndjson } from '../../../adapters/json/ndjson.ts';
import { fileOf, readAll } from '../text/reading.ts';

describe('ndjson', () => {
  it('reads one element a line, with its line number', async () => {
    const read = await readAll(ndjson, '{"a":1}\r\n\n{"a":2,"b":"x"}\n{"a":3}');
    expect(read.columns).toEqual(['a', 'b']);
    expect(read.rows.map(({ row, cells }) => `${row}: ${cells.join('|')}`)).toEqual([
      '1: 1',
      '3: 2|x',
      '4: 3',
    ]);
  });

  it('a line of blanks is none, also without a line end', async () => {
    const { rows, complaints, refusal } = await readAll(ndjson, '{"a":1}\r\n \t\r\n{"a":2}\n  ');
    expect(rows.filter(({ cells }) => cells.length > 0).map(({ row }) => row)).toEqual([1, 3]);
    expect([complaints, refusal]).toEqual([[], undefined]);
  });

  it('a damaged line is its own complaint', async () => {
    const { rows, complaints, refusal } = await readAll(
      ndjson,
      '{"a":1}\n{"a":\n{"a":1}x\n{"a":2}\n',
    );
    expect(rows.map(({ row }) => row)).toEqual([1, 4]);
    expect(complaints).toMatchObject([
      { code: 'ROW_STRUCTURE', row: 2 },
      { code: 'ROW_STRUCTURE', row: 3 },
    ]);
    expect(refusal).toBeUndefined();
  });

  it('the actions between the documents of a bulk file for Elasticsearch say nothing, but for what they take away', async () => {
    const lines = [
      '{"index":{"_index":"a","_id":"1"}}',
      '{"nr":"A1"}',
      '{ "create" : {} }',
      '{"nr":"A2"}',
      '{"delete":{"_id":"A3"}}',
      '{"index":{"nr":"A4"}}',
    ];
    const { columns, rows } = await readAll(ndjson, `${lines.join('\n')}\n`);
    expect(columns).toEqual(['nr', 'delete._id', 'index.nr']);
    expect(rows.map(({ cells }) => cells.filter((cell) => cell !== ''))).toEqual([
      [],
      ['A1'],
      [],
      ['A2'],
      ['A3'],
      ['A4'],
    ]);
  });

  it('an article that is under create, with its number in _id, is read', async () => {
    const action = '{"create":{"routing":"a:1","_id":"A1"}}\n';
    const line = '{"create":{"_id":"A2","name":"Bolt","stock":5}}\n';
    const { columns, rows } = await readAll(ndjson, action + line);
    expect(columns).toEqual(['create._id', 'create.name', 'create.stock']);
    expect(rows.map(({ cells }) => cells)).toEqual([[], ['A2', 'Bolt', '5']]);
  });

  it('fault 14: blanks without commas in what looks like an action take no time', async () => {
    const line = `{"index":{${`"_id":1${' '.repeat(8)}`.repeat(30)}}`;
    expect((await readAll(ndjson, `${line}\n`)).complaints).toMatchObject([{ row: 1 }]);
  });

  it('fault 4: a last line that is cut off refuses the file', async () => {
    const { refusal } = await readAll(ndjson, '{"a":1}\n{"a":2');
    expect(refusal).toMatchObject({ code: 'FILE_TRUNCATED', row: 2 });
    expect(refusal?.remedy).toMatch(/^Export again;/);
  });

  it('a last line without a line end that names something twice has a fault in that cell', async () => {
    const { rows, faults, refusal } = await readAll(ndjson, '{"a":1}\n{"a":2,"a":3}');
    expect(rows.map(({ row }) => row)).toEqual([1, 2]);
    expect(faults).toMatchObject([{ code: 'ROW_STRUCTURE', row: 2, column: 'a' }]);
    expect(refusal).toBeUndefined();
  });

  it('gives each line its bytes and their place', async () => {
    const bytes = Buffer.from('{"a":"ü"}\n{"a":2}\n');
    const opened = await ndjson.open({ files: [fileOf('a', bytes)], options: {} });
    if ('refusal' in opened) throw new Error(opened.refusal.rule);
    for await (const { records } of opened.reader.batches()) {
      expect(records.map(({ offset }) => offset)).toEqual([0, 11]);
    }
  });
});
