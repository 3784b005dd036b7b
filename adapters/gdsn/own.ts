import type { XmlElement } from '../xml/tree.ts';

/**
 * Elements of the item itself, at any depth: those of the items that it contains say nothing of it, and they are within
 * where the source reads whole catalogue items.
 */
export function own(
  { children }: XmlElement,
  isMeant: (name: string) => boolean,
): readonly XmlElement[] {
  return children.flatMap((child) => {
    if (isMeant(child.name)) return [child];
    return child.name === 'catalogueItemChildItemLink' ? [] : own(child, isMeant);
  });
}
