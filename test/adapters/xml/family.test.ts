import { describe, expect, it } from 'vitest';
import { bmecat } from '../../../adapters/bmecat/read.ts';
import { commerceml } from '../../../adapters/commerceml/read.ts';
import { gdsn } from '../../../adapters/gdsn/read.ts';
import { readAdapters } from '../../../adapters/readers.ts';
import { xml } from '../../../adapters/xml/read.ts';
import type { ReadAdapter } from '../../../src/domain/adapter.ts';
import { cpuMs, fileOf, reading, realBytes, realFile, realFilesExist } from './reading.ts';

const family: readonly (readonly [string, ReadAdapter])[] = Object.entries({
  xml,
  commerceml,
  bmecat,
  gdsn,
});
const complaintWithinMs = 1_000;

describe.each(family)('%s', (name, adapter) => {
  it(`${name} is the reader of its format`, async () => {
    const file = fileOf('a.xml', '');
    expect(await readAdapters[name]?.open({ files: [file], options: {} })).toEqual(
      await adapter.open({ files: [file], options: {} }),
    );
  });

  it(`fault 11: ${name} refuses declarations, bombs, floods and endless depth within a second`, async () => {
    const table: readonly (readonly [string, string])[] = [
      ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'FILE_DOCTYPE'],
      [`<BMECAT><T_NEW_CATALOG>${'<a>'.repeat(100_000)}`, 'FILE_TOO_LARGE'],
      [`<BMECAT>${'&#65;'.repeat(1_100_000)}</BMECAT>`, 'FILE_TOO_LARGE'],
      ['', 'FILE_EMPTY'],
    ];
    for (const [content, code] of table) {
      const started = cpuMs();
      const { rows, refusal } = await reading(adapter, [fileOf('hostile.xml', content)]);
      expect(cpuMs() - started).toBeLessThan(complaintWithinMs);
      expect(rows).toEqual([]);
      // CommerceML does not read on where the root is another.
      expect([code, ...(adapter === commerceml ? ['FILE_STRUCTURE'] : [])]).toContain(
        refusal?.code,
      );
    }
  });

  it.skipIf(!realFilesExist())(
    `${name} ends each collected hostile file in a complaint within a second`,
    async () => {
      const files = [
        'defusedxml_external.xml',
        'defusedxml_simple.xml',
        'defusedxml_xmlbomb.xml',
        'pss_Xml_XEETestInvalidUTF-8.xml',
        'poi_poc-xmlbomb.xlsx',
        'pss_CSV_empty.csv',
        'blns/blns.txt',
      ];
      for (const file of files) {
        const started = cpuMs();
        const { rows, refusal } = await reading(adapter, [realFile(`hostile/${file}`)]);
        expect(cpuMs() - started).toBeLessThan(complaintWithinMs);
        expect(rows).toEqual([]);
        expect(refusal?.rule).toBeTruthy();
      }
    },
  );

  const whole =
    {
      commerceml: '1c_carono_import.xml',
      bmecat: 'bmecat_2005_naugrimm_document.xml',
      gdsn: 'gdsn_food_product_full.xml',
      xml: 'tally_export_sample.xml',
    }[name] ?? '';
  it.skipIf(!realFilesExist())(`fault 4: ${name} refuses every prefix of ${whole}`, async () => {
    const bytes = realBytes(`products/${whole}`);
    const end = bytes.lastIndexOf('</');
    for (let length = 0; length <= end; length += Math.ceil(bytes.length / 200)) {
      const { refusal } = await reading(adapter, [fileOf('cut.xml', bytes.subarray(0, length))], {
        path: name === 'xml' ? 'STOCKITEM' : 'tradeItem',
      });
      expect(['FILE_EMPTY', 'FILE_TRUNCATED']).toContain(refusal?.code);
    }
  });
});
