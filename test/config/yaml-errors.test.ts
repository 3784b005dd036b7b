import { describe, expect, it } from 'vitest';
import { errorsIn, marketplace, withMapping } from './judged.ts';

describe('errors of the YAML itself', () => {
  const table: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'a key that stands twice, and goes on',
      `${marketplace}dataDir: a\ndataDir: b\nlanguage: fr\n`,
      [
        '3:1 this key is written twice in its group. Remove one of them.',
        '4:11 language must be one of en, de',
      ],
    ],
    [
      'a Windows path in double quotes',
      `${marketplace}dataDir: "C:\\erp\\out"\n`,
      [
        "2:17 a backslash in double quotes begins an escape that YAML does not know. Put the text in single quotes, as in 'C:\\erp\\out'.",
      ],
    ],
    [
      'a Windows path whose backslashes have become control characters',
      `${marketplace}dataDir: "C:\\erp"\n`,
      ['2:10 dataDir contains a control character: write Windows paths in single quotes'],
    ],
    [
      'a quote that is never closed, without quoting the line',
      'marketplace:\n  apiKey: "whsec_12345\n',
      [
        '3:1 a quote, a bracket, a comma, a colon or the - of a list is missing. Close what was opened here or above, and indent the line like the lines around it.',
      ],
    ],
    [
      'a tab as indentation',
      'marketplace:\n\tapiKey: x\n',
      ['2:1 the line is indented with a tab. Use blanks.'],
    ],
    [
      'a tab amid the lines of a group, and nothing that follows from it',
      'marketplace:\n  baseUrl: https://a.example\n\tapiKey: x\n  timeout: 3s\n  auth: token\n',
      ['3:1 the line is indented with a tab. Use blanks.'],
    ],
    [
      'a line that is indented deeper than the one above',
      `${marketplace}language: en\n   dataDir: a\n`,
      [
        '2:11 the line below is indented deeper than this one. Let both lines begin in the same column, with plain blanks.',
      ],
    ],
    [
      'a line of a list that is indented less than those beside it, once',
      'catalog:\n  sources:\n    - name: a\n     kind: stock\n      folder: b\n',
      [
        '4:1 a quote, a bracket, a comma, a colon or the - of a list is missing. Close what was opened here or above, and indent the line like the lines around it.',
      ],
    ],
    [
      'a pattern without quotes, which is an alias that names nothing',
      `${marketplace}dataDir: *.csv\n`,
      [
        '2:10 does not name an anchor: there is no &.csv. Write a text that begins with * in quotes: "*.csv".',
      ],
    ],
    [
      'quotes of a word processor',
      `${marketplace}dataDir: „daten“\nresults: { folder: "„daten“" }\n`,
      [
        '2:10 is in typographic quotes, which would be part of the text. Use straight quotes, " or \', also around a text that contains typographic ones.',
      ],
    ],
    [
      'a group that stands twice, and not what one of them lacks',
      `${marketplace}dataDir: a\nmarketplace: { timeout: 30s }\n`,
      ['3:1 this key is written twice in its group. Remove one of them.'],
    ],
    [
      'a variable within braces and without quotes, once',
      `marketplace: { baseUrl: "https://market.example", apiKey: \${KEY}, timeout: 30s }\ndataDir: a\n`,
      [
        `1:60 a variable within braces or brackets needs quotes. Put it in double quotes, as in "\${NAME}".`,
      ],
    ],
    [
      'a variable as Windows writes it',
      'marketplace:\n  baseUrl: https://market.example\n  apiKey: %API_KEY%\n',
      [`3:11 a variable cannot be written with percent signs. Write it as in "\${NAME}".`],
    ],
    [
      'a template without quotes',
      `${marketplace}results: { folder: {name}.ok }\n`,
      ['2:26 a text cannot begin with a brace or a bracket. Put the text in single quotes.'],
    ],
    [
      'a key without a blank behind its colon',
      `${marketplace}dataDir:a\nlanguage: en\n`,
      ['2:1 the blank after the colon of a key is missing. Write it as in name: value.'],
    ],
    [
      'tabs within braces as tabs',
      'marketplace: {\n\tbaseUrl: "https://market.example",\n\tapiKey: k\n}\n',
      [
        '2:2 the line is indented with a tab. Use blanks.',
        '3:1 the line is indented with a tab. Use blanks.',
      ],
    ],
    [
      'a token that fits nowhere, and none of those behind it',
      `${marketplace}dataDir: }\nlanguage: en\n`,
      ['2:10 this is not valid YAML (UNEXPECTED_TOKEN)'],
    ],
    ['a name that is no text', `${marketplace}? [a, b]\n: c\n`, ['2:3 cannot be used as a name']],
  ];

  it.each(table)('names %s', async (_, text, expected) => {
    expect(await errorsIn(text)).toEqual(expected);
  });

  it('still judges the lines above the damage, but misses nothing there', async () => {
    const text = 'marketplace:\n  apiKy: x\ncatalog: {\n';
    const errors = await errorsIn(text);
    expect(errors[0]).toBe('2:3 unknown key "apiKy" in marketplace - did you mean "apiKey"?');
    expect(errors.join('\n')).not.toContain('is missing in');
  });

  it('fault 10: refuses a name that would reach a prototype', async () => {
    const text = withMapping('attributes: { __proto__: Farbe }');
    expect(await errorsIn(text)).toEqual(['10:23 cannot be used as a name']);
  });

  it('stops at aliases that multiply without end', async () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let level = 1; level < 9; level += 1) {
      const items = Array.from({ length: 10 }, () => `*a${level - 1}`).join(', ');
      lines.push(`a${level}: &a${level} [${items}]`);
    }
    const errors = await errorsIn(`${marketplace}${lines.join('\n')}\n`);
    expect(errors.join('\n')).toContain('is nested too deeply or too large');
  });

  it('stops at an alias that holds itself', async () => {
    const errors = await errorsIn(`${marketplace}dataDir: &a [*a]\n`);
    expect(errors.join('\n')).toContain('is nested too deeply or too large');
  });

  it('takes quotes of a word processor that are letters of the text', async () => {
    const text = `${marketplace}dataDir: „a“ und „b“\nresults: { folder: '„c“' }\n`;
    expect(await errorsIn(text)).toEqual([]);
  });

  it('takes anchors and aliases', async () => {
    const text = `${marketplace}dataDir: &folder ./here\nresults: { folder: *folder }\n`;
    expect(await errorsIn(text)).toEqual([]);
  });
});
