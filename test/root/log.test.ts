import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/domain/codes.ts';
import { type OpenLog, openLog } from '../../src/log.ts';
import { temporaryFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';

let file: string;
let opened: OpenLog;
beforeEach(() => {
  file = path.join(temporaryFolder('log'), 'log', 'stockhand.log');
  opened = openLog({ level: 'info', file, maxSize: 20_000_000, keep: 10 });
});
afterEach(() => opened.close());

const linesOf = (name: string): string[] => {
  if (!fs.existsSync(name)) return [];
  const lines = fs.readFileSync(name, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
};

async function tell(text: string): Promise<void> {
  opened.log.info(text);
  await until(`"${text}" is written`, () => linesOf(file).includes(text));
}

describe('the log file', () => {
  it('goes on in a new file where another program has renamed it, and where its folder is gone', async () => {
    await tell('one');
    fs.renameSync(file, `${file}.1`);
    await tell('two');
    expect(linesOf(`${file}.1`)).toEqual(['one']);
    fs.rmSync(path.dirname(file), { recursive: true });
    await tell('three');
    await tell('four');
    expect(linesOf(file)).toEqual(['three', 'four']);
  });

  it('goes on where it was renamed in the moment that it was opened', async () => {
    for (let round = 0; round < 10; round += 1) {
      await opened.close();
      fs.rmSync(file, { force: true });
      opened = openLog({ level: 'info', file, maxSize: 20_000_000, keep: 10 });
      opened.log.info('one');
      while (!fs.existsSync(file)) await new Promise((resolve) => setImmediate(resolve));
      fs.renameSync(file, `${file}.1`);
      await until('a later line is written', () => {
        opened.log.info('two');
        return linesOf(file).includes('two');
      });
    }
  });

  it('goes on in a file that was copied and emptied', async () => {
    await tell('one');
    fs.truncateSync(file);
    await tell('two');
    expect(linesOf(file)).toEqual(['two']);
  });

  it('fault 118: goes on once it can be written again, and says meanwhile that it takes no lines', async () => {
    await opened.close();
    fs.rmSync(file);
    fs.mkdirSync(file);
    opened = openLog({ level: 'info', file, maxSize: 20_000_000, keep: 10 });
    expect(opened.needsYou()).toEqual([]);
    opened.log.info('lost');
    await until('it is told', () => opened.needsYou().length === 1);
    expect(opened.needsYou()[0]).toMatchObject({
      id: 'LOG_UNWRITTEN',
      cause: `${file}: Can't write on: ${file} (it is not a file)`,
      fix: codes.LOG_UNWRITTEN.remedy,
    });
    fs.rmdirSync(file);
    await until('it is over though nothing happens', () => opened.needsYou().length === 0);
    expect(linesOf(file)[0]).toContain('Lines are missing here: ');
    await tell('two');
  });

  it('is rotated by size, and each line is in one of its files', async () => {
    await opened.close();
    opened = openLog({ level: 'info', file, maxSize: 1_000, keep: 100 });
    const texts = [...Array(50).keys()].map((index) => `line ${index}`);
    for (const text of texts) {
      opened.log.info(text);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await opened.close();
    const folder = path.dirname(file);
    const names = fs.readdirSync(folder).filter((name) => name.endsWith('stockhand.log'));
    expect(names.length).toBeGreaterThan(1);
    const lines = names.flatMap((name) => linesOf(path.join(folder, name)));
    expect(lines.toSorted()).toEqual(texts.toSorted());
  });
});
