import { leaveOutEmpty } from '../base/absent.ts';
import { multiplyToCents, type Thousandths, toNumber } from '../base/decimal.ts';

/** A line as it is kept. `vatRate` is in percent, in thousandths like every number here. */
export type Line = {
  id: number;
  productId: number;
  /** Absent for a product created directly in the portal. */
  sellerExternalId?: string;
  productName: string;
  unitOfMeasure?: string;
  quantity: Thousandths;
  unitPrice: Thousandths;
  vatRate: Thousandths;
};

export type Totals = {
  subtotal: Thousandths;
  deliveryFee: Thousandths;
  discount: Thousandths;
  vatTotal: Thousandths;
  totalAmount: Thousandths;
  grossTotal: Thousandths;
};

const percent = 10;

function lineTotal({ quantity, unitPrice }: Line): Thousandths {
  return multiplyToCents(quantity, unitPrice);
}

function lineVat(line: Line): Thousandths {
  return multiplyToCents(lineTotal(line) / percent, line.vatRate / percent);
}

/** Spec "Amount rules": net = subtotal + fee - discount, gross = net + VAT. */
export function addUp(
  lines: readonly Line[],
  extra: { deliveryFee: Thousandths; discount: Thousandths },
): Totals {
  const subtotal = lines.reduce((sum, line) => sum + lineTotal(line), 0);
  const vatTotal = lines.reduce((sum, line) => sum + lineVat(line), 0);
  const totalAmount = subtotal + extra.deliveryFee - extra.discount;
  return { subtotal, ...extra, vatTotal, totalAmount, grossTotal: totalAmount + vatTotal };
}

/** Spec "Order line fields". */
export function presentLine(line: Line, currency: string): Record<string, unknown> {
  const [total, vat] = [lineTotal(line), lineVat(line)];
  return leaveOutEmpty({
    id: line.id,
    productId: line.productId,
    sellerExternalId: line.sellerExternalId,
    productName: line.productName,
    unitOfMeasure: line.unitOfMeasure,
    quantity: toNumber(line.quantity),
    unitPrice: toNumber(line.unitPrice),
    vatRate: toNumber(line.vatRate),
    vatAmount: toNumber(vat),
    lineTotal: toNumber(total),
    lineTotalInclVat: toNumber(total + vat),
    currency,
  });
}
