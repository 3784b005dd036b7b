import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { convertPicture as convert } from '../../../src/files/convert-picture.ts';
import { openRoom, type Room } from '../room.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = path.resolve(root, '../shared/data/pictures');
const isThere = fs.existsSync(folder);
const timeout = 180_000;

/** The rows of docs/pictures.md "What happens to which file". */
const table = fs
  .readFileSync(path.join(root, 'docs/pictures.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, file, , asIs, converted] =
      /^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/.exec(line) ?? [];
    return file === undefined ? [] : [{ file, asIs: asIs ?? '', converted: converted ?? '' }];
  });

let room: Room | undefined;
afterEach(async () => {
  await room?.close();
  room = undefined;
});

/** Every file as the picture of an article of its own, in one pass; what each came to. */
async function outcomes(convert: boolean): Promise<Record<string, string>> {
  const names = fs.readdirSync(folder);
  const opened = await openRoom(`  pictures: { folder: ./bilder, convert: ${convert} }
  sources:
    - { name: articles, folder: ./out, files: "artikel*.csv", stable: { quiet: 0s }, delimiter: ";", numbers: "1.234,56", mapping: { externalId: Nr, name: Nr, picture: Bild } }`);
  room = opened;
  fs.cpSync(folder, path.join(opened.shop.folder, 'bilder'), { recursive: true });
  opened.write('artikel.csv', ['Nr;Bild', ...names.map((name, at) => `N${at};${name}`)]);
  await opened.pass();
  const ledger = await opened.market.ledger();
  const stories = await Promise.all(
    names.map(async (name, at) => {
      const { picture } = await opened.catalog.why(`N${at}`);
      const presign = ledger.find(({ path: to }) => to.endsWith(`/N${at}/images/presign`));
      return [name, outcomeOf(name, picture, presign?.body)] as const;
    }),
  );
  return Object.fromEntries(stories);
}

function outcomeOf(
  name: string,
  picture: Awaited<ReturnType<Room['catalog']['why']>>['picture'],
  presign: unknown,
): string {
  if (picture?.state !== 'inStep') return codeOf(picture?.trouble ?? '');
  const { contentType, sha256 } = presign as { contentType: string; sha256: string };
  const original = createHash('sha256').update(fs.readFileSync(path.join(folder, name)));
  return `${original.digest('hex') === sha256 ? 'sent as' : 'converted to'} ${contentType}`;
}

const codes = {
  'has \\d+ bytes': 'PICTURE_TOO_LARGE',
  'is damaged or cut off': 'PICTURE_DAMAGED',
  'the marketplace accepts': 'PICTURE_FORMAT',
  'the converter does not know': 'PICTURE_CONVERT',
};
const codeOf = (trouble: string) =>
  Object.entries(codes).find(([text]) => new RegExp(text).test(trouble))?.[1] ?? trouble;

describe.runIf(isThere || process.env['CI'])(
  'the real pictures beside the project (skipped where they are not there)',
  () => {
    it(
      'end as docs/pictures.md says when they may not be converted',
      async () => {
        const wanted = Object.fromEntries(table.map(({ file, asIs }) => [file, asIs]));
        expect(await outcomes(false)).toEqual(wanted);
      },
      timeout,
    );

    it(
      'end as docs/pictures.md says when they may, and stay as they are on disk',
      async () => {
        const wanted = Object.fromEntries(table.map(({ file, converted }) => [file, converted]));
        expect(await outcomes(true)).toEqual(wanted);
        for (const name of fs.readdirSync(folder)) {
          const copy = fs.readFileSync(path.join(room!.shop.folder, 'bilder', name));
          expect(copy.equals(fs.readFileSync(path.join(folder, name)))).toBe(true);
        }
      },
      timeout,
    );
  },
);

describe('the converter', () => {
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#c00' } });

  it('turns a picture as its EXIF says and leaves no orientation behind', async () => {
    const turned = await plain(40, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const done = await convert(turned);
    expect(done).toHaveProperty('contentType', 'image/jpeg');
    const facts = await sharp('bytes' in done ? done.bytes : undefined).metadata();
    expect(facts).toMatchObject({ width: 20, height: 40, space: 'srgb' });
    expect(facts.orientation).toBeUndefined();
  });

  it('brings TIFF, GIF and AVIF to JPEG, and four inks to three colours', async () => {
    const others = [plain(8, 8).tiff(), plain(8, 8).gif(), plain(8, 8).avif()];
    const cmyk = plain(8, 8).toColourspace('cmyk').jpeg();
    for (const each of [...others, cmyk]) {
      const done = await convert(await each.toBuffer());
      expect(done).toHaveProperty('contentType', 'image/jpeg');
      const { space } = await sharp('bytes' in done ? done.bytes : undefined).metadata();
      expect(space).toBe('srgb');
    }
  });

  it.skipIf(!isThere)(
    'never calls a photo damaged because another one failed beside it',
    async () => {
      const heic = fs.readFileSync(path.join(folder, 'imgsize_valid_heif_sample.heic'));
      const bmp = Buffer.from(`BM${'\0'.repeat(60)}`);
      const found = await Promise.all(Array.from({ length: 24 }, () => convert(heic)));
      const fault = 'is of a format that the converter does not know.';
      expect(found.filter((each) => !('fault' in each) || each.fault !== fault)).toEqual([]);
      expect(await convert(bmp)).toMatchObject({ fault });
      expect(await convert(heic.subarray(0, 9_000))).toHaveProperty('fault');
    },
  );

  it(
    'fault 24: opens no bomb of 120 megapixels',
    async () => {
      const bomb = await plain(12_000, 10_000).png({ compressionLevel: 9 }).toBuffer();
      expect(bomb.length).toBeLessThan(1_000_000);
      expect(await convert(bomb)).toMatchObject({ fault: 'has more than 100 megapixels.' });
    },
    timeout,
  );

  it('says so where no converter is installed', async () => {
    const without = () => Promise.reject(new Error('no such package'));
    expect(await convert(new Uint8Array(4), without)).toMatchObject({
      fault: expect.stringContaining('no converter is installed'),
    });
  });
});
