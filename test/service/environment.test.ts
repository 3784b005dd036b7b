import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/domain/secret.ts';
import { changedEnvironment, readEnvironment } from '../../src/service/environment.ts';

const file = (text: string | undefined) => ({ text, values: readEnvironment(text ?? '') });
const wanted = (values: Record<string, string>) =>
  new Map(Object.entries(values).map(([name, value]) => [name, new Secret(value)]));

describe('the environment file of a service', () => {
  it('is read as systemd reads it', () => {
    const cases: readonly (readonly [string, Record<string, string>])[] = [
      ['KEY=plain', { KEY: 'plain' }],
      ['KEY=a b#c  \n', { KEY: 'a b#c' }],
      ['# KEY=1\n;KEY=2\n\nno separator\nKEY=3\r\n', { KEY: '3' }],
      ['KEY=1\nKEY=2\n', { KEY: '2' }],
      ["KEY='$a\\b\"c'\n", { KEY: '$a\\b"c' }],
      ["KEY='two\nlines' \nNEXT=x\n", { KEY: 'two\nlines', NEXT: 'x' }],
      ['KEY="a\\"b\\$c\\n"\n', { KEY: 'a"b$c\\n' }],
      ['KEY=a\\\\b\\\nc\n', { KEY: 'a\\bc' }],
      ['KEY=it\'s "so"\n', { KEY: 'it\'s "so"' }],
      ["KEY='never closed\nNEXT=x\n", { KEY: 'never closed\nNEXT=x\n' }],
      ['KEY="never closed\\\nNEXT=x', { KEY: 'never closedNEXT=x' }],
      ['# goes on \\\nKEY=hidden\nOTHER=\n', { OTHER: '' }],
    ];
    for (const [text, values] of cases)
      expect(Object.fromEntries(readEnvironment(text)), JSON.stringify(text)).toEqual(values);
  });

  it('is made with a line for each variable, which Node.js reads alike', () => {
    const values = { A: 'p$a\\ss #"1"', B: "it's", C: '-----BEGIN\nEND-----', D: '' };
    const { text, added } = changedEnvironment(file(undefined), wanted(values));
    expect(Object.fromEntries(readEnvironment(text))).toEqual(values);
    expect(parseEnv(text)).toEqual(values);
    expect(added).toEqual(['A', 'B', 'C', 'D']);
  });

  it('shows no value of any line', () => {
    const { shown } = changedEnvironment(
      file("OLD='first\nsecond'\n"),
      wanted({ KEY: 'third\nfourth' }),
    );
    expect(shown).toBe('OLD=***\nKEY=***\n');
  });

  it('keeps each line that has a value, and says which values differ', () => {
    const text = '# mine\nKEY=old';
    const change = changedEnvironment(file(text), wanted({ KEY: 'new', MORE: 'more' }));
    expect(change).toMatchObject({
      text: `${text}\nMORE='more'\n`,
      added: ['MORE'],
      kept: ['KEY'],
    });
  });

  it('is not touched where nothing is lacking', () => {
    const text = 'KEY=1\n';
    expect(changedEnvironment(file(text), wanted({ KEY: '1' }))).toMatchObject({
      text,
      added: [],
      kept: [],
    });
  });

  it('fills a name that is there without a value', () => {
    const { text } = changedEnvironment(file('KEY=\n'), wanted({ KEY: 'k' }));
    expect(readEnvironment(text).get('KEY')).toBe('k');
  });

  it('leaves out what systemd sets itself', () => {
    const { added } = changedEnvironment(
      file(undefined),
      wanted({ CREDENTIALS_DIRECTORY: '/run/credentials/x', KEY: 'k' }),
    );
    expect(added).toEqual(['KEY']);
  });

  it('refuses a value that no line can hold for certain, without showing it', () => {
    const change = () => changedEnvironment(file(undefined), wanted({ KEY: `a'b"c` }));
    expect(change).toThrow(
      expect.objectContaining({
        code: 'SERVICE_ENVIRONMENT',
        message: expect.not.stringContaining(`a'b"c`),
      }),
    );
  });
});
