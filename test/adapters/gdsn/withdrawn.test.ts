import { describe, expect, it } from 'vitest';
import { gdsn } from '../../../adapters/gdsn/read.ts';
import { fileOf, reading } from '../xml/reading.ts';

const created = '<creationDateTime>2026-11-20T08:00:00Z</creationDateTime>';

function command(type: string, ...items: readonly string[]): string {
  const header = `<documentCommandHeader type="${type}"/>`;
  return `<transaction><documentCommand>${header}<n>${created}${items.join('')}</n></documentCommand></transaction>`;
}

function item(gtin: string, { state = '', dates = '', inner = '' } = {}): string {
  const said = `<catalogueItemState><catalogueItemStateCode>${state}</catalogueItemStateCode></catalogueItemState>`;
  const synchronised = `<tradeItemSynchronisationDates>${dates}</tradeItemSynchronisationDates>`;
  return `<catalogueItem>${state && said}<tradeItem><gtin>${gtin}</gtin>${dates && synchronised}</tradeItem>${inner}</catalogueItem>`;
}

async function withdrawnIn(body: string, options = {}): Promise<readonly unknown[]> {
  const { rows } = await reading(gdsn, [fileOf('a.xml', `<m>${body}</m>`)], options);
  return rows.flatMap((row) =>
    'withdrawn' in row && row.withdrawn === 'true' ? [row['gtin']] : [],
  );
}

describe('a trade item is withdrawn', () => {
  it('by the command of its message, and not by that of another one', async () => {
    const body =
      command('ADD', item('1')) +
      command('DELETE', item('2'), item('3')) +
      command('CHANGE_BY_REFRESH', item('4'));
    expect(await withdrawnIn(body)).toEqual(['2', '3']);
  });

  it.each(['CANCELED', 'CANCELLED', 'DISCONTINUED'])('by its state %s alone', async (state) => {
    const inner = `<catalogueItemChildItemLink>${item('2')}</catalogueItemChildItemLink>`;
    const body = command('ADD', item('1', { state, inner }), item('3', { state: 'REGISTERED' }));
    expect(await withdrawnIn(body)).toEqual(['1']);
    expect(
      await withdrawnIn(body, { path: 'm/transaction/documentCommand/n/catalogueItem' }),
    ).toEqual(['1']);
  });

  it.each([
    ['discontinuedDateTime', '2026-11-19T00:00:00+01:00', true],
    ['canceledDateTime', '2026-11-19T00:00:00', true],
    ['cancelledDateTime', '2026-11-19', true],
    ['cancelDate', '2026-11-19', true],
    ['discontinuedDateTime', '2027-01-31T00:00:00', false],
    ['discontinuedDateTime', '0001-01-01T00:00:00', false],
    ['discontinuedDateTime', '', false],
    ['lastChangeDateTime', '2026-11-19T00:00:00', false],
  ])('by %s %s: %s', async (name, date, expected) => {
    const dates = `<${name}>${date}</${name}>`;
    expect(await withdrawnIn(command('ADD', item('1', { dates })))).toEqual(expected ? ['1'] : []);
  });

  it('by a date of a message that says not when it was made', async () => {
    const dates = '<discontinuedDateTime>2027-01-31T00:00:00</discontinuedDateTime>';
    expect(await withdrawnIn(item('1', { dates }))).toEqual(['1']);
  });

  it('not by a date of an item that it contains', async () => {
    const dates = '<canceledDateTime>2026-11-19T00:00:00</canceledDateTime>';
    const inner = `<catalogueItemChildItemLink>${item('2', { dates })}</catalogueItemChildItemLink>`;
    const path = 'm/transaction/documentCommand/n/catalogueItem';
    expect(await withdrawnIn(command('ADD', item('1', { inner })), { path })).toEqual([]);
  });
});
