import { describe, expect, it } from 'vitest';
import { mapRows } from '../mapped.ts';

const mapping = '{ externalId: Nr, name: Name }';
const remediesOf = async (text: string, keys: string) =>
  (await mapRows(text, mapping, keys)).map((one) =>
    one.kind === 'rejected' ? one.complaints.map(({ remedy }) => remedy) : one.kind,
  );
const correct = (column: string, field: string) =>
  `If no record has "${column}", correct ${field}: of the mapping; otherwise fill it in the ERP.`;

describe('a record that lacks', () => {
  const trees: readonly (readonly [string, string, string])[] = [
    ['format: json', '[{"No":"A","Name":"Rohr"},{"Nr":"B","Text":"Rohr"}]', 'JSON'],
    ['format: ndjson', '{"No":"A","Name":"Rohr"}\n{"Nr":"B","Text":"Rohr"}\n', 'NDJSON'],
    [
      'format: xml, path: a/p',
      '<a><p><No>A</No><Name>Rohr</Name></p><p><Nr>B</Nr><Text>Rohr</Text></p></a>',
      'XML',
    ],
  ];

  it.each(trees)(
    'the mapped article number or name says that the mapping may be wrong: %s',
    async (...[keys, text]) => {
      expect(await remediesOf(text, keys)).toEqual([
        [correct('Nr', 'externalId')],
        [correct('Name', 'name')],
      ]);
    },
  );

  it('no element, but has it empty, is to be filled in the ERP', async () => {
    const text = '[{"Nr":"","Name":"Rohr","M":1},{"Nr":"B","Name":null,"M":1}]';
    const told = await remediesOf(text, 'format: json');
    expect(told.flat()).toEqual([
      'Fill the key column, or leave the row out with where:.',
      'Fill it in the ERP.',
    ]);
  });

  it('nothing, for each row of a table has all columns, is to be filled in the ERP', async () => {
    const told = await remediesOf('Nr;Name;M\nA;;1\n', 'delimiter: ";"');
    expect(told).toEqual([['Fill it in the ERP.']]);
  });
});
