import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configErrorText } from '../../src/config/judge.ts';
import { configPlaces, isFound, loadConfig } from '../../src/config/load.ts';
import { marketplace } from './judged.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stockhand-config-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const load = (path?: string, env: Record<string, string> = {}) =>
  loadConfig({ ...(path === undefined ? {} : { path }), env, cwd: folder, platform: 'linux' });

async function file(name: string, text: string | Uint8Array, mode = 0o600): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  await chmod(path, mode);
  return path;
}

function messages(loaded: Awaited<ReturnType<typeof load>>): string[] {
  return 'errors' in loaded ? loaded.errors.map(configErrorText) : [];
}

describe('where the configuration is found', () => {
  it('takes the path that is named, and gives its text back', async () => {
    const path = await file('mine.yaml', marketplace);
    expect(await load('mine.yaml', { STOCKHAND_CONFIG: 'other.yaml' })).toMatchObject({
      path,
      text: marketplace,
      config: { dataDir: join(folder, 'data') },
    });
  });

  it('lets what a service reads from its file count before the environment', async () => {
    await file('s.yaml', marketplace.replace('key-1', `"\${KEY}"`));
    const env = { KEY: '' };
    const over = { KEY: 'from-the-file' };
    expect(messages(await loadConfig({ path: 's.yaml', env, cwd: folder }))).toHaveLength(1);
    expect(messages(await loadConfig({ path: 's.yaml', env, over, cwd: folder }))).toEqual([]);
  });

  it('takes what STOCKHAND_CONFIG names before the usual places', async () => {
    await mkdir(join(folder, 'config'));
    await file('config/stockhand.yaml', marketplace);
    const path = await file('env.yaml', marketplace);
    expect(await load(undefined, { STOCKHAND_CONFIG: path })).toMatchObject({ path });
  });

  it('takes config/stockhand.yaml below the working folder', async () => {
    await mkdir(join(folder, 'config'));
    const path = await file('config/stockhand.yaml', marketplace);
    expect(await load()).toMatchObject({
      path,
      config: { dataDir: join(folder, 'config', 'data'), file: path },
    });
  });

  it.each([
    ['/etc/stockhand/stockhand.yaml', 'linux', true],
    ['/opt/erp/config/stockhand.yaml', 'linux', false],
    ['D:\\PD\\Stockhand\\stockhand.yaml', 'win32', true],
    ['C:\\ProgramData\\Stockhand\\stockhand.yaml', 'win32', false],
  ] as const)('knows whether every command finds %s by itself (%s)', (path, platform, found) => {
    expect(isFound(path, { env: { ProgramData: 'D:\\PD' }, platform })).toBe(found);
  });

  it('looks in the machine-wide place last', () => {
    expect(configPlaces({ env: {}, platform: 'linux' })).toEqual([
      'config/stockhand.yaml',
      '/etc/stockhand/stockhand.yaml',
    ]);
    expect(configPlaces({ env: { ProgramData: 'D:\\PD' }, platform: 'win32' })).toEqual([
      'config/stockhand.yaml',
      'D:\\PD\\Stockhand\\stockhand.yaml',
    ]);
  });

  it('does not look elsewhere for a file that was named', async () => {
    await mkdir(join(folder, 'config'));
    await file('config/stockhand.yaml', marketplace);
    expect(await load('none.yaml')).toEqual({
      errors: [
        {
          code: 'CONFIG_NOT_FOUND',
          file: join(folder, 'none.yaml'),
          line: 1,
          column: 1,
          message: `no configuration file was found; looked for ${join(folder, 'none.yaml')}`,
          remedy:
            'Give one with --config FILE, or copy config/stockhand.example.yaml to config/stockhand.yaml.',
        },
      ],
      named: new Map(),
    });
  });
});

describe('what the file is', () => {
  it('names the file of every error as it is on disk', async () => {
    const path = await file('bad.yaml', 'marketplace:\n  apiKy: x\n');
    expect(messages(await load('bad.yaml'))[1]).toBe(
      `${path}:2:3 error unknown key "apiKy" in marketplace - did you mean "apiKey"?`,
    );
  });

  it('takes a byte order mark and Windows line ends', async () => {
    await file('bom.yaml', `\uFEFF${marketplace.replace('\n', '\r\n')}language: de\r\n`);
    expect(await load('bom.yaml')).toMatchObject({ config: { language: 'de' } });
  });

  it('refuses a file that is not UTF-8', async () => {
    await file('ansi.yaml', Buffer.concat([Buffer.from(`${marketplace}# f`), Buffer.of(0xfc)]));
    expect(messages(await load('ansi.yaml'))[0]).toMatch(
      /:1:1 error the file is not UTF-8\. Save it as UTF-8\.$/,
    );
  });

  it('refuses a folder in its place', async () => {
    expect(messages(await load('.'))[0]).toContain(':1:1 error the file cannot be read (EISDIR)');
  });

  it('refuses a file that nobody can have written by hand', async () => {
    await file('large.yaml', '#'.repeat(1_000_001));
    expect(messages(await load('large.yaml'))[0]).toContain('the file is larger than 1 MB');
  });
});

describe('files of secrets', () => {
  const text = `marketplace: { baseUrl: "https://m.example", apiKey: "\${file:./key}" }\n`;
  const keyOf = async () => {
    await file('s.yaml', text);
    const loaded = await load('s.yaml');
    return 'config' in loaded ? loaded.config.marketplace.apiKey.reveal() : messages(loaded)[0];
  };

  it('are read without the line end at their end', async () => {
    await file('key', 'k-1\r\n');
    expect(await keyOf()).toBe('k-1');
  });

  it.each([
    ['UTF-16, as Windows PowerShell writes it', Buffer.from('\uFEFFgeheim\r\n', 'utf16le')],
    ['windows-1252', Buffer.from('geh\u00fcim', 'latin1')],
  ])('in %s are refused: what they were read as is another secret', async (_, bytes) => {
    const path = await file('key', bytes);
    expect(await keyOf()).toContain(
      `needs the file ${path}, which is not UTF-8. Save it as UTF-8.`,
    );
  });

  it('fault 122: are closed to other users of the machine', async () => {
    const path = await file('key', 'k-1', 0o644);
    expect(await keyOf()).toBe('k-1');
    expect(((await stat(path)).mode & 0o777).toString(8)).toBe('640');
  });

  it('fault 122: are refused where other users can read them and that is not ours to change', async (context) => {
    if (process.geteuid?.() !== 0) context.skip('only root can act as another user');
    const path = await file('my key', 'k-1', 0o644);
    await file('s.yaml', text.replace('./key', './my key'), 0o644);
    await chmod(folder, 0o755);
    process.seteuid?.(65_534);
    const loaded = await load('s.yaml').finally(() => process.seteuid?.(0));
    expect(messages(loaded)[0]).toContain(
      `:1:54 error needs a secret, but the file ${path} can be read by every user of this machine. Run: chmod o-rwx "${path}"`,
    );
  });

  it('are named where they do not exist', async () => {
    expect(await keyOf()).toContain(
      `:1:54 error needs the file ${join(folder, 'key')}, which does not exist`,
    );
  });

  it('are refused where they are no files', async () => {
    await mkdir(join(folder, 'key'));
    expect(await keyOf()).toContain('which is not a file');
  });

  it('are refused where they are too large', async () => {
    await file('key', 'k'.repeat(65_537));
    expect(await keyOf()).toContain('which is larger than 64 kB');
  });
});
