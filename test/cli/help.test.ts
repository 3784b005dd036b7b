import { afterEach, expect, it, vi } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';

afterEach(() => vi.restoreAllMocks());

it.each(['run', 'status', 'orders dispatch', 'webhooks register'])(
  'the help of %s tells each option once',
  async (command) => {
    const told: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => told.push(String(text)) > 0);
    const asked = [...command.split(' '), '--help'];
    expect(await runProgram(asked, new AbortController().signal)).toBe(0);
    const options = told.join('').match(/^ +--[a-z-]+/gm) ?? [];
    expect(options).toContain('  --config');
    expect(options).toEqual([...new Set(options)]);
  },
);

it.each(['pause', 'backup', 'why product'])(
  '%s refuses an empty argument: a script with a variable that is not set means no default',
  async (command) => {
    const told: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => told.push(String(text)) > 0);
    // Were it taken, the code would be another one: no configuration is there.
    const asked = [...command.split(' '), '', '--config', '/nowhere/stockhand.yaml'];
    expect(await runProgram(asked, new AbortController().signal)).toBe(64);
    expect(told.join('')).toMatch(/^stockhand: The argument (what|file|id) is empty\./);
  },
);
