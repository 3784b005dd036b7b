import { z } from 'zod';
import { limits } from '../base/limits.ts';
import { type Endpoint, endpoint, ok } from '../service/declaration.ts';
import { commit, imageTypes, presign, setImages, uploadAddress } from './media.ts';
import { liveProduct } from './product.ts';

const images = '/connect/v1/supplier/catalog/products/:externalId/images';
const write = { scope: 'catalog:write' } as const;
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lowercase hex characters');
const imageList = z.object({ externalId: z.string(), images: z.array(z.string()) });

/** A type or size beyond the limits has its own error type, so the check itself is wider. */
const presignRequest = z.object({ contentType: z.string(), sha256, byteSize: z.int().min(1) });

const presignEndpoint = endpoint(
  {
    method: 'POST',
    path: `${images}/presign`,
    summary: 'Get an address to upload an image to',
    spec: 'Catalog',
    access: write,
    body: presignRequest,
    documentedBody: z.object({
      contentType: z.enum(Object.keys(imageTypes) as [string, ...string[]]),
      sha256,
      byteSize: z.int().min(1).max(limits.imageBytes),
    }),
    answers: {
      200: {
        description: 'The address is valid for 15 minutes',
        schema: z.object({
          mediaId: z.string(),
          uploadUrl: z.string(),
          expiresAt: z.iso.datetime(),
        }),
      },
    },
  },
  (market, { params, body, trace }) => {
    const media = presign(market, params['externalId'] ?? '', body);
    trace.effects.push({ kind: 'imagePresigned', externalId: media.externalId });
    return ok({
      mediaId: media.mediaId,
      uploadUrl: uploadAddress(market, media),
      expiresAt: new Date(media.expiresAt).toISOString(),
    });
  },
);

const commitEndpoint = endpoint(
  {
    method: 'POST',
    path: `${images}/commit`,
    summary: 'Make the uploaded image the product’s image',
    spec: 'Catalog',
    access: write,
    body: z.object({ mediaId: z.string(), sha256 }),
    idempotent: true,
    answers: { 200: { description: 'The images', schema: imageList } },
  },
  (market, { params, body, trace }) => {
    const externalId = params['externalId'] ?? '';
    const urls = commit(market, externalId, body);
    trace.effects.push({ kind: 'imageCommitted', externalId, sha256: body.sha256 });
    return ok({ externalId, images: urls });
  },
);

const remove = endpoint(
  {
    method: 'DELETE',
    path: images,
    summary: 'Take the product’s image away',
    spec: 'Catalog',
    access: write,
    idempotent: true,
    answers: {
      200: {
        description: 'The now empty images list',
        schema: z.union([imageList, z.array(z.string())]),
      },
    },
    notShown: ['imageDeleteBody'],
  },
  (market, { params, trace }) => {
    const product = liveProduct(market, params['externalId'] ?? '');
    const { externalId } = product;
    if (product.images === null) trace.warnings.push(`repeated effect: ${externalId} had no image`);
    trace.effects.push({ kind: 'imageDeleted', externalId });
    const none = setImages(market, product, []);
    const isList = market.settings.open.imageDeleteBody === 'list';
    return ok(isList ? none : { externalId, images: none });
  },
);

export const imageEndpoints: readonly Endpoint[] = [presignEndpoint, commitEndpoint, remove];
