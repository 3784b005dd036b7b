import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { askChild } from '../../../adapters/workbook/ask.ts';
import { fileOf } from '../text/reading.ts';
import { odsBytes, row, table, text } from './ods.ts';

/** Node 20 runs no TypeScript. */
const built = (name: string) =>
  new URL(`../../../dist/adapters/workbook/${name}.js`, import.meta.url).href;

describe('the child that reads a workbook', () => {
  const askBuilt: typeof askChild = async (...given) => {
    return ((await import(built('ask'))) as { askChild: typeof askChild }).askChild(...given);
  };
  const file = fileOf('a.ods', odsBytes(table('Blatt', row(text('Code')))));
  const asked = { format: 'ods', file: 'a.ods' } as const;

  it('fault 14: is killed at its deadline', async () => {
    const told = await askBuilt(file, asked, { heapMegabytes: 256, deadlineMs: 1 });
    expect(told).toMatchObject({ code: 'FILE_STOPPED_READER', file: 'a.ods' });
    expect((told as { rule: string }).rule).toContain('0.001 seconds');
  });

  it('is told of no half workbook: a disk that fails is no fault of the workbook', async () => {
    const read = (): never => {
      throw new Error('EIO: i/o error, read');
    };
    await expect(askBuilt({ ...file, read }, asked)).rejects.toThrow('EIO');
  });

  it('throws once where it cannot be started', async () => {
    const { execPath } = process;
    process.execPath = path.join(os.tmpdir(), 'no', 'such', 'program');
    try {
      await expect(askBuilt(file, asked)).rejects.toThrow('ENOENT');
    } finally {
      process.execPath = execPath;
    }
  });

  it('reads on where Ctrl-C ends the daemon: the workbook is not at fault', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => row(text(`A${at}`) + text('Nagel')));
    const child = spawn(process.execPath, [fileURLToPath(built('child')), JSON.stringify(asked)]);
    child.stdin.end(odsBytes(table('Blatt', rows.join(''))));
    // More than the pipe holds: it waits for its reader.
    await once(child.stdout, 'readable');
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) child.kill(signal);
    const ended = once(child, 'close');
    const output = (await child.stdout.toArray()).join('');
    expect(await ended).toEqual([0, null]);
    expect(output.trimEnd().split('\n')).toHaveLength(1 + rows.length);
  });

  it('fault 12: ends at its memory, whatever the workbook is', async () => {
    const told = await askBuilt(file, asked, { heapMegabytes: 4, deadlineMs: 60_000 });
    expect(told).toMatchObject({ code: 'FILE_STOPPED_READER' });
    expect((told as { rule: string }).rule).toContain('4 MB of memory');
  });
});
