import { expect, it } from 'vitest';
import { createOutput, table } from '../../src/cli/output.ts';

it('pads each column for its widest cell, whatever rows are shorter', () => {
  expect(table([['a', '100', 'x'], ['b', '1', 'y'], ['c']])).toBe('a  100  x\nb  1    y\nc');
});

it('fault 118: the name of a file steers no terminal, and is one line in a table', () => {
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text) };
  const output = createOutput(false, { out: stream, error: stream });
  const name = 'a\u001b[31m\r\u0007\u202e.csv';
  output.line(`${name}:\n\tnot read`);
  output.item({}, name);
  output.result({}, () => name);
  output.failure(new Error(name));
  const shown = 'a␣[31m␣␣␣.csv';
  expect(written.slice(0, 3)).toEqual([`${shown}:\n\tnot read\n`, `${shown}\n`, `${shown}\n`]);
  expect(written[3]).toBe(`stockhand: ${shown}\n`);
  expect(table([['a\n1.csv', '1']])).toBe('a␣1.csv  1');
});
