/** The codes of rows that were read from an export; they stand in `codes` like all others. */
export const rowCodes = {
  ROW_RAGGED: {
    means: 'A row has more or fewer fields than the header.',
    remedy:
      'Quote the field that holds the separator or a line end; where Excel has left empty last cells away, fill the last column or export a workbook.',
  },
  ROW_KEY_MISSING: {
    means: 'A row has no externalId.',
    remedy: 'Fill the key column, or leave the row out with where:.',
  },
  ROW_KEY_INVALID: {
    means: 'An externalId cannot be used.',
    remedy: 'Correct the article number in the ERP.',
  },
  ROW_HEADER_AGAIN: {
    means: 'A row holds the names of the columns, as where one export stands behind another.',
    remedy: 'Write each export into a file of its own, or leave such rows out with where:.',
  },
  ROW_TOTAL: {
    means: 'A row is a total, a page, a date or a drawn line of its list in place of an article.',
    remedy:
      'Leave such rows out with where:, or export without them; an article of that number needs another one, in the ERP or with expression: of externalId.',
  },
  ROW_WITHDRAWN: {
    means:
      'BMEcat, CommerceML, DATANORM, GDSN: an article is marked as deleted, and no isActive of the mapping reads that.',
    remedy:
      'Write the isActive: that the message names in the mapping of the source, or leave such rows out with where:.',
  },
  ROW_QUOTED: {
    means: 'Under quote: none a cell stands in quote marks, with doubled ones inside.',
    remedy: "Set quote: '\"' in the source.",
  },
  ROW_DUPLICATE: {
    means: 'An externalId stands in several rows with different data.',
    remedy:
      'Export each article once, or say with duplicates: whether the last row counts or stock is added up.',
  },
  ROW_VALUE_MISSING: { means: 'A required value is empty.', remedy: 'Fill the field in the ERP.' },
  ROW_NUMBER: { means: 'A value is not a number.', remedy: 'Export the bare number.' },
  ROW_NUMBER_AMBIGUOUS: {
    means:
      'A number can be read in two ways: no style is declared, or another row of the file is not written in the declared one.',
    remedy: 'Declare the style with numbers: in the source, and correct rows that are not in it.',
  },
  ROW_NUMBER_RANGE: {
    means: 'A number is outside the range that the marketplace takes.',
    remedy: 'Correct the value in the ERP.',
  },
  ROW_TOO_LONG: {
    means: 'A text is longer than the marketplace takes.',
    remedy:
      'Shorten it in the ERP; a text other than article number and barcode takes cut: true on the field.',
  },
  ROW_TRANSLATION: {
    means: 'A value has no entry in the translate table.',
    remedy: 'Add it to translate:.',
  },
  ROW_WORD: {
    means:
      'A value may be a word of translate: or where:, which is written otherwise there: with other capitals, blanks or signs, as another word for the same yes or no, or as a text where the cell is true or false.',
    remedy: 'Name it there as it is written in the file.',
  },
  ROW_CHARACTER: {
    means:
      'A text holds characters that could not be decoded, are of another encoding, were lost as ?, are entities of HTML (&uuml;), or are invisible (U+0080 to U+009F).',
    remedy: 'Correct encoding: of the source, or the text in the ERP.',
  },
  ROW_STRUCTURE: {
    means: 'A row is not written as its format asks, so its values are in doubt.',
    remedy: 'Correct the program that exports it, or leave the row out.',
  },
  ROW_FLAG: {
    means: 'A value is neither yes nor no.',
    remedy: 'Add it to translate: with true or false.',
  },
  ROW_ATTRIBUTES: {
    means: 'A product has more attributes than the marketplace takes.',
    remedy: 'Map fewer columns to attributes.',
  },
  ROW_ATTRIBUTE_TWICE: {
    means:
      'Two columns or pairs of columns give one attribute of a row two values; one of them is sent.',
    remedy: 'Give both in one value in the ERP, or the second under a name of its own.',
  },
  ROW_NEGATIVE: {
    means: 'A quantity below zero was sent as 0.',
    remedy: 'Correct the stock in the ERP, or set negative: refuse.',
  },
  ROW_STOCK_MISSING: {
    means:
      'A record of XML or JSON lacks the mapped stock, or has an object or a list in its place; its article keeps the stock that it had.',
    remedy:
      'Export the stock in each record, as the mapping names it; where the export has changed, correct availableQty: of the mapping, and where a missing one means none, add default: 0 to it.',
  },
  ROW_JOIN: {
    means: 'A row belongs to an article that none of the files of its set holds.',
    remedy: 'Export all files of the set anew, together.',
  },
  ROW_SUM: {
    means:
      'A row belongs to an article of which another row could not be read: their sum is unknown.',
    remedy: 'Correct the other row; no part of a sum is sent.',
  },
  ROW_NESTED: {
    means:
      'XML: a record holds another element of its own name, with an article number and a name.',
    remedy:
      'Where it should be sold, have it exported beside the others; where such elements alone are sold, set path: of the source to them.',
  },
  ROW_VARIANTS_LEFT: {
    means:
      'CommerceML, a file of changes: a product is deleted of which the marketplace has the variants alone.',
    remedy: 'Export its offers with it, each with a stock of 0, or all articles once.',
  },
  ROW_EXPRESSION: {
    means: 'An expression of the mapping or of where: gives nothing for a row.',
    remedy: 'Correct the value in the ERP, or the expression.',
  },
  ROW_FORMULA: {
    means: 'A cell of a workbook holds a formula, and the file does not keep its result.',
    remedy:
      'Open it in a program that calculates all of it (LibreOffice: Ctrl+Shift+F9) and save the workbook, or have the export written with values.',
  },
  ROW_ERROR_CELL: {
    means:
      'A cell of a workbook, or of a file that a spreadsheet saved, holds an error such as #N/A in place of a value.',
    remedy: 'Correct the formula where the file was made, and save it.',
  },
  ROW_ADDED: {
    means: 'Rows were added to another row of their article; they count as skipped.',
    remedy: 'Nothing to do.',
  },
  ROW_FLAG_EMPTY: {
    means: 'A cell of isActive is empty, and the mapping says only what other values mean.',
    remedy:
      'Add default: true or default: false to isActive: of the mapping, or an entry "": to its translate: what an empty cell means.',
  },
} as const;
