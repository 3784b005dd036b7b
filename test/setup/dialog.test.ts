import fs from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Given } from '../../src/setup/dialog.ts';
import { type InitResult, init } from '../../src/setup/init.ts';
import { createInterview } from '../../src/setup/interview.ts';
import { openTerminal } from '../../src/setup/terminal.ts';
import { temporaryFolder } from '../support/folder.ts';

const articles = `ArtNr;Bezeichnung;ME;Bestand;Lieferzeit;VK
A1;Schraube M8;STK;1.234,5;3;1,00
A2;Mutter M8;STK;12;5;2,00
A3;Scheibe M8;PAK;0;2;3,00
`;

interface Room {
  readonly folder: string;
  readonly file: string;
  /** What was shown and asked. */
  said(): string;
  /** The answers come at once, as from a pipe; the input ends behind them unless they are left open. */
  answer(lines: readonly string[], given?: Partial<Given>): Promise<InitResult>;
  /** Ctrl-C, as the terminal hands it on. */
  stop(): void;
}

function room(content: string | Uint8Array = articles): Room {
  const folder = temporaryFolder('init');
  fs.mkdirSync(path.join(folder, 'out'));
  fs.writeFileSync(path.join(folder, 'out', 'artikel_20240501.csv'), content);
  const [input, output, stopping] = [new PassThrough(), new PassThrough(), new AbortController()];
  let said = '';
  output.on('data', (more) => {
    said += more;
  });
  return {
    folder,
    file: path.join(folder, 'config', 'stockhand.yaml'),
    said: () => said,
    stop: () => stopping.abort(),
    async answer(lines, given = {}) {
      const terminal = openTerminal({ input, output }, stopping.signal);
      const tell = (text: string): void => void output.write(`${text}\n`);
      input.write(lines.map((line) => `${line}\n`).join(''));
      input.end();
      const out = path.join(folder, 'config', 'stockhand.yaml');
      const request = { given: { map: [], ...given }, out, cwd: folder };
      try {
        return await init(createInterview({ ask: terminal.ask, tell }), request, () => undefined);
      } finally {
        terminal.close();
      }
    },
  };
}

const enter = (times: number): string[] => Array.from({ length: times }, () => '');

