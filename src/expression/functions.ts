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
    does: 'Reads a text as a number, in the style that `numbers` of the source declares; for a cell of a workbook, the number that it holds.',
    example: 'number("2.5") * 2',
    gives: '5',
  },
  {
    name: 'string',
    written: 'string(value)',
    does: 'Turns a number, or true and false, into a text, with a decimal point and at most six decimals.',
    example: 'string(2.5) + " m"',
    gives: '2.5 m',
  },
  {
    name: 'size',
    written: 'size(text)',
    does: 'The number of characters of a text, or of entries of a list in brackets.',
    example: 'size("Nagel")',
    gives: '5',
  },
  {
    name: 'part',
    written: 'part(text, separator, n)',
    does: 'The n-th part of a text between separators, counted from 1; "" if there are fewer parts.',
    example: 'part("M8-40-A2", "-", 2)',
    gives: '40',
  },
  {
    name: 'matches',
    written: 'matches(text, "pattern")',
    does: 'true if the pattern (RE2) matches a part of the text; ^ and $ stand for its beginning and end.',
    example: 'matches("M8x40", "^M[0-9]+x")',
    gives: 'true',
  },
  {
    name: 'extract',
    written: 'extract(text, "pattern")',
    does: 'The first group of the first match, or the whole match if the pattern has no group; "" if nothing matches.',
    example: 'extract("24 x 12 oz", "([0-9]+) oz")',
    gives: '12',
  },
];

/** No macros, no split and join: nothing here makes more text than it was given, except `replace`, which is capped. */
export const methods: readonly Callable[] = [
  {
    name: 'startsWith',
    written: 'text.startsWith(other)',
    does: 'true if the text begins with the other one.',
    example: '"ART-1".startsWith("ART-")',
    gives: 'true',
  },
  {
    name: 'endsWith',
    written: 'text.endsWith(other)',
    does: 'true if the text ends with the other one.',
    example: '"ART-1".endsWith("-2")',
    gives: 'false',
  },
  {
    name: 'contains',
    written: 'text.contains(other)',
    does: 'true if the text contains the other one.',
    example: '"Nagel 5 kg".contains("kg")',
    gives: 'true',
  },
  {
    name: 'indexOf',
    written: 'text.indexOf(other)',
    does: 'The place of the first occurrence of the other text, counted from 0; -1 if there is none. With a second argument the search begins at that place.',
    example: '"M8-40".indexOf("-")',
    gives: '2',
  },
  {
    name: 'lastIndexOf',
    written: 'text.lastIndexOf(other)',
    does: 'The place of the last occurrence of the other text, counted from 0; -1 if there is none. With a second argument the search ends at that place.',
    example: '"M8-40-A2".lastIndexOf("-")',
    gives: '5',
  },
  {
    name: 'substring',
    written: 'text.substring(from, to)',
    does: 'The characters from place `from`, counted from 0, to the one before place `to`; without `to`, to the end.',
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
    does: 'The text without blanks at both ends; the cells are already trimmed.',
    example: '" kg ".trim()',
    gives: 'kg',
  },
  {
    name: 'replace',
    written: 'text.replace(from, to)',
    does: 'The text with `to` in place of every plain text `from`.',
    example: '"1-2-3".replace("-", "/")',
    gives: '1/2/3',
  },
  {
    name: 'size',
    written: 'text.size()',
    does: 'The same as `size(text)`.',
    example: '"Nagel".size()',
    gives: '5',
  },
];
