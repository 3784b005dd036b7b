import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { StockhandError } from '../../src/domain/error.ts';
import { type EndsBook, openEnds } from '../../src/ends.ts';
import { temporaryFolder } from '../support/folder.ts';

let folder: string;
let nowMs: number;
const file = (): string => path.join(folder, 'ends.json');

function born(isService = true): EndsBook {
  return openEnds(folder, { clock: { now: () => nowMs }, isService });
}

/** A process that works, until it is gone without a word. */
function killed(isService = true): void {
  const book = born(isService);
  book.before();
  book.running();
  nowMs += 1_000;
}

describe('fault 116: what is remembered of ends that nobody asked for', () => {
  beforeEach(() => {
    folder = temporaryFolder('ends');
    nowMs = Date.now();
  });

  it('is a failure that the daemon saw, with its words', () => {
    const book = born(false);
    book.before();
    book.running();
    expect(book.failed(new Error('the thread died')).recent).toHaveLength(1);
    expect(born(false).before()).toEqual({ recent: [nowMs], cause: 'the thread died' });
  });

  it('is the mark of a service that is gone, once, and not of a daemon by hand', () => {
    killed();
    expect(born().before().recent).toHaveLength(1);
    expect(born().before().recent).toHaveLength(1);
    killed(false);
    killed(false);
    expect(born().before().recent).toHaveLength(1);
  });

  it('is no power cut: the whole machine has ended', () => {
    nowMs -= os.uptime() * 1_000 + 60_000;
    killed();
    nowMs = Date.now();
    expect(born().before().recent).toEqual([]);
  });

  it('is no refusal, which the next start repeats in a moment', () => {
    for (const code of ['STATE_DAMAGED', 'STATE_TENANT', 'CONFIG_INVALID'] as const)
      born().failed(new StockhandError(code, 'no'));
    expect(born().before().recent).toEqual([]);
    born().failed(new StockhandError('DISK', 'full'));
    expect(born().before().recent).toHaveLength(1);
  });

  it('is over when somebody stops the daemon, or when it stays up', () => {
    for (let end = 0; end < 5; end += 1) killed();
    const book = born();
    expect(book.before().loop).toBeDefined();
    book.running();
    book.isWell();
    expect(born(false).before()).toMatchObject({ recent: [expect.any(Number)] });
    born().stopped();
    expect(fs.existsSync(file())).toBe(false);
    expect(born().before().recent).toEqual([]);
  });

  it.each([
    '',
    'no JSON',
    'null',
    '{"ends":{"recent":["x"],"cause":"y"}}',
    '{"ends":{"recent":[1]}}',
    '{"ends":{"recent":[1],"cause":"y","loop":{"since":null,"count":5}}}',
  ])('is nothing where its file is damaged: %s', (text) => {
    fs.writeFileSync(file(), text);
    expect(born().before()).toEqual({ recent: [], cause: '' });
  });

  it('costs no end more where it cannot be written', () => {
    fs.mkdirSync(`${file()}.part`);
    killed();
    expect(born().failed(new Error('x')).recent).toHaveLength(1);
  });
});
