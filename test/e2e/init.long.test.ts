import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OnceResult } from '../../src/once.ts';
import { temporaryFolder } from '../support/folder.ts';
import { openMarket } from '../support/market.ts';
import { startProgram } from '../support/program.ts';
import { timeout } from '../support/scene.ts';

const articles = `ArtNr;Bezeichnung;ME;Bestand;EAN;VK
A1;Schraube M8;STK;1.234,5;4006381333931;1,00
A2;Mutter M8;STK;12;;2,00
A3;Scheibe "groß";PAK;0;;3,00
`;
const env = { STOCKHAND_API_KEY: 'sandbox-key' };

function place(content = articles) {
  const folder = temporaryFolder('init');
  const [sample, config] = [path.join(folder, 'artikel.csv'), path.join(folder, 'stockhand.yaml')];
  fs.writeFileSync(sample, content);
  const init = (...args: string[]) =>
    startProgram(['init', '--sample', sample, '--out', config, ...args]).ended;
  return { folder, sample, config, init };
}

/** Articles A0, A1 … with what stands in Gesperrt. */
function blocked(cells: readonly string[]): string {
  const rows = cells.map((cell, at) => `A${at};Schraube M${at};${cell}\n`);
  return `ArtNr;Name;Gesperrt\n${rows.join('')}`;
}

/** Read at once, and sent however many articles change. */
function withoutBrake(config: string): void {
  const written = fs
    .readFileSync(config, 'utf8')
    .replace('      contents:', '      stable: { quiet: 500ms }\n      contents:')
    .replace('  vanished:', '  brake: { vanished: { share: 100% } }\n  vanished:');
  fs.writeFileSync(config, written);
}

