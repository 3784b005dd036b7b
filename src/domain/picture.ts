/** Wished for a product whose picture is to be deleted on the marketplace. */
export const noPicture = '';

/** Stands in what is wished between the file's SHA-256 and the recipe, where the picture is converted first. */
export const convertedMark = '~';
