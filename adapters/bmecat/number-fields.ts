/** Fields of an article that are numbers in every version of the standard (dtNUMBER, dtINTEGER, dtFLOAT). */
const numberFields: ReadonlySet<string> = new Set([
  'DELIVERY_TIME',
  'LEADTIME',
  'NO_CU_PER_OU',
  'PRICE_QUANTITY',
  'QUANTITY_INTERVAL',
  'QUANTITY_MAX',
  'QUANTITY_MIN',
  'VOLUME',
  'WEIGHT',
  'LENGTH',
  'WIDTH',
  'DEPTH',
]);

/** Whatever a supplier calls a feature or adds to the standard, its values are texts. */
const free = /^(?:FEATURE:|USER_DEFINED_EXTENSIONS\b)/;

/** `QUANTITY_MIN[2]` and `DELIVERY_TIMES/LEADTIME` are such fields too. */
export function isNumberField(column: string): boolean {
  if (free.test(column)) return false;
  return numberFields.has(column.replace(/^.*\//, '').replace(/\[\d+\]$/, ''));
}
