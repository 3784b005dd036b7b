/** No source can have this name, so a hold of pictures is never taken for one of a source. */
export const picturesHoldSource = 'catalog.pictures';

export function isPictureHold({ source }: { readonly source: string }): boolean {
  return source === picturesHoldSource;
}
