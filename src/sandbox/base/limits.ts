const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
const minuteMs = 60_000;

/** The limits of the spec ("Limits"). */
export const limits = {
  bodyBytes: 2 * megabyte,
  pageDefault: 50,
  pageMax: 100,
  batchProducts: 100,
  batchStock: 50,
  batchOrders: 50,
  imageBytes: 5_242_880,
  uploadValidityMs: 15 * minuteMs,
  externalIdChars: 255,
  nameChars: 500,
  descriptionChars: 8000,
  categorySlugChars: 200,
  unitOfMeasureChars: 50,
  brandChars: 255,
  barcodeChars: 100,
  attributeEntries: 100,
  trackingCodeChars: 200,
  dispatchNotesChars: 1000,
  cancelReasonChars: 500,
  availableQtyMax: 9_999_999.999,
  leadTimeDaysMax: 3650,
  syncHistory: 20,
  deliveryHistory: 50,
  deliveryAttempts: 5,
  deliveryConnectMs: 10_000,
  deliveryReadMs: 30_000,
  disableAfterFailures: 5,
} as const;

/** The sandbox's own bounds: the spec says nothing of them, but nothing here grows without end. */
export const bounds = {
  /** A body over 2 MB is read and thrown away up to here, so that the client can read its 413. */
  drainBytes: 64 * megabyte,
  controlBodyBytes: 256 * megabyte,
  ledgerEntries: 20_000,
  ledgerBytes: 256 * megabyte,
  ledgerPage: 5000,
  jsonDepth: 500,
  warningsPerRequest: 50,
  idempotencyKeys: 500_000,
  databaseCacheKilobytes: 32 * kilobyte,
  pendingDeliveries: 10_000,
  deliveriesAtOnce: 10,
  excerptChars: 500,
  deliveryAnswerBytes: 64 * kilobyte,
  weatherRules: 200,
  weatherDelayMs: 10 * minuteMs,
  pictureBytesKept: 200,
  ordersAtOnce: 10_000,
  productsAtOnce: 1_000_000,
  controlPage: 1000,
  snapshotRows: 500_000,
  keepAliveMs: minuteMs,
} as const;
