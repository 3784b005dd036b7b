import type { KnownRow } from '../../store/mirror.ts';

/**
 * A product as a pass sees it. It is a class, because a million of these are made, and none outlives its row. A product
 * that is seen for the first time has the same shape as a known one, so that code which reads both stays fast.
 */
export class KnownProduct {
  readonly id: number;
  readonly externalId: string;
  readonly contentHash: number | null;
  readonly contentRun: number | null;
  readonly quantity: number | null;
  readonly quantityRun: number | null;
  readonly exportedQuantity: number | null;
  readonly exportedRun: number | null;
  /** The wish that the marketplace refused last: not sent again until it changes. */
  readonly refusedHash: number | null;
  /** An answer left open whether the marketplace still has the content that it confirmed. */
  readonly inDoubt: boolean;
  readonly lastRequest: number | null;
  /** The request whose 2xx confirmed the content. */
  readonly contentRequest: number | null;
  /** What is kept of the confirmed content for the brakes (traits.ts). */
  readonly traits: string | null;
  /**
   * A request for the product has no stored answer: whatever the
   * hash says, the row stays a candidate (design section 2.2).
   */
  readonly inFlight: boolean;

  constructor(row: KnownRow, inFlight: boolean) {
    this.id = row[0];
    this.externalId = row[1];
    this.contentHash = row[2];
    this.contentRun = row[3];
    this.quantity = row[4];
    this.quantityRun = row[5];
    this.exportedQuantity = row[6];
    this.exportedRun = row[7];
    this.refusedHash = row[8];
    this.inDoubt = row[9] === 1;
    this.lastRequest = row[10];
    this.contentRequest = row[11];
    this.traits = row[12];
    this.inFlight = inFlight;
  }
}