describe('init', { timeout }, () => {
  it('writes a configuration that check accepts and run --once publishes', async () => {
    const market = await openMarket();
    try {
      const { config, init } = place();
      const written = await init('--base-url', market.url, '--yes');
      expect(written).toMatchObject({ code: 0, stderr: '' });
      expect(written.stdout).toContain('stockhand run --once');
      expect(written.stdout).toContain('The first import publishes every article');
      const on = (...args: string[]) => startProgram([...args, '--config', config], env).ended;
      expect((await on('check', '--offline')).code).toBe(0);
      const once = await on('run', '--once', '--json');
      expect((JSON.parse(once.stdout) as OnceResult['report']).catalog.runs).toMatchObject([
        { read: 3, sent: 3, rejected: 0 },
      ]);
      expect(await market.products()).toMatchObject([
        {
          externalId: 'A1',
          name: 'Schraube M8',
          unitOfMeasure: 'pcs',
          availableQty: 1234.5,
          barcode: '4006381333931',
        },
        { externalId: 'A2', availableQty: 12 },
        { externalId: 'A3', name: 'Scheibe "groß"', unitOfMeasure: 'PAK', availableQty: 0 },
      ]);
    } finally {
      await market.close();
    }
  });

  it('with --json prints one document of what it recognised and where the file is', async () => {
    const { config, init, sample } = place();
    const { stdout, code } = await init('--yes', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      file: config,
      written: true,
      source: {
        sample,
        kind: 'products',
        contents: 'full',
        format: 'csv',
        encoding: 'utf-8',
        delimiter: ';',
        numbers: '1.234,56',
        rows: 3,
        prices: ['VK'],
      },
      sample: [{ row: 2, values: { externalId: 'A1' } }, {}, {}],
    });
  });

  it('writes no secret, whatever the environment holds', async () => {
    const { config, sample } = place();
    await startProgram(['init', '--sample', sample, '--out', config, '--yes'], env).ended;
    const text = fs.readFileSync(config, 'utf8');
    expect(text).not.toContain('sandbox-key');
    expect(text).toContain('apiKey: $' + '{STOCKHAND_API_KEY}');
  });

  it.each([
    ['without a terminal and without --yes', [], '--sample FILE and --yes'],
    [
      'for an address that the key must not go to',
      ['--yes', '--base-url', 'http://market.example'],
      'https://',
    ],
    [
      'for a column that is not there',
      ['--yes', '--map', 'name=Bezeichnug'],
      'Did you mean Bezeichnung?',
    ],
    [
      'for a field from two columns',
      ['--yes', '--map', 'name=Bezeichnung', 'name=ME'],
      '--map: name is read from one column, not from Bezeichnung and ME.',
    ],
    ['for a price', ['--yes', '--map', 'unitPrice=VK'], 'supplier portal'],
    ['for a kind that there is not', ['--yes', '--kind', 'orders'], 'products, stock'],
  ])('exits 64 %s, says why and writes nothing', async (_, args, said) => {
    const { folder, init } = place();
    const { code, stderr } = await init(...args);
    expect(code).toBe(64);
    expect(stderr).toContain(said);
    expect(fs.readdirSync(folder)).toEqual(['artikel.csv']);
  });

  it('guesses the places of a list of fixed width, which run --once publishes without its last line', async () => {
    const market = await openMarket();
    try {
      const { config, init } = place(`ArtNr  Bezeichnung        Bestand
------ ---------------- ---------
A-1    Schraube M8             12
A-2    Mutter 8 mm          1.500

(2 rows affected)
`);
      const written = await init('--base-url', market.url, '--yes');
      expect(written.stdout).toContain('the columns are guessed by the line under the names');
      const once = await startProgram(['run', '--once', '--config', config], env).ended;
      expect(once).toMatchObject({ code: 0 });
      expect(await market.products()).toMatchObject([
        { externalId: 'A-1', name: 'Schraube M8' },
        { externalId: 'A-2', name: 'Mutter 8 mm' },
      ]);
    } finally {
      await market.close();
    }
  });

  it('names the option where no column can be the article number', async () => {
    const { init } = place('Text;Menge\nBolzen M8;5\nBolzen M8;7\n');
    const { code, stderr } = await init('--yes');
    expect(code).toBe(64);
    expect(stderr).toContain('--map externalId=COLUMN');
  });

  it.each([
    [
      'whose rows are all ragged',
      'ArtNr,Name,Preis\n1,a,1,20\n2,b,3,40\n',
      1,
      ['row 2', '4 fields where the header has 3', 'None of the 2 rows can be read'],
    ],
    [
      'whose article numbers a spreadsheet has cut (quirk 24)',
      'ArtNr;Name;Bestand\n7.67E+11;a;5\n8.1E+12;b;6\n',
      64,
      ['ArtNr: "7.67E+11" is a number that a spreadsheet has cut. Format the column as text'],
    ],
    ['that has no rows', 'ArtNr;Name;Bestand\n', 64, ['the sample has no rows']],
  ])('says of a sample %s why nothing can be proposed', async (...sample) => {
    const [, content, exit, said] = sample;
    const { code, stderr } = await place(content).init('--yes');
    expect(code).toBe(exit);
    for (const words of said) expect(stderr).toContain(words);
  });

  it('proposes a flag whose X can be taken back', async () => {
    const market = await openMarket();
    try {
      const file = (first: string, second: string) =>
        `ArtNr;Name;Aktiv\nA1;Schraube M8;${first}\nA2;Mutter M8;${second}\nA3;Scheibe M8;X\n`;
      const { config, sample, init } = place(file('X', ''));
      expect((await init('--base-url', market.url, '--yes')).code).toBe(0);
      const active = async () => {
        await startProgram(['run', '--once', '--config', config], env).ended;
        return (await market.products()).map(({ isActive }) => isActive);
      };
      expect(await active()).toEqual([true, false, true]);
      fs.writeFileSync(sample, file('', 'X'));
      expect(await active()).toEqual([false, true, true]);
    } finally {
      await market.close();
    }
  });

  it.each([
    ['X', ['X', '', 'X', '', '', '', '']],
    ['N and J', ['J', 'N', 'J', 'N', 'N', 'N', 'N']],
    ['0 and 1', ['1', '0', '1', '0', '0', '0', '0']],
  ])(
    'proposes a flag of blocked articles, from %s, that reads any other mark too',
    async (...sample) => {
      const [, first] = sample;
      const market = await openMarket();
      try {
        const { config, sample: file, init } = place(blocked(first));
        expect((await init('--base-url', market.url, '--yes')).code).toBe(0);
        withoutBrake(config);
        const active = async () => {
          await startProgram(['run', '--once', '--config', config], env).ended;
          return (await market.products()).map(({ isActive }) => isActive);
        };
        const freed = first.map((cell) => !['X', 'J', '1'].includes(cell));
        expect(await active()).toEqual(freed);
        fs.writeFileSync(file, blocked(['N', '0', first[3] ?? '', '1', 'J', 'x', 'S']));
        expect(await active()).toEqual([true, true, true, false, false, false, false]);
        fs.writeFileSync(file, blocked(first));
        expect(await active()).toEqual(freed);
      } finally {
        await market.close();
      }
    },
  );

  it('hides nothing of a catalogue where the flag names the exceptions alone', async () => {
    const market = await openMarket();
    try {
      const { config, init } = place('ArtNr;Name;Aktiv\nA1;Schraube;\nA2;Mutter;N\nA3;Scheibe;\n');
      expect((await init('--base-url', market.url, '--yes')).code).toBe(0);
      withoutBrake(config);
      await startProgram(['run', '--once', '--config', config], env).ended;
      expect((await market.products()).map(({ isActive }) => isActive)).toEqual([
        true,
        false,
        true,
      ]);
    } finally {
      await market.close();
    }
  });

  it('leaves a file that is there as it is, and names it', async () => {
    const { config, init } = place();
    fs.writeFileSync(config, 'mine');
    const { code, stderr } = await init('--yes');
    expect(code).toBe(64);
    expect(stderr).toContain(config);
    expect(fs.readFileSync(config, 'utf8')).toBe('mine');
  });
});