describe('the dialog', () => {
  it('takes what it proposed when Enter is pressed, and writes beside the folder of the exports', async () => {
    const { answer, file, said } = room();
    const { isWritten } = await answer(['https://market.example', 'out', ...enter(8)]);
    expect(isWritten).toBe(true);
    const text = fs.readFileSync(file, 'utf8');
    expect(text).toContain('baseUrl: https://market.example');
    expect(text).toContain('folder: ../out');
    expect(text).toContain('dataDir: ../data');
    expect(text).toContain('files: "artikel_*.csv"');
    expect(text).toContain('externalId: ArtNr');
    expect(text).toContain('numbers: "1.234,56"');
    expect(text).toContain('translate: { STK: pcs }');
    expect(text).toContain('vanished: ignore');
    expect(said()).toContain('Column of the article number [ArtNr]: ');
    expect(said()).toContain('1  artikel_20240501.csv');
  });

  it('asks again where an answer cannot be, with the one that was probably meant', async () => {
    const { answer, said } = room();
    const typed = ['http://market.example', '', 'nowhere', 'out', '7', '1', ...enter(3)];
    await answer([...typed, '', 'Bezeichnug', 'Bezeichnung', ...enter(2)]);
    expect(said()).toContain('http:// is allowed only for an address of this machine');
    expect(said()).toContain('nowhere is not a folder that can be read.');
    expect(said()).toContain('7 is not a file in ');
    expect(said()).toContain('Did you mean Bezeichnung?');
  });

  it('follows what a person says against its own proposal', async () => {
    const { answer, file } = room();
    await answer(['', 'out', '', 'products', 'delta', '', 'ME', '', '-', 'yes']);
    const text = fs.readFileSync(file, 'utf8');
    expect(text).toContain('externalId: ME');
    expect(text).toContain('contents: delta');
    expect(text).not.toContain('availableQty');
  });

  it('asks of a full export of stock what an article has that it leaves out, and of no other', async () => {
    const { answer, file, said } = room();
    await answer(['', 'out', '', 'stock', 'full', 'zero', ...enter(6)]);
    expect(said()).toContain(
      'An article that an export leaves out: keep its last stock, or zero [keep]: ',
    );
    expect(fs.readFileSync(file, 'utf8')).toMatch(/^ {6}missing: zero +# .*becomes 0/m);
    const other = room();
    await other.answer(['', 'out', '', 'products', 'full', ...enter(7)]);
    expect(other.said()).not.toContain('leaves out');
    await expect(
      room().answer(['', 'out', '', 'stock', 'delta', ...enter(6)], { missing: 'zero' }),
    ).rejects.toThrow('--missing: is for full exports of stock alone.');
  });

  it.each([
    ['1.234,56', /^ {6}numbers: "1\.234,56" +# as in 1\.234,5$/m],
    ['1,234.56', /^ {6}numbers: "1,234\.56" +# as in your answer$/m],
    ['unknown', /^ {6}#numbers: /m],
  ])(
    'writes how numbers are written, with the value that shows it or as a person says: %s',
    async (numbers, line) => {
      const { answer, file } = room();
      await answer(['', 'out', ...enter(7)], { numbers });
      expect(fs.readFileSync(file, 'utf8')).toMatch(line);
    },
  );

  it('passes over a link that leads in a circle', async () => {
    const { answer, folder, said } = room();
    fs.symlinkSync('circle', path.join(folder, 'out', 'circle'));
    await answer(['', 'out', 'circle', ...enter(8)]);
    expect(said()).toContain('circle is not a file in ');
    expect(said()).not.toContain('2  circle');
  });

  it('says where it may not write', async () => {
    const { answer, folder } = room();
    fs.writeFileSync(path.join(folder, 'config'), 'a file, and no folder');
    await expect(answer(['', 'out', ...enter(8)])).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('config/stockhand.yaml cannot be written: '),
    });
  });

  it('leaves nothing behind where the person says no', async () => {
    const { answer, folder } = room();
    const { isWritten } = await answer(['', 'out', ...enter(7), 'no']);
    expect(isWritten).toBe(false);
    expect(fs.readdirSync(folder)).toEqual(['out']);
  });

  it('leaves nothing behind where the input ends, and says so', async () => {
    const { answer, folder } = room();
    await expect(answer(['', 'out', ''])).rejects.toThrow('nothing was written');
    expect(fs.readdirSync(folder)).toEqual(['out']);
  });

  it('leaves nothing behind where it is stopped', async () => {
    const stopped = room();
    stopped.stop();
    await expect(stopped.answer([])).rejects.toThrow('nothing was written');
    expect(fs.readdirSync(stopped.folder)).toEqual(['out']);
  });

  it('asks nothing that an option answers already', async () => {
    const { answer, said } = room();
    const given = { baseUrl: 'https://market.example', kind: 'products', contents: 'full' };
    await answer(['out', ...enter(6)], { ...given, map: ['externalId=ArtNr'] });
    expect(said()).not.toContain('Address of the marketplace');
    expect(said()).not.toContain('Column of the article number');
  });

  it('says beside a quantity that a person reads from a price that it has the name of one', async () => {
    const { answer, file } = room();
    await answer(['', 'out', ...enter(7)], { map: ['availableQty=VK'] });
    expect(fs.readFileSync(file, 'utf8')).toMatch(
      /^ {8}availableQty: VK +# you said so, and it has the name of a price$/m,
    );
  });

  it('gives a column that a person names the steps that its values need', async () => {
    const { answer, file } = room(
      'ArtNr;Text;ME;MOQ;Bestand\nA1;<b>Nut</b> M8;STK;0;1\nA2;Bolt M8;STK;5;2\n',
    );
    await answer(['', 'out', ...enter(7)], {
      map: ['name=Text', 'unitOfMeasure=ME', 'minOrderQty=MOQ'],
    });
    const text = fs.readFileSync(file, 'utf8');
    expect(text).toContain('name: { column: Text, stripHtml: true } # you said so');
    expect(text).toContain('translate: { STK: pcs } } # you said so');
    expect(text).toContain('translate: { 0: "" } } # you said so');
  });

  it('refuses a field that is not read from a list of stock', async () => {
    const given = { kind: 'stock', map: ['name=Bezeichnung'] };
    await expect(room().answer(['', 'out', ...enter(8)], given)).rejects.toThrow(
      '--map name=Bezeichnung: of a stock export only externalId and availableQty are read.',
    );
  });

  it('shows words of a guessed code page, and reads again under the one that is named', async () => {
    const bytes = Buffer.from(articles.replace('Mutter', 'M\u00fctter'), 'latin1');
    const { answer, said, file } = room(bytes);
    await answer(['', 'out', '', 'iso-8859-1', ...enter(7)]);
    expect(said()).toContain('Mütter [windows-1252]: ');
    expect(fs.readFileSync(file, 'utf8')).toContain('encoding: iso-8859-1');
  });

  it('takes auto for the encoding that the sample shows', async () => {
    const { answer, file } = room();
    await answer(['', 'out', ...enter(8)], { encoding: 'auto' });
    expect(fs.readFileSync(file, 'utf8')).toMatch(/encoding: auto +# here utf-8/);
    await expect(room().answer(['', 'out', ''], { encoding: 'atuo' })).rejects.toThrow(
      /^--encoding: atuo must be auto, utf-8, .* - did you mean auto\?$/,
    );
  });

  it('never writes over a file that is there', async () => {
    const { answer, folder, file } = room();
    fs.mkdirSync(path.join(folder, 'config'));
    fs.writeFileSync(file, 'mine');
    await expect(answer([])).rejects.toThrow(`${file} exists already`);
    expect(fs.readFileSync(file, 'utf8')).toBe('mine');
  });
});
