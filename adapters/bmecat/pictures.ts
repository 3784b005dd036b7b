import { childrenNamed, childText, type Put, type XmlElement } from '../xml/tree.ts';

const pictureEndings = /\.(jpe?g|png|webp|gif|tiff?|bmp)$/i;

/** `MIME_SOURCE`, `MIME_SOURCE[2]`, …: pictures before data sheets, the normal one before thumbnails and logos. */
export function putPictures(article: XmlElement, put: Put): void {
  const files = childrenNamed(article, 'MIME_INFO').flatMap((info) => childrenNamed(info, 'MIME'));
  const ordered = files.toSorted((one, other) => rank(one) - rank(other));
  for (const [index, file] of ordered.entries()) {
    const column = index === 0 ? 'MIME_SOURCE' : `MIME_SOURCE[${index + 1}]`;
    put(column, childText(file, 'MIME_SOURCE'));
    put(`${column}/@type`, childText(file, 'MIME_TYPE'));
    put(`${column}/@purpose`, childText(file, 'MIME_PURPOSE'));
  }
}

function rank(file: XmlElement): number {
  if (!isPicture(file)) return 2;
  const purpose = childText(file, 'MIME_PURPOSE') ?? 'normal';
  return purpose === 'normal' || purpose === 'detail' ? 0 : 1;
}

function isPicture(file: XmlElement): boolean {
  const type = childText(file, 'MIME_TYPE');
  if (type !== undefined && type !== '' && type !== 'url') return type.startsWith('image/');
  return pictureEndings.test(childText(file, 'MIME_SOURCE') ?? '');
}
