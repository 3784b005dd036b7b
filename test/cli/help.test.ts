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

it.each([
  ['status --config', '--config'],
  ['plan --source', '--source'],
  ['orders cancel 4711 --expect', '--expect'],
  ['backup state.db --config', '--config'],
])('%s refuses an empty option: it would mean something else', async (command, option) => {
  const told: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => told.push(String(text)) > 0);
  const asked = ['--config', '/nowhere/stockhand.yaml', ...command.split(' '), ''];
  expect(await runProgram(asked, new AbortController().signal)).toBe(64);
  expect(told.join('')).toContain(`stockhand: The option ${option} is empty.\n`);
});

it('what is told to buyers may be empty', async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const asked = ['orders', 'dispatch', '4711', '--tracking', '', '--notes', ''];
  const config = ['--config', '/nowhere/stockhand.yaml'];
  expect(await runProgram([...asked, ...config], new AbortController().signal)).toBe(78);
});

it.each(['1.5', '10001', 'x'])(
  '%s orders are too much or too little for a sandbox',
  async (count) => {
    vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
    const asked = ['sandbox', '--port', '0', '--orders', count];
    expect(await runProgram(asked, new AbortController().signal)).toBe(64);
  },
);

it.each([
  ['--product', 'A1'],
  ['--order', '4711'],
])(
  'retry --all beside %s is a clash: the one says everything, the other only this',
  async (...named) => {
    const told: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => told.push(String(text)) > 0);
    const asked = ['retry', '--all', ...named, '--config', '/nowhere/stockhand.yaml'];
    expect(await runProgram(asked, new AbortController().signal)).toBe(64);
    expect(told.join('')).toContain(named[0]);
  },
);
