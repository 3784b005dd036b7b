import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (name: string): string => fs.readFileSync(path.join(root, name), 'utf8');

interface Manifest {
  readonly files: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

interface Locked {
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

type Lockfile = Readonly<Record<string, Locked>>;

const manifest = JSON.parse(read('package.json')) as Manifest;
const { dependencies, devDependencies, optionalDependencies } = manifest;
const asked = { ...dependencies, ...devDependencies, ...optionalDependencies };
const { '': own, ...locked } = (JSON.parse(read('package-lock.json')) as { packages: Lockfile })
  .packages;

/** What of a lockfile's packages could be another one tomorrow, or is fetched from elsewhere than the registry. */
function looseIn(packages: Lockfile): readonly string[] {
  return Object.entries(packages)
    .filter(
      ([, { resolved, integrity, link, version }]) =>
        // Without an address npm asks the registry that it is told to use (`omit-lockfile-registry-resolved`).
        resolved !== undefined ||
        link === true ||
        !/^\d+\.\d+\.\d+/.test(version ?? '') ||
        !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
    )
    .map(([place]) => place);
}

const scriptedIn = (packages: Lockfile): readonly string[] =>
  Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([place]) => place.replace(/^.*node_modules\//, ''));

describe('fault 128: what is installed', () => {
  it('is asked for at exact versions, and the lockfile holds the same', () => {
    const exact = /^(npm:@[\w/-]+@)?\d+\.\d+\.\d+$/;
    expect(Object.values(asked).filter((version) => !exact.test(version))).toEqual([]);
    expect(own).toMatchObject({ dependencies, devDependencies, optionalDependencies });
    const other = Object.entries(asked).filter(
      ([name, version]) => locked[`node_modules/${name}`]?.version !== version.replace(/^.*@/, ''),
    );
    expect(other).toEqual([]);
  });

  it('has the digest of every package, and no address but the registry', () => {
    expect(Object.keys(locked).length).toBeGreaterThan(200);
    expect(looseIn(locked)).toEqual([]);
  });

  it('runs no script of a package but that of better-sqlite3', () => {
    expect(scriptedIn(locked)).toEqual(['better-sqlite3']);
    expect(manifest.allowScripts).toEqual({ 'better-sqlite3': true });
    const settings = read('.npmrc').split('\n');
    expect(settings).toEqual(
      expect.arrayContaining([
        'save-exact=true',
        'strict-allow-scripts=true',
        'omit-lockfile-registry-resolved=true',
      ]),
    );
    // Nor does it run one of its own on the machine of whoever installs it.
    const own = Object.keys(manifest.scripts).filter((name) => /install|^prepare$/.test(name));
    expect(own).toEqual([]);
  });

  it('reads workbooks with the vendor’s patched release, not with the abandoned one of the registry', () => {
    expect(locked['node_modules/xlsx']).toMatchObject({ name: '@e965/xlsx', version: '0.20.3' });
    const all = Object.entries(locked).filter(([place]) => /\/xlsx$/.test(place));
    expect(all.map(([place]) => place)).toEqual(['node_modules/xlsx']);
  });

  it('has a reason for each package that ships, in a row of ARCHITECTURE.md', () => {
    const rows = read('ARCHITECTURE.md').match(/^\|[^|]+\|.{10,}\|$/gm) ?? [];
    const first = rows.map((row) => row.split('|')[1] ?? '').join(' ');
    const names = new Set(first.split(/[\s,()`]+/));
    const shipped = Object.keys({ ...dependencies, ...optionalDependencies });
    expect(shipped.filter((name) => !names.has(name))).toEqual([]);
  });

  it.each<[string, Locked]>([
    ['another host', { resolved: 'https://elsewhere.example/a.tgz' }],
    ['a link', { link: true }],
    ['no digest', { integrity: '' }],
    ['a weak digest', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
    ['a range', { version: '^1.0.0' }],
  ])('would be refused with %s', (_, planted) => {
    const good = { version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` };
    expect(looseIn({ 'node_modules/a': good })).toEqual([]);
    expect(looseIn({ 'node_modules/a': { ...good, ...planted } })).toEqual(['node_modules/a']);
    expect(scriptedIn({ 'node_modules/a': { ...good, hasInstallScript: true } })).toEqual(['a']);
  });
});

interface Source {
  readonly file: string;
  readonly text: string;
}

const sources: readonly Source[] = ['src', 'adapters'].flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ file: `${folder}/${name}`, text: read(`${folder}/${name}`) })),
);

const filesWith = (pattern: RegExp, among = sources): readonly string[] =>
  among
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .sort();

/** Code from a text or from a place that is made up while it runs. */
const madeUpCode =
  /\b(?:eval|new Function)\(|'(?:node:)?vm'|\bdlopen\b|\b(?:import|require)\((?!['"])[^)]/;

/** Updates are the package manager's, which checks digests; there is no second way in that would need a signature. */
describe('fault 129: the program never updates itself', () => {
  it('has no command for it', () => {
    const commands = fs.readdirSync(path.join(root, 'src/cli')).join(' ');
    expect(commands).not.toMatch(/update|upgrade|install-|plugin/);
  });

  it('starts other programs from five files, and none of them is a package manager', () => {
    expect(filesWith(/'(?:node:)?child_process'/)).toEqual([
      ...['adapters/workbook/ask.ts', 'src/files/converter.ts', 'src/service/command.ts'],
      ...['src/service/stream.ts', 'src/shares/courier.ts'],
    ]);
    expect(filesWith(/['"](?:npm|npx|yarn|pnpm|curl|wget|tar|sh|bash|cmd|powershell)['"]/)).toEqual(
      [],
    );
  });

  it('runs no code but its own files and packages', () => {
    expect(filesWith(madeUpCode)).toEqual([]);
    const planted = [
      "await import(path.join(dataDir, 'update.js'));",
      'await import(address);',
      'new Function(text)();',
      "import vm from 'node:vm';",
    ].map((text, index) => ({ file: String(index), text }));
    expect(filesWith(madeUpCode, planted)).toHaveLength(planted.length);
  });

  it('writes no file beside its own code: what ships is the built program, and nothing that fetches', () => {
    expect(manifest.files).toEqual([
      ...['dist', 'config', 'data/demo', 'docs', 'adapters/*/README.md'],
      ...['README.md', 'CHANGELOG.md', 'LICENSE'],
    ]);
    expect(Object.keys(manifest.scripts)).not.toContain('postinstall');
  });
});
