import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedFiles, staleFiles, writeGenerated } from '../../src/config/generated.ts';
import { forms, groups, jsonSchema } from '../../src/config/schema.ts';
import { configOf, errorsIn } from './judged.ts';

const folder = resolve(import.meta.dirname, '../../config');
const example = readFileSync(join(folder, 'stockhand.example.yaml'), 'utf8');
const reference = readFileSync(join(folder, 'reference.md'), 'utf8');
/** The example with all its examples switched on. */
const everything = example
  .replace(/^(\s*)#(?=[a-zA-Z]+:|- )/gm, '$1')
  // The two pairs of which only one may stand.
  .replace(/^ *picture: .*\n/m, '');
const root = jsonSchema();

function environmentOf(text: string): Record<string, string> {
  const names = text.replace(/^# .*$/gm, '').matchAll(/\$\{([A-Z_]+)\}/g);
  return Object.fromEntries([...names].map(([, name = '']) => [name, `value-of-${name}`]));
}

/** `catalog.sources[].stable.quiet` of every key, without the keys of mapped fields. */
const declaredKeys = groups(root).flatMap(({ at, schema }) =>
  Object.keys(schema.properties ?? {}).map((key) => (at === '' ? key : `${at}.${key}`)),
);

describe('generated files', () => {
  it('are as the declaration would write them now', async () => {
    expect(await staleFiles(folder)).toEqual([]);
  });

  it('are written again where they are stale or not there', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'stockhand-generated-'));
    try {
      await writeFile(join(empty, 'reference.md'), 'old');
      expect(await staleFiles(empty)).toEqual([...generatedFiles().keys()]);
      await writeGenerated(empty);
      expect(await staleFiles(empty)).toEqual([]);
      expect(await readFile(join(empty, 'reference.md'), 'utf8')).toBe(reference);
    } finally {
      await rm(empty, { recursive: true });
    }
  });
});

describe('the example', () => {
  it('loads with the environment that it names', async () => {
    const config = await configOf(example, { env: environmentOf(example) });
    expect(config.catalog?.sources.map(({ name }) => name)).toEqual(['articles', 'stock']);
  });

  it('loads with every key that it shows switched on', async () => {
    expect(everything).not.toBe(example);
    expect(await errorsIn(everything, { env: environmentOf(everything) })).toEqual([]);
  });

  it('tells editors where its schema is', () => {
    expect(example.split('\n')[0]).toBe('# yaml-language-server: $schema=./stockhand.schema.json');
  });

  it.each(declaredKeys)('shows %s', (key) => {
    const name = key.split('.').at(-1) ?? '';
    expect(example).toMatch(new RegExp(`(^|[\\s{#,])${name}\\b`, 'm'));
  });
});

describe('the configuration of the contract', () => {
  const contract = readFileSync(resolve(import.meta.dirname, 'contract.yaml'), 'utf8');
  const around = {
    env: environmentOf(contract),
    files: { '/etc/stockhand/status.password': 'password-1' },
  };

  it('loads word for word', async () => {
    const config = await configOf(contract, around);
    expect(config.status.password?.reveal()).toBe('password-1');
    expect(config.catalog?.sources.map(({ missing }) => missing)).toEqual(['keep', 'zero']);
  });

  it('has the defaults where the example has them too', async () => {
    const [ours, its] = [
      await configOf(example, { env: environmentOf(example) }),
      await configOf(contract, around),
    ];
    expect(ours.catalog?.brake).toEqual(its.catalog?.brake);
    expect(ours.orders?.outbox.origins).toEqual(its.orders?.outbox.origins);
    expect({ ...ours.log, file: '' }).toEqual({ ...its.log, file: '' });
  });
});

describe('the reference', () => {
  it.each(groups(root).map(({ at }) => at))('has a section for [%s]', (at) => {
    const title = at === '' ? '## Top level' : `## ${at}`;
    // A group that may also stand in a list is shown once.
    const lines = reference.split('\n');
    expect(lines.includes(title) || lines.includes(title.replace(/\[\]$/, ''))).toBe(true);
  });

  it.each(declaredKeys)('explains %s', (key) => {
    const at = key.split('.').slice(0, -1).join('.');
    const name = key.split('.').at(-1) ?? '';
    const sections = reference.split(/^(?=##+ )/m);
    const titles = [at === '' ? 'Top level' : at, at.replace(/\[\]$/, '')];
    const section = sections.find((text) =>
      titles.some((title) => text.startsWith(`## ${title}\n`)),
    );
    const row = section?.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
    expect(row?.split(' | ').at(-1)?.length).toBeGreaterThan(4);
  });

  it('knows no key that the declaration does not know', () => {
    const fields = Object.values(root.definitions ?? {})
      .flatMap((schema) => forms(root, schema))
      .flatMap((form) => Object.keys(form.properties ?? {}));
    const known = new Set([...declaredKeys.map((key) => key.split('.').at(-1)), ...fields]);
    const explained = [...reference.matchAll(/^\| `([A-Za-z]+)` \|/gm)].map(([, key]) => key);
    expect(explained.length).toBeGreaterThan(100);
    expect(explained.filter((key) => !known.has(key))).toEqual([]);
  });

  it('links only to sections that it has', () => {
    const anchors = [...reference.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(' ', '-')
        .replace(/[^a-z0-9_-]/g, ''),
    );
    const links = [...reference.matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor]) => anchor);
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((link) => !anchors.includes(link ?? ''))).toEqual([]);
  });
});

describe('the schema for editors', () => {
  it('describes every key', () => {
    const silent = groups(root).flatMap(({ at, schema }) =>
      Object.entries(schema.properties ?? {})
        .filter(([, part]) => (part.description ?? part.allOf?.[0]?.description ?? '') === '')
        .map(([key]) => `${at}.${key}`),
    );
    expect(silent).toEqual([]);
  });

  it('marks secrets', () => {
    const secrets = groups(root).flatMap(({ at, schema }) =>
      Object.entries(schema.properties ?? {})
        .filter(([, part]) => part.writeOnly === true)
        .map(([key]) => `${at}.${key}`),
    );
    expect(secrets).toEqual([
      'marketplace.apiKey',
      'marketplace.proxy',
      'marketplace.portal.session',
      'webhooks.secrets[].value',
      'status.password',
      'alerts.webhook',
      'alerts.mail.smtp',
    ]);
  });
});
