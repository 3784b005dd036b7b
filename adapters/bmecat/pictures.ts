import { childrenNamed, childText, type Put, type XmlElement } from '../xml/tree.ts';

const pictureEndings = /\.(jpe?g|png|webp|gif|tiff?|bmp)$/i;

/** `MIME_SOURCE`, `MIME_SOURCE[2]`, …: pictures before data sheets, the normal one before thumbnails and logos. */
export function putPictures(article: XmlElement, put: Put): void {
  const files = childrenNamed(article, 'MIME_INFO').flatMap((info) => childrenNamed(info, 'MIME'));
  const ordered = files.toSorted(byPlace);
  for (const [index, file] of ordered.entries()) {
    const column = index === 0 ? 'MIME_SOURCE' : `MIME_SOURCE[${index + 1}]`;
    put(column, childText(file, 'MIME_SOURCE'));
    put(`${column}/@type`, childText(file, 'MIME_TYPE'));
    put(`${column}/@purpose`, childText(file, 'MIME_PURPOSE'));
  }
}

/** Of pictures alike the one that the supplier wants shown first; those that he gives no place are behind. */
function byPlace(one: XmlElement, other: XmlElement): number {
  return rank(one) - rank(other) || placeOf(one) - placeOf(other);
}

function rank(file: XmlElement): number {
  if (!isPicture(file)) return 2;
  const purpose = childText(file, 'MIME_PURPOSE') ?? 'normal';
  return purpose === 'normal' || purpose === 'detail' ? 0 : 1;
}

function placeOf(file: XmlElement): number {
  const order = childText(file, 'MIME_ORDER') ?? '';
  return /^\d+$/.test(order) ? Number(order) : Number.MAX_SAFE_INTEGER;
}

/** Suppliers write `jpg` or `image/jpg` as the type, too. */
function isPicture(file: XmlElement): boolean {
  const type = childText(file, 'MIME_TYPE') ?? '';
  return /^image\//i.test(type) || pictureEndings.test(childText(file, 'MIME_SOURCE') ?? '');
}
