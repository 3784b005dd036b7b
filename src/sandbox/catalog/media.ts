import { createHmac, hash, randomBytes } from 'node:crypto';
import { bounds, limits } from '../base/limits.ts';
import type { Market } from '../base/market.ts';
import { Problem } from '../base/problem.ts';
import { liveProduct, type ProductRow, updateProduct } from './product.ts';

export const imageTypes = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
} as const;

type MediaRow = {
  mediaId: string;
  externalId: string;
  contentType: keyof typeof imageTypes;
  sha256: string;
  byteSize: number;
  expiresAt: number;
  uploadedSha256: string | null;
  bytes: Buffer | null;
};

type Presign = { contentType: string; sha256: string; byteSize: number };

const dayMs = 86_400_000;

/** Spec "Image flow rules" 3: type, then size, then product. */
export function presign(market: Market, externalId: string, wanted: Presign): MediaRow {
  const { contentType, sha256, byteSize } = wanted;
  if (!isImageType(contentType)) {
    throw new Problem('MEDIA_TYPE_NOT_SUPPORTED', `'${contentType}' is not jpeg, png or webp`);
  }
  if (byteSize > limits.imageBytes) {
    throw new Problem('MEDIA_TOO_LARGE', `${byteSize} bytes are more than ${limits.imageBytes}`);
  }
  liveProduct(market, externalId);
  const now = market.clock.nowMs();
  market.store.run('DELETE FROM media WHERE expiresAt < ? AND bytes IS NULL', now - dayMs);
  const mediaId = `med_${randomBytes(18).toString('base64url')}`;
  const expiresAt = now + limits.uploadValidityMs;
  market.store.run(
    `INSERT INTO media (mediaId, externalId, contentType, sha256, byteSize, expiresAt)
     VALUES (?, ?, ?, ?, ?, ?)`,
    mediaId,
    externalId,
    contentType,
    sha256,
    byteSize,
    expiresAt,
  );
  const row = { mediaId, externalId, contentType, sha256, byteSize, expiresAt };
  return { ...row, uploadedSha256: null, bytes: null };
}

/** The URL authenticates itself (spec "Authentication" 5). */
export function uploadAddress(market: Market, { mediaId, expiresAt }: MediaRow): string {
  const path = `/upload/${mediaId}?expires=${expiresAt}`;
  return `${market.uploadUrl}${path}&signature=${signPath(market, path)}`;
}

export function signPath(market: Market, path: string): string {
  return createHmac('sha256', market.secret).update(path).digest('hex');
}

export function findMedia(market: Market, mediaId: string): MediaRow | undefined {
  return market.store.get<MediaRow>('SELECT * FROM media WHERE mediaId = ?', mediaId);
}

/** Keeps the digest of what was uploaded; of the bytes themselves only those of the last pictures. */
export function keepUpload(market: Market, media: MediaRow, bytes: Buffer): void {
  market.store.run(
    'UPDATE media SET uploadedSha256 = ?, bytes = ? WHERE mediaId = ?',
    hash('sha256', bytes),
    bytes,
    media.mediaId,
  );
  market.store.run(
    `UPDATE media SET bytes = NULL WHERE bytes IS NOT NULL AND rowid <
       (SELECT min(rowid) FROM (SELECT rowid FROM media WHERE bytes IS NOT NULL
                                ORDER BY rowid DESC LIMIT ?))`,
    bounds.pictureBytesKept,
  );
}

type Commit = { mediaId: string; sha256: string };

/** Replaces the product's image (spec "Image flow rules" 2 and 4). */
export function commit(market: Market, externalId: string, { mediaId, sha256 }: Commit): string[] {
  const product = liveProduct(market, externalId);
  const media = findMedia(market, mediaId);
  if (!media || media.externalId !== externalId) {
    throw new Problem('MEDIA_HANDLE_INVALID', `The handle was not issued for '${externalId}'`);
  }
  if (media.sha256 !== sha256) {
    throw new Problem('MEDIA_HANDLE_INVALID', 'The handle was issued for another digest');
  }
  if (media.uploadedSha256 !== sha256) {
    throw new Problem('MEDIA_HANDLE_INVALID', 'The uploaded bytes do not have this digest');
  }
  const url = `${market.uploadUrl}/media/${sha256}.${imageTypes[media.contentType]}`;
  return setImages(market, product, [url]);
}

export function setImages(market: Market, product: ProductRow, images: string[]): string[] {
  const text = images.length > 0 ? JSON.stringify(images) : null;
  updateProduct(market, product.id, { images: text });
  return images;
}

/** The bytes behind an image URL, while they are kept. */
export function findPicture(market: Market, sha256: string): MediaRow | undefined {
  return market.store.get<MediaRow>(
    'SELECT * FROM media WHERE uploadedSha256 = ? AND bytes IS NOT NULL',
    sha256,
  );
}

function isImageType(text: string): text is keyof typeof imageTypes {
  return Object.hasOwn(imageTypes, text);
}
