/** Wished for a product whose picture is to be deleted on the marketplace. */
export const noPicture = '';
