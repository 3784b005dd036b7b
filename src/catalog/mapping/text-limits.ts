import {
  barcodeMax,
  brandMax,
  categorySlugMax,
  descriptionMax,
  externalIdMax,
  nameMax,
  unitOfMeasureMax,
} from '../../domain/limits.ts';

/** spec "Limits", field lengths, by field. */
export const textLimits = {
  externalId: externalIdMax,
  name: nameMax,
  description: descriptionMax,
  categorySlug: categorySlugMax,
  unitOfMeasure: unitOfMeasureMax,
  brand: brandMax,
  barcode: barcodeMax,
} as const;
