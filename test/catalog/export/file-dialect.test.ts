import { describe, expect, it } from 'vitest';
import { book } from '../../adapters/xlsx/zip.ts';
import { open, room, useRoom } from '../one-room.ts';

const sources = (keys: string) => `  sources:
    - { name: articles, folder: ./out, files: "artikel.*", stable: { quiet: 0s }, ${keys} mapping: { externalId: Nr, name: Name } }`;
const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const workbook = book({
  rows: `<row>${cell('Nr')}${cell('Name')}</row><row>${cell('A')}${cell('Nagel')}</row>`,
});

useRoom();

describe('what a plan says of how an export is written', () => {
  it.each([
    ['delimiter: auto', 'Nr;Name\r\nA;Nagel\r\n', { encoding: 'utf-8', delimiter: ';' }],
    ['format: xlsx', workbook, {}],
    ['format: json', '[{"Nr":"A","Name":"Nagel"}]', { encoding: 'utf-8' }],
    ['format: ndjson', '{"Nr":"A","Name":"Nagel"}\n', { encoding: 'utf-8' }],
    [
      'format: xml, path: l/a',
      '<?xml version="1.0" encoding="windows-1252"?><l><a><Nr>A</Nr><Name>Nagel</Name></a></l>',
      { encoding: 'windows-1252' },
    ],
    [
      'format: fixed, columns: [{ name: Nr, start: 1, length: 2 }, { name: Name, start: 3, length: 5 }]',
      'A Nagel\r\n',
      { encoding: 'utf-8' },
    ],
  ])('%s: nothing that the format does not have', async (keys, content, dialect) => {
    await open(sources(`${keys},`));
    room.shop.write('out/artikel.dat', content);
    const plan = await room.catalog.plan();
    expect(plan.sources[0]?.dialect).toEqual(dialect);
  });
});
