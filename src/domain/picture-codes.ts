/** The codes of pictures; they stand in `codes` like all others. */
export const pictureCodes = {
  PICTURE_FORMAT: {
    means: 'A picture is of a format that the marketplace does not take.',
    remedy: 'Save it as JPEG, PNG or WebP, or set catalog.pictures.convert: true.',
  },
  PICTURE_DAMAGED: {
    means: 'A picture is damaged or cut off; the one on the marketplace stays.',
    remedy: 'Save it again.',
  },
  PICTURE_TOO_LARGE: {
    means: 'A picture has more bytes than the marketplace takes.',
    remedy: 'Make it smaller, or set catalog.pictures.convert: true.',
  },
  PICTURE_CONVERT: {
    means: 'A picture could not be converted.',
    remedy: 'Save it as JPEG, PNG or WebP up to 5 MB.',
  },
  PICTURE_PATH: {
    means: 'A row names a picture outside of the picture folder; the row goes on without it.',
    remedy: 'Give the path below the folder of the pictures, such as schrauben/4711.jpg.',
  },
  PICTURE_UNREADABLE: {
    means: 'A picture cannot be opened; the one on the marketplace stays.',
    remedy:
      'Give the account that Stockhand runs under the right to read it, or close the program that holds it; it is tried again with each look.',
  },
  PICTURE_PACKED: {
    means: 'A ZIP container holds pictures beside the export; they are not read from there.',
    remedy:
      'Have them written or unpacked into catalog.pictures.folder, where the export names them.',
  },
  PICTURE_REFUSED: {
    means: 'The marketplace or its storage refused a picture; the same bytes are not sent again.',
    remedy: 'Save another picture, or send it again with stockhand retry --product.',
  },
} as const;
