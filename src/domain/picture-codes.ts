/** The codes of pictures; they are in `codes` like all others. */
export const pictureCodes = {
  PICTURE_FORMAT: {
    means: 'A picture has a format that the marketplace does not accept.',
    remedy: 'Save it as JPEG, PNG or WebP, or set catalog.pictures.convert: true.',
  },
  PICTURE_DAMAGED: {
    means: 'A picture is damaged or cut off. The picture on the marketplace stays.',
    remedy: 'Save it again.',
  },
  PICTURE_TOO_LARGE: {
    means: 'A picture has more bytes than the marketplace accepts.',
    remedy: 'Make it smaller, or set catalog.pictures.convert: true.',
  },
  PICTURE_CONVERT: {
    means: 'A picture could not be converted.',
    remedy: 'Save it as JPEG, PNG or WebP up to 5 MB.',
  },
  PICTURE_PATH: {
    means: 'A row names a picture outside of the picture folder. The row is sent without it.',
    remedy: 'Give the path below the picture folder, such as schrauben/4711.jpg.',
  },
  PICTURE_UNREADABLE: {
    means: 'A picture cannot be opened. The picture on the marketplace stays.',
    remedy:
      'Give the account under which Stockhand runs the right to read it, or close the program that keeps it open. Stockhand tries again at each look.',
  },
  PICTURE_PACKED: {
    means: 'A ZIP container holds pictures beside the export. They are not read from there.',
    remedy:
      'Write or unpack them into catalog.pictures.folder, to the places that the export names.',
  },
  PICTURE_REFUSED: {
    means: 'The marketplace or its storage refused a picture. The same bytes are not sent again.',
    remedy: 'Save another picture, or send it again with stockhand retry --product.',
  },
} as const;
