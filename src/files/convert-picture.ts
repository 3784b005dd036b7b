import { errorText } from '../domain/error.ts';
import { imageBytesMax } from '../domain/limits.ts';

export type Converted =
  | { readonly bytes: Uint8Array; readonly contentType: 'image/jpeg' | 'image/png' }
  /** Why there is no picture, in words. */
  | { readonly fault: string; readonly remedy: string };

/** Undefined where the system has nothing left to convert it with now. */
export type ConvertPicture = (bytes: Uint8Array) => Promise<Converted | undefined>;

/**
 * To be raised where the converter gives other bytes for the same file: then every converted picture is sent once more.
 */
export const pictureRecipe = 1;

/** A poster has up to 100 megapixels. A file with more is made to fill the memory (fault 24). */
const pixelsMax = 100_000_000;
/** Pixels of the longer side. They are tried in this order until the result is small enough. */
const sides = [3_000, 2_000, 1_200] as const;
const jpegQuality = 85;
/** The formats that may be loaded. None of them can make the library open another file, as SVG and PDF can. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'] as const;

type Sharp = typeof import('sharp')['default'];

/**
 * Converts a picture to a form that the marketplace takes: upright, sRGB, at most 5 MB, as JPEG, or as PNG where
 * something shines through. The file itself is never touched. The package sharp is optional; without it the answer is
 * a fault that says how to install it.
 */
export async function convertPicture(
  bytes: Uint8Array,
  load: () => Promise<Sharp> = loadSharp,
): Promise<Converted> {
  const sharp = await load().catch(() => undefined);
  if (sharp === undefined) return noConverter;
  try {
    return await convert(sharp, bytes);
  } catch (cause) {
    return failed(cause, await isOfPhone(sharp, bytes));
  }
}

const noConverter: Converted = {
  fault: 'would have to be converted, but no converter is installed here.',
  remedy:
    'Install sharp beside Stockhand (npm install sharp), or export JPEG, PNG or WebP up to 5 MB.',
};

async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) });
  // The library uses one thread for a picture and keeps no cache, so nothing of it stays in memory afterwards.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

async function convert(sharp: Sharp, bytes: Uint8Array): Promise<Converted> {
  const read = () => sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'truncated', pages: 1 });
  const isSeeThrough = (await read().metadata()).hasAlpha && !(await read().stats()).isOpaque;
  for (const side of sides) {
    const small = read()
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    const done = await (isSeeThrough
      ? small.png()
      : small.jpeg({ quality: jpegQuality })
    ).toBuffer();
    if (done.length <= imageBytesMax)
      return { bytes: done, contentType: isSeeThrough ? 'image/png' : 'image/jpeg' };
  }
  return {
    fault: `is larger than ${imageBytesMax} bytes, however small it is made.`,
    remedy: 'Export it as JPEG.',
  };
}

/** A HEIC: its head can be read, its pixels cannot (docs/pictures.md). */
async function isOfPhone(sharp: Sharp, bytes: Uint8Array): Promise<boolean> {
  return sharp(bytes)
    .metadata()
    .then(({ compression }) => compression === 'hevc')
    .catch(() => false);
}

/**
 * The library's own words are not shown: they may be long, and what is said here is for the person who made the file.
 * They may also be about another picture that failed at the same time, because the library keeps them in one place.
 */
function failed(cause: unknown, isHeic: boolean): Converted {
  const message = errorText(cause);
  if (/pixel limit/i.test(message)) {
    return {
      fault: `has more than ${pixelsMax / 1_000_000} megapixels.`,
      remedy: 'Make it smaller; 3,000 pixels are plenty.',
    };
  }
  const isForeign = isHeic || /unsupported image format/i.test(message);
  return {
    fault: isForeign ? 'is of a format that the converter does not know.' : 'is damaged.',
    remedy: 'Save it as JPEG, PNG or WebP.',
  };
}
