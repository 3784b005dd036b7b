import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAdapters } from '../../adapters/readers.ts';
import { loadConfig } from '../../src/config/load.ts';
import { groups, jsonSchema } from '../../src/config/schema.ts';
import { catalogueCases } from './catalogue-cases.ts';
import { erpCases } from './erp-cases.ts';
import { examplesFolder, loadExample, realFilesExist, realNames } from './example-room.ts';
import { caseTitle } from './real-case.ts';
import { shopCases } from './shop-cases.ts';

const textOf = (name: string): string => readFileSync(path.join(examplesFolder, name), 'utf8');
const examples = readdirSync(examplesFolder).filter((name) => name.endsWith('.yaml'));
const readme = textOf('README.md');
const rowOf = (start: string): string =>
  readme.split('\n').find((line) => line.startsWith(`| ${start}`)) ?? '';

describe.each(examples)('the example %s', (name) => {
  it('loads, given its variables', async () => {
    const config = await loadExample(name, '/erp');
    expect(config.dataDir).toBe('/erp/state');
    for (const { folder } of config.catalog?.sources ?? []) expect(folder).toBe('/erp/exports');
  });

  it('names every variable that is missing', async () => {
    const loaded = await loadConfig({ path: path.join(examplesFolder, name), env: {} });
    const errors = 'errors' in loaded ? loaded.errors.map(({ message }) => message).join() : '';
    for (const variable of ['STOCKHAND_API_KEY', 'STOCKHAND_DATA', 'ERP_EXPORTS'])
      expect(errors).toContain(variable);
  });

  it('tells editors where its schema is, and people what it is for', () => {
    const [schema, about] = textOf(name).split('\n');
    expect(schema).toBe('# yaml-language-server: $schema=../stockhand.schema.json');
    expect(about).toMatch(/^# \S.{20}/);
  });

  it('is in the README with what it was tried with', () => {
    expect(rowOf(`[${name}](${name})`)).toMatch(/`[^`]+` \|$/);
  });
});

describe('the README of the examples', () => {
  it('links to no example that is not there', () => {
    const links = [...readme.matchAll(/\]\(([\w.-]+\.yaml)\)/g)].map(([, name]) => name);
    expect(links.sort()).toEqual([...examples].sort());
  });

  it.each(
    [...shopCases, ...erpCases, ...catalogueCases].map((real) => [caseTitle(real), real] as const),
  )('tells of %s', (_title, { example, files }) => {
    for (const file of Object.values(files)) expect(rowOf(`[${example}]`)).toContain(`\`${file}\``);
  });

  it('says which formats the configuration knows and no reader reads', () => {
    const source = groups(jsonSchema()).find(({ at }) => at === 'catalog.sources[]');
    const formats = source?.schema.properties?.['format']?.enum ?? [];
    const unread = formats.filter((format) => !(String(format) in readAdapters));
    const said = /^## Formats that are not read[\s\S]*?\n\n(.*) are known/m.exec(readme)?.[1] ?? '';
    expect([...said.matchAll(/`(\w+)`/g)].map(([, format]) => format).sort()).toEqual(
      unread.sort(),
    );
  });

  it.skipIf(!realFilesExist())(
    'names each real export, as tried or with the reason why not (skipped where ../shared/data is missing)',
    () => {
      const rows = readme.split('\n').filter((line) => line.startsWith('| '));
      for (const name of realNames())
        expect(rows.filter((row) => row.includes(`\`${name}\``)).length, name).toBeGreaterThan(0);
    },
  );

  it('says "tried with" only of exports that a test runs', () => {
    const tests = readdirSync(import.meta.dirname)
      .filter((name) => /^real-exports|-cases\.ts$/.test(name))
      .map((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8'))
      .join('\n');
    const tried = examples.flatMap((name) => {
      const cells = rowOf(`[${name}]`).split(' | ');
      return [...(cells.at(-1) ?? '').matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    });
    expect(tried.length).toBeGreaterThan(examples.length);
    expect(tried.filter((file) => !tests.includes(`'${file}'`))).toEqual([]);
  });
});
