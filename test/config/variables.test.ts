import { describe, expect, it } from 'vitest';
import { machineFolder } from '../../src/config/load.ts';
import { variablesIn } from '../../src/config/variables.ts';
import { errorsIn, marketplace } from './judged.ts';

const env = { KEY: 'k', DIR: '/run', UNUSED: 'u' };
const shown = (text: string) =>
  [...variablesIn(text, env)].map(([name, value]) => [name, value.reveal()]);

describe('the variables that a configuration names', () => {
  it('are found in values and in the paths of files, each once', () => {
    expect(shown(`a: \${KEY}\nb: ["x\${KEY}y", "\${file:\${DIR}/key}"]\n`)).toEqual([
      ['KEY', 'k'],
      ['DIR', '/run'],
    ]);
  });

  it('are no others: what is written out, in a comment, or not set', () => {
    expect(shown(`a: $\${KEY}\n# \${DIR}\nb: \${MISSING}\nc: "\${no name}"\n`)).toEqual([]);
  });

  it('print as ***', () => {
    expect(JSON.stringify([...variablesIn(`a: \${KEY}`, env)])).toBe('[["KEY","***"]]');
  });

  it('are those that the configuration cannot do without', async () => {
    const text = `${marketplace}dataDir: \${PLACE}\n`;
    expect(variablesIn(text, { PLACE: '/srv' }).has('PLACE')).toBe(true);
    expect(await errorsIn(text)).toEqual([expect.stringContaining('PLACE')]);
  });
});

describe('the folder of the machine', () => {
  it('is the one where the machine-wide configuration stands', () => {
    expect(machineFolder('linux', {})).toBe('/etc/stockhand');
    expect(machineFolder('win32', { ProgramData: 'D:\\Data' })).toBe('D:\\Data\\Stockhand');
    expect(machineFolder('win32', {})).toBe('C:\\ProgramData\\Stockhand');
  });
});
