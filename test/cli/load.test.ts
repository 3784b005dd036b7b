import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const built = (file: string): string =>
  JSON.stringify(new URL(`../../dist/src/${file}`, import.meta.url).href);

/** In a process of its own: other tests need prototypes that can be changed. */
function frozen(work: string): string {
  const script = `const { load } = await import(${built('cli/load.js')}); ${work}; console.log(Object.isFrozen(Object.prototype))`;
  const args = ['--input-type=module', '-e', script];
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).trim();
}

describe('a part of the program that is loaded when it is needed', () => {
  it('fault 10: seals what all objects share once it is there, and not before', () => {
    expect(frozen('')).toBe('false');
    expect(frozen(`await load(import(${built('app.js')}))`)).toBe('true');
  });
});
