import { errorText } from '../domain/error.ts';
import { imageBytesMax } from '../domain/limits.ts';

type Converted =
  | { readonly bytes: Uint8Array; readonly contentType: 'image/jpeg' | 'image/png' }
  /** Why there is no picture, in words. */
  | { readonly fault: string; readonly remedy: string };

export type ConvertPicture = (bytes: Uint8Array) => Promise<Converted>;

/** Raised when the same file gives other bytes than before, so that every converted picture is sent once more. */
export const pictureRecipe = 1;

/** A picture of 100 megapixels is a poster; more is a bomb (fault 24). */
const pixelsMax = 100_000_000;
const secondsMax = 60;
/** Of the longer side, one after the other until the result is small enough. */
const sides = [3_000, 2_000, 1_200] as const;
const jpegQuality = 85;
/** What is loaded from outside: nothing that could reach for other files (SVG, PDF) is among these. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'] as const;

type Sharp = typeof import('sharp')['default'];

/**
 * Brings a picture into a form that the marketplace takes: upright, sRGB, JPEG (or PNG where something shines through),
 * at most 5 MB. The file itself is never touched. sharp is optional: without it the answer says so.
 */
export function createConverter(load: () => Promise<Sharp> = loadSharp): ConvertPicture {
  let loading: Promise<Sharp | undefined> | undefined;
  return async (bytes) => {
    loading ??= load().catch(() => undefined);
    const sharp = await loading;
    if (sharp === undefined) return noConverter;
    try {
      return await convert(sharp, bytes);
    } catch (cause) {
      return failed(cause);
    }
  };
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
  // One picture at a time, and nothing of it stays in memory afterwards.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

async function convert(sharp: Sharp, bytes: Uint8Array): Promise<Converted> {
  const read = () =>
    sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'truncated', pages: 1 }).timeout({
      seconds: secondsMax,
    });
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

/** The library's own words stay out where they could be long; they are for the person who made the file. */
function failed(cause: unknown): Converted {
  const message = errorText(cause);
  if (/pixel limit/i.test(message)) {
    return {
      fault: `has more than ${pixelsMax / 1_000_000} megapixels.`,
      remedy: 'Make it smaller; 3,000 pixels are plenty.',
    };
  }
  if (/timeout/i.test(message)) {
    return {
      fault: `takes longer than ${secondsMax} s to convert.`,
      remedy: 'Make it smaller; 3,000 pixels are plenty.',
    };
  }
  const isForeign = /unsupported image format|blocked|no decoder|plugin/i.test(message);
  return {
    fault: isForeign ? 'is of a format that the converter does not know.' : 'is damaged.',
    remedy: 'Save it as JPEG, PNG or WebP.',
  };
}
