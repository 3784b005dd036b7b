/** The codes of rows that were read from an export; they are in `codes` like all others. */
export const rowCodes = {
  ROW_RAGGED: {
    means: 'A row has more or fewer fields than the header.',
    remedy:
      'Put quotes around a field that holds the separator or a line end. If Excel has left out empty last cells, fill the last column or export a workbook.',
  },
  ROW_KEY_MISSING: {
    means: 'A row has no article number (externalId).',
    remedy: 'Fill the key column, or leave the row out with where:.',
  },
  ROW_KEY_INVALID: {
    means: 'An article number (externalId) cannot be used.',
    remedy: 'Correct the article number in the ERP.',
  },
  ROW_HEADER_AGAIN: {
    means: 'A row repeats the names of the columns, as if one file held two exports.',
    remedy: 'Write each export into its own file, or leave such rows out with where:.',
  },
  ROW_TOTAL: {
    means:
      'A row is not an article, but a total, a page number, a date or a drawn line of the list.',
    remedy:
      'Leave such rows out with where:, or export without them. If it is an article, give it another number, in the ERP or with expression: of externalId.',
  },
  ROW_WITHDRAWN: {
    means:
      'BMEcat, CommerceML, DATANORM, GDSN: an article is marked as deleted, but no isActive of the mapping reads this mark.',
    remedy:
      'Add the isActive: that the message shows to the mapping of the source, or leave such rows out with where:.',
  },
  ROW_QUOTED: {
    means: 'With quote: none, a cell is in quote marks and has doubled quote marks inside.',
    remedy: "Set quote: '\"' in the source.",
  },
  ROW_DUPLICATE: {
    means: 'An article number (externalId) is in several rows with different data.',
    remedy:
      'Export each article once, or set duplicates: last uses the last row, sum adds up the stock.',
  },
  ROW_VALUE_MISSING: { means: 'A required value is empty.', remedy: 'Fill the field in the ERP.' },
  ROW_NUMBER: { means: 'A value is not a number.', remedy: 'Export only the number.' },
  ROW_NUMBER_AMBIGUOUS: {
    means:
      'A number can be read in two ways: no number style is declared, or another row of the file is not written in the declared style.',
    remedy:
      'Declare the style with numbers: in the source, and correct the rows that are written in another style.',
  },
  ROW_NUMBER_RANGE: {
    means: 'A number is outside the range that the marketplace accepts.',
    remedy: 'Correct the value in the ERP.',
  },
  ROW_TOO_LONG: {
    means: 'A text is longer than the marketplace accepts.',
    remedy:
      'Shorten it in the ERP, or set cut: true on the field (not possible for article number and barcode).',
  },
  ROW_TRANSLATION: {
    means: 'A value has no entry in translate:.',
    remedy: 'Add it to translate:.',
  },
  ROW_WORD: {
    means:
      'A value may mean a word that translate: or where: has in another form: with other capitals, blanks or signs, as another word for the same yes or no, or as a text although the cell is true or false.',
    remedy: 'Add it there as it is written in the file.',
  },
  ROW_CHARACTER: {
    means:
      'A text holds characters that could not be decoded, that belong to another encoding, that were lost as ?, that are HTML entities (&uuml;), or that are invisible (U+0080 to U+009F).',
    remedy: 'Correct encoding: of the source, or the text in the ERP.',
  },
  ROW_TEXT_ALONE: {
    means:
      'A DATANORM file of changes brings text blocks (T records) that none of its articles names. Which articles they belong to is not known, so they change nothing.',
    remedy: 'Let the supplier deliver the articles of these texts too, with their A records.',
  },
  ROW_STRUCTURE: {
    means: 'A row is not written as its format requires, so its values are doubtful.',
    remedy: 'Correct the program that exports it, or leave the row out.',
  },
  ROW_FLAG: {
    means: 'A value is neither yes nor no.',
    remedy: 'Add it to translate: with true or false.',
  },
  ROW_ATTRIBUTES: {
    means: 'A product has more attributes than the marketplace accepts.',
    remedy: 'Map fewer columns to attributes.',
  },
  ROW_ATTRIBUTE_TWICE: {
    means:
      'Two columns, or two pairs of columns, give different values for the same attribute of a row. One of them is sent.',
    remedy: 'Join both into one value in the ERP, or give the second its own name.',
  },
  ROW_NEGATIVE: {
    means: 'A quantity below zero was sent as 0.',
    remedy: 'Correct the stock in the ERP, or set negative: refuse.',
  },
  ROW_STOCK_MISSING: {
    means:
      'A record of XML or JSON has no mapped stock, or an object or a list in its place. Its article keeps its last stock.',
    remedy:
      'Export the stock in each record, as the mapping names it. If the export has changed, correct availableQty: of the mapping. If a missing stock means that there is none, add default: 0 to it.',
  },
  ROW_JOIN: {
    means: 'A row belongs to an article that is in no file of its set.',
    remedy: 'Export all files of the set again, together.',
  },
  ROW_SUM: {
    means: 'Another row of the same article could not be read, so their sum is unknown.',
    remedy: 'Correct the other row. A part of a sum is never sent.',
  },
  ROW_NESTED: {
    means:
      'XML: a record contains another element of the same name that has an article number and a name.',
    remedy:
      'If the inner element must be sold, let the ERP export it beside the others. If only such elements are sold, set path: of the source to them.',
  },
  ROW_VARIANTS_LEFT: {
    means:
      'CommerceML: a product comes without offers (or a file of changes deletes it), but the marketplace has only its variants.',
    remedy: 'Export its offers too, each with a stock of 0, or export all articles once.',
  },
  ROW_EXPRESSION: {
    means: 'An expression of the mapping or of where: gives no value for a row.',
    remedy: 'Correct the value in the ERP, or the expression.',
  },
  ROW_FORMULA: {
    means: 'A cell of a workbook holds a formula, but the file does not hold its result.',
    remedy:
      'Open the workbook in a program that calculates all formulas (LibreOffice: Ctrl+Shift+F9) and save it, or let the ERP write values.',
  },
  ROW_ERROR_CELL: {
    means:
      'A cell of a workbook, or of a file that a spreadsheet saved, holds an error such as #N/A instead of a value.',
    remedy: 'Correct the formula in the program that made the file, and save it again.',
  },
  ROW_ADDED: {
    means: 'Rows were added up with another row of the same article. They count as skipped.',
    remedy: 'Nothing to do.',
  },
  ROW_FLAG_EMPTY: {
    means: 'A cell of isActive is empty, but the mapping does not say what an empty cell means.',
    remedy:
      'Add default: true or default: false to isActive: of the mapping, or an entry for "" to its translate:.',
  },
} as const;
