import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { alertsMemory } from '../../src/alerts/memory.ts';
import { temporaryFolder } from '../support/folder.ts';

function place() {
  const room = temporaryFolder('alerts-memory');
  const [state, spare] = [path.join(room, 'state'), path.join(room, 'spare')];
  for (const folder of [state, spare]) fs.mkdirSync(folder);
  const open = () => alertsMemory(state, spare);
  return { state, spare, open, spares: () => fs.readdirSync(spare) };
}

/** What a full or a read-only disk does to everybody, root too: nothing can be put there. */
const block = (state: string) => fs.mkdirSync(path.join(state, 'alerts.json.part'));
const unblock = (state: string) => fs.rmdirSync(path.join(state, 'alerts.json.part'));

describe('what was told is remembered', () => {
  it('beside the databases', () => {
    const { open, spares } = place();
    expect(open().read()).toBeUndefined();
    open().write('one');
    expect(open().read()).toBe('one');
    expect(spares()).toEqual([]);
  });

  it('elsewhere as long as the disk of the state takes nothing: its end is reported once, not at every restart', () => {
    const { state, open, spares } = place();
    open().write('one');
    block(state);
    open().write('two');
    open().write('three');
    expect(open().read()).toBe('three');
    unblock(state);
    expect(open().read()).toBe('three');
    open().write('four');
    expect(open().read()).toBe('four');
    expect(spares()).toEqual([]);
  });

  it('never by way of what somebody else has put there', () => {
    const { state, spare, open, spares } = place();
    block(state);
    open().write('one');
    const [name = ''] = spares();
    fs.rmSync(path.join(spare, name));
    const foreign = path.join(state, 'foreign');
    fs.writeFileSync(foreign, 'foreign');
    fs.symlinkSync(foreign, path.join(spare, name));
    open().write('two');
    expect(open().read()).toBeUndefined();
    expect(fs.readFileSync(foreign, 'utf8')).toBe('foreign');
  });

  it('where its file cannot be read, not at all: nobody is kept from starting by it', () => {
    const { state, open } = place();
    fs.mkdirSync(path.join(state, 'alerts.json'));
    expect(open().read()).toBeUndefined();
  });
});
