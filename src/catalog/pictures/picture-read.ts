import { type Complaint, complaintOf } from '../../domain/complaint.ts';
import { imageBytesMax } from '../../domain/limits.ts';
import { convertedMark } from '../../domain/picture.ts';
import type { Offline } from '../../files/offline.ts';
import { unreadableRemedy } from '../intake/unreadable.ts';
import { type PictureFacts, type PictureType, pictureFacts } from './picture-bytes.ts';
import type { FoundPicture } from './picture-find.ts';
import type { PictureDeps, PicturePlace } from './picture-ports.ts';

/** A file that may be converted can have so many bytes. One that is sent as it is can have `imageBytesMax`. */
const convertBytesMax = 104_857_600;
/** The other formats that the converter reads: no photo of a phone (HEIC), and no BMP (docs/pictures.md). */
const convertible: ReadonlySet<string> = new Set(['AVIF', 'GIF', 'TIFF']);

/** A picture as it would be sent, before any conversion. */
export type ReadPicture =
  | {
      readonly bytes: Uint8Array;
      /** What should be shown, as one text: the file's SHA-256, and the recipe where it is converted. */
      readonly wish: string;
      /** Absent: it is converted first. */
      readonly type?: PictureType;
    }
  | {
      readonly complaint: Complaint;
      /**
       * The file could not be opened. The next look tries again, because nothing about the file shows when it can be.
       */
      readonly isUnread?: true;
    }
  /** The file was rewritten or is gone since the look, or the share went away: the next look tells which. */
  | { readonly changed: true };

/** Reads a file once and judges exactly these bytes (fault 24). */
export async function readPicture(
  deps: PictureDeps,
  place: PicturePlace,
  { file, entry }: FoundPicture,
): Promise<ReadPicture> {
  const bytesMax = place.convert ? convertBytesMax : imageBytesMax;
  const fault = (complaint: Fault) => ({
    complaint: { ...complaint, file },
  });
  if (entry.size > bytesMax) return fault(tooLarge(entry.size, place));
  const read = await deps.files.readWhole({ file: entry, bytesMax });
  if ('refused' in read) return fault(read.refused);
  if ('offline' in read && isOfFile(read.offline))
    return { ...fault(unreadable(read.offline)), isUnread: true };
  if (!('bytes' in read)) return { changed: true };
  const { bytes, sha256 } = read;
  const facts = pictureFacts(bytes);
  const why = faultOf(facts, bytes.length, place);
  if (why !== undefined) return fault(why);
  if (!isAsItIs(facts, bytes.length, place))
    return { bytes, wish: `${sha256}${convertedMark}${deps.pictures.recipe}` };
  return { bytes, wish: sha256, ...(facts.type === undefined ? {} : { type: facts.type }) };
}

/** Whether a picture is sent as it is. Without `convert` each is; with it, only one that all browsers show rightly. */
function isAsItIs(facts: PictureFacts, size: number, { convert }: PicturePlace): boolean {
  if (!convert) return true;
  return facts.type !== undefined && size <= imageBytesMax && !facts.isTurned && !facts.isCmyk;
}

type Fault = Omit<Complaint, 'file'>;

/** Whether only this file cannot be read. A share that hangs or is away is told for its whole folder. */
function isOfFile({ reason }: Offline['offline']): boolean {
  return reason === 'denied' || reason === 'busy' || reason === 'failed';
}

function unreadable(why: Offline['offline']): Fault {
  const rule = `cannot be read: ${why.sentence}`;
  return { code: 'PICTURE_UNREADABLE', rule, remedy: unreadableRemedy(why) };
}

function faultOf(facts: PictureFacts, size: number, place: PicturePlace): Fault | undefined {
  const { format, type, isWhole } = facts;
  if (size === 0 || format === undefined) {
    const rule = size === 0 ? 'is empty.' : 'is not a picture, although its name says so.';
    return { code: 'PICTURE_FORMAT', rule, remedy: 'Save it as JPEG, PNG or WebP.' };
  }
  if (!isWhole) {
    const rule = `is damaged or cut off: the end of the ${format} is missing.`;
    return complaintOf({ code: 'PICTURE_DAMAGED', rule });
  }
  if (type === undefined && !place.convert) {
    const rule = `is ${format}; the marketplace accepts JPEG, PNG and WebP.`;
    const convert = convertible.has(format)
      ? ', or allow it to be converted: catalog.pictures.convert: true'
      : '';
    return {
      code: 'PICTURE_FORMAT',
      value: format,
      rule,
      remedy: `Save it as one of these${convert}.`,
    };
  }
  return size > imageBytesMax && !place.convert ? tooLarge(size, place) : undefined;
}

function tooLarge(size: number, { convert }: PicturePlace): Fault {
  const most = convert ? convertBytesMax : imageBytesMax;
  const remedy = convert
    ? 'Make it smaller; 3,000 pixels are plenty.'
    : 'Make it smaller, or allow it to be converted: catalog.pictures.convert: true.';
  return {
    code: 'PICTURE_TOO_LARGE',
    rule: `has ${size} bytes; at most ${most} are accepted.`,
    remedy,
  };
}
