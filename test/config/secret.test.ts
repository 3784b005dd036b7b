import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { Secret } from '../../src/domain/secret.ts';

const secret = new Secret('canary-4711');

it.each<readonly [string, () => unknown]>([
  ['JSON', () => JSON.stringify({ secret })],
  ['a template', () => `${secret}`],
  ['a list', () => [secret].join()],
  ['inspect', () => inspect({ secret }, { depth: 9, showHidden: true })],
  ['its keys', () => Object.entries(secret)],
  ['a copy', () => inspect(structuredClone(secret))],
  ['an error', () => new Error(`refused ${secret}`).message],
])('fault 119: does not show in %s', (_, print) => {
  expect(String(print())).not.toContain('canary');
});

it('gives the text to who asks for it by name', () => {
  expect(secret.reveal()).toBe('canary-4711');
});

it('prints three stars', () => {
  expect([String(secret), JSON.stringify(secret), inspect(secret)]).toEqual([
    '***',
    '"***"',
    '***',
  ]);
});
