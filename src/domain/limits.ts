/** Every number of the specification, once, under its section. Nothing else in the house repeats one. */

// spec "Limits"
export const requestBodyBytesMax = 2_000_000;
/** What we pack to, so that a proxy's framing or another reading of "2 MB" never refuses a batch (fault 48). */
export const packedBodyBytesMax = 1_900_000;
export const pageSizeMax = 100;
export const batchProductsMax = 100;
export const batchStockMax = 50;
export const batchOrdersMax = 50;
export const imageBytesMax = 5_242_880;
export const imageContentTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const presignValidMs = 15 * 60_000;

// spec "Limits", field lengths
export const externalIdMax = 255;
export const nameMax = 500;
export const descriptionMax = 8_000;
export const categorySlugMax = 200;
export const unitOfMeasureMax = 50;
export const brandMax = 255;
export const barcodeMax = 100;
export const attributesMax = 100;
export const trackingCodeMax = 200;
export const dispatchNotesMax = 1_000;
export const cancelReasonMax = 500;

// spec "Product (request fields)"
export const availableQtyMaxThousandths = 9_999_999_999;
export const leadTimeDaysMax = 3_650;

// spec "Events", "Headers and signature" and "Limits"
export const webhookWindowSeconds = 300;
export const webhookConnectTimeoutMs = 10_000;
export const webhookReadTimeoutMs = 30_000;

// spec "Limits", history
export const syncHistorySize = 20;

// spec "Client retry rules"
export const rateLimitJitterMs = 1_000;
export const backoffFirstMs = 1_000;
/** Ours, not the spec's: doubling must end somewhere (fault 51). */
export const backoffCapMs = 5 * 60_000;
