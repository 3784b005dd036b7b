import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createConverter } from '../../src/files/converter.ts';
import { temporaryFolder } from '../support/folder.ts';
import { bundled, root } from '../support/program.ts';

const bytes = new Uint8Array([1, 2, 3]);
const built = path.join(path.dirname(bundled), 'files/convert-process.js');

/** In place of the library's program: what it does with the bytes that it gets. */
function program(body: string): string {
  const file = path.join(temporaryFolder(), 'program.mjs');
  fs.writeFileSync(file, `process.once('message', async (bytes) => { ${body} });`);
  return file;
}

describe('fault 24: a picture is converted in a process of its own', () => {
  it.each([
    ["process.kill(process.pid, 'SIGKILL')", 60_000, 'needs more memory than there is to convert.'],
    ['process.exit(1)', 60_000, 'makes its converter fail.'],
    // As the library's program, which leaves Ctrl-C to the daemon.
    [
      "process.on('SIGTERM', () => {}); setInterval(() => {}, 1_000)",
      200,
      'takes longer than 0.2 s to convert.',
    ],
  ])('whose end is told: %s', async (body, deadlineMs, fault) => {
    const convert = createConverter({ program: program(body), deadlineMs });
    expect(await convert(bytes)).toMatchObject({ fault });
  });

  it.skipIf(process.platform === 'win32')(
    'which waits, and harms nobody, while the system has none left',
    () => {
      const script = path.join(temporaryFolder(), 'full.mjs');
      const converter = pathToFileURL(path.join(root, 'dist/src/files/converter.js'));
      fs.writeFileSync(
        script,
        `import fs from 'node:fs';
        import { createConverter } from '${converter}';
        try { for (;;) fs.openSync('/dev/null'); } catch {}
        console.log(await createConverter()(new Uint8Array(3)));
        process.exit();`,
      );
      const node = `ulimit -n 60; exec '${process.execPath}' '${script}'`;
      const { stdout, stderr } = spawnSync('sh', ['-c', node], { encoding: 'utf8' });
      expect([stdout, stderr]).toEqual(['undefined\n', '']);
    },
  );

  it('one after the other, and without the environment', async () => {
    const log = path.join(temporaryFolder(), 'log');
    const body = `
      const { appendFileSync } = await import('node:fs');
      appendFileSync(${JSON.stringify(log)}, 'begin ');
      await new Promise((resolve) => setTimeout(resolve, 400));
      appendFileSync(${JSON.stringify(log)}, 'end ');
      process.once('disconnect', () => appendFileSync(${JSON.stringify(`${log}-of-ends`)}, '.'));
      process.send({ bytes, contentType: process.env.PATH });`;
    const convert = createConverter({ program: program(body), deadlineMs: 60_000 });
    const both = await Promise.all([convert(bytes), convert(bytes)]);
    expect(both).toEqual([{ bytes }, { bytes }]);
    expect(fs.readFileSync(log, 'utf8')).toBe('begin end begin end ');
    await expect.poll(() => fs.readFileSync(`${log}-of-ends`, 'utf8')).toBe('..');
  });

  it('which waits, where the program is not there because it is being replaced', async () => {
    const { execPath } = process;
    onTestFinished(() => {
      process.execPath = execPath;
    });
    process.execPath = '/no/such/program';
    expect(await createConverter()(bytes)).toBeUndefined();
  });

  it('which ends with whoever asked, whatever it is at, and not by Ctrl-C', async () => {
    const convert = createConverter({ program: built, deadlineMs: 60_000 });
    const fault = expect.stringMatching(/of a format that|no converter/);
    expect(await convert(bytes)).toMatchObject({ fault });
    const child = fork(built, { serialization: 'advanced', stdio: 'ignore' });
    child.send(bytes);
    await once(child, 'message');
    if (process.platform === 'linux')
      expect(fs.readFileSync(`/proc/${child.pid}/oom_score_adj`, 'utf8')).toBe('1000\n');
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) child.kill(signal);
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  });
});
