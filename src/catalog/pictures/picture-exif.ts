const orientationTag = 0x0112;
const headBytes = 8;
const entryBytes = 12;

/** EXIF orientation above 1 in the first directory. EXIF is a TIFF inside of a part of the picture. */
export function isTurnedByExif(tiff: Uint8Array): boolean {
  if (tiff.length < headBytes) return false;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const isLittle = tiff[0] === 0x49;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > tiff.length) return false;
  const entries = view.getUint16(directory, isLittle);
  for (let index = 0; index < entries; index += 1) {
    const at = directory + 2 + index * entryBytes;
    if (at + entryBytes > tiff.length) return false;
    if (view.getUint16(at, isLittle) === orientationTag)
      return view.getUint16(at + 8, isLittle) > 1;
  }
  return false;
}
