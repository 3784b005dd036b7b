import { describe, expect, it } from 'vitest';
import { declaredFindings } from '../../src/declared-findings.ts';
import { declaredSource } from '../catalog/declared.ts';

const warnings = async (isActive: string) => {
  const source = await declaredSource(`{ externalId: Nr, name: Name, isActive: ${isActive} }`);
  const found = declaredFindings(source, undefined);
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
