import { describe, expect, it } from 'vitest';
import { pictureFacts } from '../../../src/catalog/pictures/picture-bytes.ts';
import { readPictures } from '../../../src/catalog/pictures/picture-intake.ts';
import type { PictureDeps, PicturePlace } from '../../../src/catalog/pictures/picture-ports.ts';
import { readPicture } from '../../../src/catalog/pictures/picture-read.ts';
import { systemClock } from '../../../src/clock.ts';
import type { FileEntry } from '../../../src/files/entry.ts';
import { offlineBy } from '../../../src/files/offline.ts';
import type { PictureRead } from '../../../src/store/pictures.ts';

const entry = { name: 'A.png', path: '/bilder/A.png', size: 9, mtimeMs: 1 } as FileEntry;

/** What is noted of a picture whose file the system gives so. */
async function noted(code: string): Promise<readonly PictureRead[]> {
  const rows: PictureRead[] = [];
  const failure = Object.assign(new Error(code), { code });
  const deps = {
    clock: systemClock,
    files: { readWhole: async () => offlineBy(failure, entry.path) },
    pictures: { recipe: 1 },
    store: { transaction: (work: () => void) => work(), pictures: { read: rows.push.bind(rows) } },
    nudge: () => undefined,
    unconverted: new Map(),
  } as unknown as PictureDeps;
  await readPictures(deps, { folder: '/bilder', convert: false } as PicturePlace, {
    changed: new Map([[1, { file: 'A.png', entry }]]),
    signal: new AbortController().signal,
  });
  return rows;
}

describe('fault 18: a picture that cannot be opened', () => {
  it.each([
    ['EACCES', 'may not be used by the account', 'the right to read the file'],
    ['EBUSY', 'is held by another program', 'Close it there'],
    ['EIO', 'reports an error (EIO)', 'Stockhand tries again by itself'],
  ])(
    'by %s is told with what to do, and tried again at the next look',
    async (code, cause, remedy) => {
      const [row] = await noted(code);
      expect(row).toMatchObject({ product: 1, look: '', wished: null });
      const fault = JSON.parse(row?.fault ?? '{}');
      expect(fault).toMatchObject({ code: 'PICTURE_UNREADABLE', file: 'A.png' });
      expect(fault.rule).toContain(cause);
      expect(fault.remedy).toContain(remedy);
    },
  );

  it('because it has gone meanwhile is left to the next look', async () => {
    expect(await noted('ENOENT')).toEqual([]);
  });
});

describe('fault 24: a picture of another format', () => {
  const ftyp = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0`, 'latin1');
  it.each([
    ['GIF', Buffer.from('GIF89a'), true],
    ['TIFF', Buffer.from('II*\0'), true],
    ['AVIF', ftyp('avif'), true],
    ['HEIC', ftyp('heic'), false],
    ['BMP', Buffer.from(`BM${'\0'.repeat(30)}`), false],
    ['PDF', Buffer.from('%PDF-1.7'), false],
  ])('%s is told to be converted only where the converter reads it', async (format, bytes, can) => {
    const deps = {
      files: { readWhole: async () => ({ bytes, sha256: '' }) },
      pictures: { recipe: 1 },
    } as unknown as PictureDeps;
    const place = { folder: '/bilder', convert: false } as PicturePlace;
    const read = await readPicture(deps, place, { file: 'A.png', entry });
    expect(read).toMatchObject({ complaint: { code: 'PICTURE_FORMAT', value: format } });
    const remedy = 'complaint' in read ? read.complaint.remedy : '';
    expect(remedy).toContain('Save it as one of these');
    expect(remedy.includes('convert: true')).toBe(can);
  });
});

describe('a picture that its EXIF turns', () => {
  const tiff = (turn: number) =>
    Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, turn, 0, 0, 0]);
  const four = (value: number, isLittle: boolean) => {
    const bytes = Buffer.alloc(4);
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(0, value, isLittle);
    return bytes;
  };
  const part = (kind: string, content: Buffer) =>
    Buffer.concat([four(content.length, false), Buffer.from(kind), content, Buffer.alloc(4)]);
  const png = (exif: Buffer) => {
    const parts = [
      part('IHDR', Buffer.alloc(13)),
      part('eXIf', exif),
      part('IEND', Buffer.alloc(0)),
    ];
    return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
  };
  const riff = (kind: string, content: Buffer) =>
    Buffer.concat([Buffer.from(kind), four(content.length, true), content]);
  const webp = (exif: Buffer) => {
    const parts = [Buffer.from('WEBP'), riff('VP8X', Buffer.alloc(10)), riff('EXIF', exif)];
    return riff('RIFF', Buffer.concat(parts));
  };

  it.each([
    ['PNG', png],
    ['WebP', webp],
  ])('is found in %s as in JPEG', (format, picture) => {
    expect(pictureFacts(picture(tiff(6)))).toMatchObject({ format, isWhole: true, isTurned: true });
    expect(pictureFacts(picture(tiff(1)))).toMatchObject({ isWhole: true, isTurned: false });
    expect(pictureFacts(picture(Buffer.alloc(3)))).toMatchObject({ isTurned: false });
  });
});
