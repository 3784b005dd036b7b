/** What expressions may call, as `config/reference.md` lists it: a closed list, and each entry with an example. */
export interface Callable {
  readonly name: string;
  readonly written: string;
  readonly does: string;
  readonly example: string;
  readonly gives: string;
}

export const functions: readonly Callable[] = [
  {
    name: 'number',
    written: 'number(text)',
    does: 'The number that a text is in the style that `numbers` of the source declares; a cell of a workbook counts as what it holds.',
    example: 'number("2.5") * 2',
    gives: '5',
  },
  {
    name: 'string',
    written: 'string(value)',
    does: 'A number, or true and false, as a text, with a decimal point and at most six decimals.',
    example: 'string(2.5) + " m"',
    gives: '2.5 m',
  },
  {
    name: 'size',
    written: 'size(text)',
    does: 'How many characters a text has; of a list in brackets how many entries.',
    example: 'size("Nagel")',
    gives: '5',
  },
  {
    name: 'part',
    written: 'part(text, separator, n)',
    does: 'The n-th part between separators, from 1; "" where there are not so many.',
    example: 'part("M8-40-A2", "-", 2)',
    gives: '40',
  },
  {
    name: 'matches',
    written: 'matches(text, "pattern")',
    does: 'Whether the text holds a match of the pattern (RE2; ^ and $ are its ends).',
    example: 'matches("M8x40", "^M[0-9]+x")',
    gives: 'true',
  },
  {
    name: 'extract',
    written: 'extract(text, "pattern")',
    does: 'The first group of the first match, or the whole match where the pattern has no group; "" where nothing matches.',
    example: 'extract("24 x 12 oz", "([0-9]+) oz")',
    gives: '12',
  },
];

/** No macros, no split and join: nothing here makes more text than it was given, except `replace`, which is capped. */
export const methods: readonly Callable[] = [
  {
    name: 'startsWith',
    written: 'text.startsWith(other)',
    does: 'Whether the text begins with the other one.',
    example: '"ART-1".startsWith("ART-")',
    gives: 'true',
  },
  {
    name: 'endsWith',
    written: 'text.endsWith(other)',
    does: 'Whether the text ends with the other one.',
    example: '"ART-1".endsWith("-2")',
    gives: 'false',
  },
  {
    name: 'contains',
    written: 'text.contains(other)',
    does: 'Whether the other text stands somewhere in it.',
    example: '"Nagel 5 kg".contains("kg")',
    gives: 'true',
  },
  {
    name: 'indexOf',
    written: 'text.indexOf(other)',
    does: 'Where the other text stands first, from 0; -1 where it does not. A second number says from where it is looked for.',
    example: '"M8-40".indexOf("-")',
    gives: '2',
  },
  {
    name: 'lastIndexOf',
    written: 'text.lastIndexOf(other)',
    does: 'Where the other text stands last, from 0; -1 where it does not. A second number says up to where it is looked for.',
    example: '"M8-40-A2".lastIndexOf("-")',
    gives: '5',
  },
  {
    name: 'substring',
    written: 'text.substring(from, to)',
    does: 'The characters from a place, counted from 0, up to the one before another; without the second number up to the end.',
    example: '"ART-4711".substring(4, 6)',
    gives: '47',
  },
  {
    name: 'lowerAscii',
    written: 'text.lowerAscii()',
    does: 'The text in small letters.',
    example: '"PCS".lowerAscii()',
    gives: 'pcs',
  },
  {
    name: 'upperAscii',
    written: 'text.upperAscii()',
    does: 'The text in capital letters.',
    example: '"pcs".upperAscii()',
    gives: 'PCS',
  },
  {
    name: 'trim',
    written: 'text.trim()',
    does: 'The text without blanks at both ends; cells are trimmed already.',
    example: '" kg ".trim()',
    gives: 'kg',
  },
  {
    name: 'replace',
    written: 'text.replace(from, to)',
    does: 'The plain text `from` replaced everywhere.',
    example: '"1-2-3".replace("-", "/")',
    gives: '1/2/3',
  },
  {
    name: 'size',
    written: 'text.size()',
    does: 'As `size(text)`.',
    example: '"Nagel".size()',
    gives: '5',
  },
];
