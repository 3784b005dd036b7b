import { hash } from 'node:crypto';
import path from 'node:path';
import { type Complaint, complaintText } from '../../domain/complaint.ts';
import type { HttpAnswer, HttpOutcome, Verdict } from '../../domain/exchange.ts';
import { imageBytesMax, presignValidMs } from '../../domain/limits.ts';
import type { Call } from '../../marketplace/mutations.ts';
import type { PictureRow } from '../../store/pictures.ts';
import type { PictureDeps, PicturePlace } from './picture-ports.ts';
import { readPicture } from './picture-read.ts';
import type { StorageGate } from './picture-storage.ts';
import { refusedPicture, refusePicture, triedPicture } from './settle-picture.ts';

/** A picture whose bytes lie in the storage and only need their commit. */
export interface ReadyPicture {
  readonly row: PictureRow;
  readonly call: Call;
  /** Monotonic ms after which the handle is not used any more: a fresh one costs nothing (fault 57). */
  readonly untilMs: number;
}

/** The bytes as they are uploaded. */
export interface PreparedPicture {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly sha256: string;
}

/**
 * Bytes → presign → upload, as late as possible and each time from the file, because none of it outlives the process
 * (fault 59). Undefined if it came to nothing: then the picture is due again, or parked with the reason in its
 * row.
 */
export async function uploadPicture(
  deps: PictureDeps,
  { bytes, contentType, sha256 }: PreparedPicture,
  { row, storage }: { row: PictureRow; storage: StorageGate },
): Promise<ReadyPicture | undefined> {
  const presign = deps.calls.pictures.presign(row.external_id, {
    contentType,
    sha256,
    byteSize: bytes.length,
  });
  if (presign === undefined) return unaddressable(deps, row);
  const answer = answerOf(deps, row, await deps.send({ lane: 'pictures', ...presign }));
  if (answer === undefined) return undefined;
  const sinceMs = deps.clock.monotonic();
  const presigned = deps.calls.pictures.presigned(answer.body);
  if ('fault' in presigned) return tried(deps, row, `the presign answer ${presigned.fault}`);
  const { mediaId, uploadUrl } = presigned.value;
  const outcome = await deps.pictures.upload({ url: uploadUrl, contentType, body: bytes });
  if (!isStored(deps, { row, storage, outcome })) return undefined;
  const call = deps.calls.pictures.commit(row.external_id, { mediaId, sha256 });
  return call && { row, call, untilMs: sinceMs + presignValidMs };
}

/**
 * Reads the wished bytes from the file again. If the file was rewritten since, they are another wish, and nothing is
 * sent (fault 58).
 */
export async function preparePicture(
  deps: PictureDeps,
  place: PicturePlace,
  row: PictureRow,
): Promise<PreparedPicture | undefined> {
  const file = row.file ?? '';
  const folder = path.join(place.folder, path.dirname(file));
  const looked = await deps.files.look({ folder, name: path.basename(file) });
  if ('offline' in looked || looked.entry === undefined) return undefined;
  const read = await readPicture(deps, place, { file, entry: looked.entry });
  if (!('wish' in read) || read.wish !== row.wished) return undefined;
  if (read.type !== undefined) return preparedOf(read.bytes, read.type);
  const converted = await deps.pictures.convert(read.bytes);
  if (converted === undefined) return undefined;
  if ('bytes' in converted && converted.bytes.length <= imageBytesMax)
    return preparedOf(converted.bytes, converted.contentType);
  const { fault: rule = 'could not be converted.', remedy = 'Save it as JPEG.' } =
    'fault' in converted ? converted : {};
  const complaint: Complaint = { code: 'PICTURE_CONVERT', file, rule, remedy };
  deps.unconverted.set(row.product, { wish: read.wish, complaint });
  keepFault(deps, row, complaint);
  return undefined;
}

function preparedOf(bytes: Uint8Array, contentType: string): PreparedPicture {
  return { bytes, contentType, sha256: hash('sha256', bytes) };
}

function keepFault({ store, clock }: PictureDeps, row: PictureRow, complaint: Complaint): void {
  const { product, file, look } = row;
  const fault = JSON.stringify(complaint);
  store.transaction(() => {
    store.pictures.read({
      product,
      file: file ?? '',
      look: look ?? '',
      at: clock.now(),
      wished: null,
      fault,
    });
    store.events.add(clock.now(), 'pictures', complaintText(complaint));
  });
}

/** A number such as `..`, for which there is no address (marketplace/paths.ts). */
export function unaddressable({ store, clock }: PictureDeps, row: PictureRow): undefined {
  const message = 'Its number cannot be part of an address of the marketplace.';
  refusePicture(store, row, { code: 'ROW_KEY_INVALID', message, at: clock.now() });
}

function tried(deps: PictureDeps, row: PictureRow, message: string): undefined {
  triedPicture(deps.store, row, { code: 'PICTURE_REFUSED', message, at: deps.clock.now() });
}

/** The presign's 2xx answer. After a key that was answered 5xx to the end (fault 44) a fresh one is tried. */
function answerOf(deps: PictureDeps, row: PictureRow, verdict: Verdict): HttpAnswer | undefined {
  if (verdict.kind !== 'answered' && verdict.kind !== 'exhausted') return undefined;
  if (verdict.answer.status < 300) return verdict.answer;
  refusedPicture(deps.store, row, { verdict, at: deps.clock.now() });
  return undefined;
}

/** The storage was too slow, or asked too often. */
const passing: ReadonlySet<number> = new Set([408, 429]);

/**
 * Whether the storage took the bytes. A refusal counts against the picture (its address may have run out, fault 57),
 * silence against the storage.
 */
function isStored(
  deps: PictureDeps,
  { row, storage, outcome }: { row: PictureRow; storage: StorageGate; outcome: HttpOutcome },
): boolean {
  if (outcome.kind === 'none') {
    if (outcome.cause === 'redirect') tried(deps, row, 'the storage answered with a redirect');
    else if (outcome.cause !== 'aborted') storage.failed();
    return false;
  }
  const { status } = outcome;
  if (status >= 500 || passing.has(status)) {
    storage.failed();
    return false;
  }
  storage.answered();
  if (status >= 200 && status < 300) return true;
  tried(deps, row, `the storage refused the bytes: HTTP status ${status}`);
  return false;
}
