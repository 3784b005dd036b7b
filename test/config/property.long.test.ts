import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groups, jsonSchema } from '../../src/config/schema.ts';
import { judged } from './judged.ts';

const known = groups(jsonSchema()).flatMap(({ schema }) => Object.keys(schema.properties ?? {}));
const key = fc.oneof(fc.constantFrom(...known), fc.string({ maxLength: 8 }));
const scalar = fc.oneof(
  fc.constantFrom(
    '~',
    '',
    '30s',
    '2%',
    'true',
    '[',
    `\${A}`,
    `\${file:x}`,
    '*a',
    '&a b',
    '"',
    'https://m',
  ),
  fc.string({ maxLength: 12 }),
  fc.integer().map(String),
);
const { block } = fc.letrec<{ block: string[] }>((tie) => ({
  block: fc.array(
    fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.tuple(key, scalar).map(([name, value]) => `${name}: ${value}`),
      scalar.map((value) => `- ${value}`),
      fc
        .tuple(key, tie('block'))
        .map(([name, lines]) => [`${name}:`, ...lines.map((line) => `  ${line}`)].join('\n')),
      tie('block').map((lines) =>
        lines.map((line, index) => `${index === 0 ? '- ' : '  '}${line}`).join('\n'),
      ),
    ),
    { maxLength: 6 },
  ),
}));

async function isJudged(text: string): Promise<void> {
  const result = await judged(text, { env: { A: 'a' } });
  if ('config' in result) return;
  expect(result.errors.length).toBeGreaterThan(0);
  const lines = text.split(/\r\n|\r|\n/).length;
  for (const error of result.errors) {
    expect(error.line).toBeGreaterThanOrEqual(1);
    expect(error.line).toBeLessThanOrEqual(lines + 1);
    expect(error.column).toBeGreaterThanOrEqual(1);
    expect(error.message.length * error.remedy.length).toBeGreaterThan(0);
  }
}

it('never throws on lines that look like YAML, and places every error in the file', async () => {
  await fc.assert(
    fc.asyncProperty(block, (lines) => isJudged(lines.join('\n'))),
    { numRuns: 150 },
  );
});

it('never throws on any text', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 200 });
  await fc.assert(fc.asyncProperty(text, isJudged), { numRuns: 150 });
});

it('never throws on JSON of any shape', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(key, fc.jsonValue({ maxDepth: 4 })), (value) =>
      isJudged(JSON.stringify(value)),
    ),
    { numRuns: 150 },
  );
});
