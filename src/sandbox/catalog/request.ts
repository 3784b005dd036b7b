import { z } from 'zod';
import { limits } from '../base/limits.ts';

const notBlank = (maxChars: number) => z.string().max(maxChars).regex(/\S/, 'must not be blank');

const decimal = z.number().max(limits.availableQtyMax);

/** Spec "Product (request fields)" `availableQty`. */
const availableQty = decimal.min(0);

/** Spec "Product (request fields, upsert and batch upsert items)". */
export const productRequest = z.object({
  externalId: notBlank(limits.externalIdChars).describe('Upsert match key'),
  name: notBlank(limits.nameChars),
  description: z.string().max(limits.descriptionChars).optional(),
  categorySlug: z
    .string()
    .max(limits.categorySlugChars)
    .optional()
    .describe('Accepted but ignored'),
  unitOfMeasure: z.string().max(limits.unitOfMeasureChars).optional(),
  availableQty: availableQty.optional(),
  minOrderQty: decimal.positive().optional().describe('Default 1'),
  stepQty: decimal.positive().optional().describe('Default 1'),
  leadTimeDays: z.int().min(0).max(limits.leadTimeDaysMax).optional(),
  brand: z.string().max(limits.brandChars).optional(),
  barcode: z.string().max(limits.barcodeChars).optional(),
  attributes: z
    .record(z.string(), z.unknown())
    .refine((entries) => Object.keys(entries).length <= limits.attributeEntries, {
      message: `at most ${limits.attributeEntries} entries`,
    })
    .meta({ maxProperties: limits.attributeEntries })
    .optional(),
  isActive: z.boolean().optional().describe('Default true'),
});
export type ProductRequest = z.output<typeof productRequest>;

export const stockRequest = z.object({ availableQty });

export const stockItem = z.object({
  externalId: z.string(),
  availableQty,
});

/** Spec "Product (response item)". */
export const productItem = z.object({
  externalId: z.string(),
  name: z.string(),
  categoryName: z.string().optional(),
  unitOfMeasure: z.string().optional(),
  minOrderQty: z.number().optional(),
  availableQty: z.number().optional().describe('Absent: unlimited, set in the portal'),
  brandName: z.string().optional(),
  barcode: z.string().optional(),
  description: z.string().optional(),
  images: z.string().optional().describe('A JSON-encoded string holding an array of image URLs'),
  status: z.string().describe('Value seen: ACTIVE'),
  createdAt: z.iso.datetime(),
});
