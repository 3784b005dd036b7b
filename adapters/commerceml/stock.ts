import { numberExamples, parseQuantity, quantityText } from '../../src/domain/quantity.ts';

const quantities = new Set(['Количество', 'Остаток', 'Коэффициент']);

/** Columns of the types КоличествоТип and КоэффициентТип of the standard: `1.500` is one and a half. */
export function isQuantity(column: string): boolean {
  return column.startsWith('Склад:') || quantities.has(column.replace(/^.*\/@?/, ''));
}

/** 1C writes `12`, `1.0`, `12,5`; it never separates thousands in a file. */
const styles = [numberExamples['1234.56'], numberExamples['1234,56']];

/**
 * What is on stock altogether: `Количество`, or the sum over the warehouses where only those are given (quirk 33).
 * Undefined where the offer says nothing: absent is not 0 (quirk 34). Where a warehouse's quantity is no number
 * the sum is that text, so that the row is rejected and names it.
 */
export function stockOf(
  quantity: string | undefined,
  stores: readonly string[],
): string | undefined {
  if (quantity !== undefined) return quantity;
  if (stores.length === 0) return undefined;
  let thousandths = 0;
  for (const store of stores) {
    const parsed = thousandthsOf(store);
    if (parsed === undefined) return store;
    thousandths += parsed;
  }
  const sum = quantityText(thousandths);
  // In the style of the file, which is the style that the source declares.
  return stores.some((store) => store.includes(',')) ? sum.replace('.', ',') : sum;
}

function thousandthsOf(text: string): number | undefined {
  for (const style of styles) {
    const parsed = parseQuantity(text, style);
    if ('thousandths' in parsed) return parsed.thousandths;
  }
  return undefined;
}
