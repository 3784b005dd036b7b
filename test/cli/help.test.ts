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
