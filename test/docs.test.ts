import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CommandSpec, commands } from '../src/cli/program.ts';
import { codes } from '../src/domain/codes.ts';
import { problems } from '../src/domain/problem.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const readme = read('README.md');
const nameOf = ({ usage }: CommandSpec): string => usage.split(' ')[0] ?? '';

/** The rows of README's command table: the first code span of each, and the whole row. */
const rows = readme
  .slice(readme.indexOf('## Commands'), readme.indexOf('What each error code'))
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => ({ command: /`([a-z]+)/.exec(line)?.[1] ?? '', line }));

describe('README', () => {
  it('shows the two commands on its first screen', () => {
    const screen = readme.split('\n').slice(0, 25).join('\n');
    expect(screen).toContain('npm ci && npm run demo');
    expect(screen).toContain('npm ci && npm test');
  });

  it('has a row for every command, and no command that does not exist', () => {
    expect([...new Set(rows.map(({ command }) => command))].sort()).toEqual(
      commands.map(nameOf).sort(),
    );
  });

  it('names every option of a command, and no option that it does not have', () => {
    for (const command of commands) {
      const all = [command, ...(command.subcommands ?? [])].flatMap((spec) => spec.options ?? []);
      const flags = all.map(({ flags: text }) => /--[a-z-]+/.exec(text)?.[0] ?? '');
      const text = rows
        .filter((row) => row.command === nameOf(command))
        .map(({ line }) => line)
        .join('\n');
      const named = [...text.matchAll(/--[a-z-]+/g)].map(([flag]) => flag);
      expect(new Set(named), nameOf(command)).toEqual(new Set(flags));
    }
  });

  it('names every subcommand', () => {
    for (const command of commands) {
      const text = rows
        .filter((row) => row.command === nameOf(command))
        .map(({ line }) => line)
        .join('\n');
      for (const sub of command.subcommands ?? []) expect(text).toContain(`\`${nameOf(sub)}\``);
    }
  });
});

/** The pages that say how it behaves, and the one that leads to them. */
const pages = [
  'README.md',
  ...fs.readdirSync(path.join(root, 'docs')).map((name) => `docs/${name}`),
];
const source = fs
  .readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => read(`src/${name}`))
  .join('\n');
const spans = (page: string): string[] =>
  [...read(page).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);

describe.each(pages)('%s', (page) => {
  it('links only to files that exist', () => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(
      ([, target = '']) => target,
    );
    const isThere = (target: string): boolean =>
      fs.existsSync(path.resolve(root, path.dirname(page), target));
    expect(links.filter((target) => !isThere(target))).toEqual([]);
  });

  it('is led to by README', () => {
    expect(page === 'README.md' || readme.includes(`](${page})`)).toBe(true);
  });

  it('names no code, state or variable that the program does not know', () => {
    const named = spans(page).filter((text) => /^[A-Z]+_[A-Z_]+$/.test(text));
    expect(named.filter((name) => !source.includes(name))).toEqual([]);
  });

  it('names no command that does not exist', () => {
    const named = spans(page).flatMap(
      (text) => /^(?:npx )?stockhand ([a-z]+)/.exec(text)?.[1] ?? [],
    );
    const known = new Set(commands.map(nameOf));
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('config/errors.md', () => {
  it('has every error code of the program and of the specification, and no other', () => {
    const listed = [...read('config/errors.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(
      ([, code]) => code,
    );
    expect(listed).toEqual([...Object.keys(codes), ...Object.keys(problems)]);
  });
});

describe('ARCHITECTURE.md', () => {
  it('gives a reason for every dependency', () => {
    const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
    const text = read('ARCHITECTURE.md');
    const names = Object.keys({ ...manifest['dependencies'], ...manifest['devDependencies'] });
    const unnamed = names.filter(
      (name) =>
        !text.includes(name.replace('@biomejs/', '').replace('@vitest/', '')) &&
        !name.startsWith('@types/'),
    );
    expect(unnamed).toEqual([]);
  });

  it('names only folders and files of src that exist', () => {
    const named = [...read('ARCHITECTURE.md').matchAll(/`(src\/[\w./-]+)`/g)].map(
      ([, place = '']) => place,
    );
    expect(named.filter((place) => !fs.existsSync(path.join(root, place)))).toEqual([]);
  });

  it('keeps every dependency at an exact version', () => {
    const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
    const versions = Object.values({ ...manifest['dependencies'], ...manifest['devDependencies'] });
    expect(versions.filter((version) => !/^(npm:@[\w/-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual(
      [],
    );
  });
});
