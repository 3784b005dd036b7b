import { describe, expect, it } from 'vitest';
import {
  declaredFindings,
  laterStartFindings,
  outboxFindings,
  subtractFindings,
} from '../../src/check/declared-findings.ts';
import type { Config } from '../../src/config/declaration.ts';
import { declared, declaredSource } from '../catalog/declared.ts';

const { brake } = await declared(
  '  sources: [{ name: a, folder: ./out, files: "*", mapping: { externalId: Nr, name: Name } }]',
);
const warnings = async (isActive: string) => {
  const source = await declaredSource(`{ externalId: Nr, name: Name, isActive: ${isActive} }`);
  const found = declaredFindings(source, { brake }, undefined);
  return found.filter(({ level }) => level === 'warning').map(({ sentence }) => sentence);
};

describe('a default of isActive', () => {
  it.each([
    ['true', 'false', 'inactive'],
    ['false', 'true', 'active'],
  ])('%s that the table makes %s is warned of by what it does', async (said, is, state) => {
    const turned = `{ column: G, translate: { "${said}": ${is} }, default: ${said} }`;
    expect(await warnings(turned)).toEqual([
      `default: ${said} of isActive: is an entry of its translate:, and becomes ${is}: an article whose cell is empty is ${state}.`,
    ]);
  });

  it.each([
    '{ column: G, default: true }',
    '{ column: G, translate: { "true": true, J: false }, default: true }',
    '{ column: G, translate: { "true": false, "": true } }',
  ])('that stays what it says is no reason to warn: %s', async (isActive) => {
    expect(await warnings(isActive)).toEqual([]);
  });
});

it('a key of the outbox that is for another format is warned of at its place', () => {
  const config = { orders: { outbox: { format: 'json' } } } as Config;
  const text = 'orders:\n  outbox:\n    folder: ./o\n    encoding: windows-1252\n';
  expect(outboxFindings(config, { path: 's.yaml', text })).toEqual([
    {
      area: 'config',
      level: 'warning',
      place: 's.yaml:4:5',
      sentence:
        'encoding: of orders.outbox has no effect with format: json: it is for csv, template, commerceml.',
      remedy: 'Remove the line, or correct format: of orders.outbox.',
    },
  ]);
});

describe('orders.startFrom', () => {
  const findings = (startFrom: string) =>
    laterStartFindings({ orders: { startFrom } } as Config, Date.parse('2026-01-01T00:00:00Z'));

  it('is warned of where it is still to come', () => {
    const [finding] = findings('2062-01-01T00:00:00Z');
    expect(finding).toMatchObject({ level: 'warning', place: 'orders.startFrom' });
    expect(finding?.sentence).toContain(
      'if the feed was not read yet, no order is read before 2062-01-01T00:00:00Z',
    );
  });

  it.each(['now', '1970-01-01T00:00:00Z'])('is no reason to warn: %s', (startFrom) => {
    expect(findings(startFrom)).toEqual([]);
  });
});

it('warns that open orders are not subtracted where no orders are read', () => {
  const catalog = { openOrders: 'subtract' };
  expect(subtractFindings({ catalog } as Config)).toMatchObject([
    { level: 'warning', place: 'catalog.openOrders' },
  ]);
  expect(subtractFindings({ catalog, orders: {} } as Config)).toEqual([]);
  expect(subtractFindings({ catalog: { openOrders: 'ignore' } } as Config)).toEqual([]);
});

describe('a full stock file under missing: zero', () => {
  it('says how many articles it may leave out without a release, and which limit that is', async () => {
    const { sources, ...limits } = await declared(
      '  brake: { vanished: { share: 5%, count: 200 } }\n  sources: [{ name: stock, kind: stock, missing: zero, folder: ./out, files: "*", mapping: { externalId: Nr, availableQty: Menge } }]',
    );
    expect(declaredFindings(sources[0]!, limits, undefined)).toMatchObject([
      {
        level: 'ok',
        sentence:
          'An article that a file leaves out gets stock 0 (missing: zero); with missing: keep it would keep its last stock. More than 5% or 200 of them at once are held: if more sell out every day, raise brake.vanished, which applies to all sources.',
      },
    ]);
  });
});
