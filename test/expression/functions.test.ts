import fs from 'node:fs';
import path from 'node:path';
import { Environment } from '@marcbachmann/cel-js';
import { describe, expect, it } from 'vitest';
import { parseExpression } from '../../src/expression/expression.ts';
import { functions, methods } from '../../src/expression/functions.ts';

const reference = fs.readFileSync(
  path.resolve(import.meta.dirname, '../../config/reference.md'),
  'utf8',
);
const section = reference.slice(reference.indexOf('## Expressions'));
const named = (pattern: RegExp): string[] =>
  [...section.matchAll(pattern)].map(([, name = '']) => name);

describe('what expressions may call', () => {
  it('is listed in the reference of the configuration, and nothing else is', () => {
    expect(named(/^\| `(\w+)\(/gm)).toEqual(functions.map(({ name }) => name));
    expect(named(/^\| `text\.(\w+)\(/gm)).toEqual(methods.map(({ name }) => name));
  });

  it.each([...functions, ...methods])('gives what the example says: $written', (callable) => {
    const { name, example, gives } = callable;
    const expression = parseExpression(example, { decimal: '.', thousands: '' });
    if ('fault' in expression) throw new Error(expression.fault);
    expect(example).toContain(`${name}(`);
    expect(expression.evaluate(() => undefined)).toMatchObject({ text: gives });
  });

  it('is none of the other functions that the library knows', () => {
    const known = new Environment().getDefinitions().functions;
    const listed = (isMethod: boolean) =>
      new Set((isMethod ? methods : functions).map(({ name }) => name));
    const others = known.filter(
      ({ name, receiverType }) => !listed(receiverType !== null).has(name),
    );
    expect(others.length).toBeGreaterThan(20);
    for (const { name, receiverType, params } of others) {
      const given = params.map(() => '"a"').join(', ');
      const written = receiverType === null ? `${name}(${given})` : `"a".${name}(${given})`;
      expect(parseExpression(written), written).toHaveProperty('fault');
    }
  });
});
