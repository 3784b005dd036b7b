import { describe, expect, it } from 'vitest';
import { Classifier } from '../../../adapters/commerceml/classifier.ts';
import {
  classifierEntriesMax,
  offerBytesMax,
  offersMax,
} from '../../../adapters/commerceml/limits.ts';
import { Offers } from '../../../adapters/commerceml/offers.ts';
import { Refused } from '../../../adapters/xml/refused.ts';
import type { XmlElement } from '../../../adapters/xml/tree.ts';

function refusal(work: () => void): string {
  try {
    work();
  } catch (cause) {
    if (cause instanceof Refused) return `${cause.complaint.code}: ${cause.complaint.rule}`;
    throw cause;
  }
  return 'none';
}

describe('limits', () => {
  it('half a million offers are kept, one more is refused', () => {
    const offers = new Offers();
    const add = (index: number) =>
      offers.add({ id: `p#${index}`, file: 'offers.xml', cells: ['1'] });
    for (let index = 0; index < offersMax; index += 1) add(index);
    expect(refusal(() => add(offersMax))).toContain(
      `FILE_TOO_LARGE: The files hold more than ${offersMax} offers`,
    );
  });

  it('offers of more bytes than may be held are refused', () => {
    const offers = new Offers();
    const huge = 'x'.repeat(offerBytesMax / 8);
    const addAll = () => {
      for (let index = 0; index < 8; index += 1)
        offers.add({ id: `${index}`, file: 'offers.xml', cells: [huge] });
    };
    expect(refusal(addAll)).toContain(`more than ${offerBytesMax} bytes`);
  });

  it('a file that says nothing new of an offer, as one of prices, takes no room', () => {
    const offers = new Offers();
    const cells = ['x'.repeat(offerBytesMax / 2)];
    for (const file of ['offers.xml', 'prices.xml', 'rests.xml'])
      offers.add({ id: 'p', file, cells: file === 'prices.xml' ? [] : cells });
    expect(offers.claim('p')).toEqual([{ id: 'p', file: 'offers.xml', cells }]);
  });

  it('a classifier with more entries than may be held is refused', () => {
    const classifier = new Classifier('import.xml');
    const leaf = (name: string, text: string): XmlElement => ({
      name,
      attributes: {},
      children: [],
      text,
      ownText: text,
    });
    const take = (index: number) => {
      const children = [leaf('ИдЗначения', `v${index}`), leaf('Значение', 'x')];
      classifier.take({ ...leaf('Справочник', ''), children }, []);
    };
    for (let index = 0; index < classifierEntriesMax; index += 1) take(index);
    expect(refusal(() => take(classifierEntriesMax))).toContain(
      `more than ${classifierEntriesMax} entries`,
    );
  });
});
