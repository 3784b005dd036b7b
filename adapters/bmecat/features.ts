import type { Put, XmlElement } from '../xml/tree.ts';
import { childNamed, childrenNamed, childText } from '../xml/tree.ts';

/** Features as `FEATURE:Netzspannung` = `110, 220 VLT`; the groups they belong to as columns of their own. */
export function putFeatures(groups: readonly XmlElement[], put: Put): void {
  for (const group of groups) {
    for (const child of group.children) {
      if (child.name === 'FEATURE') putFeature(child, put);
      else if (child.children.length === 0) put(child.name, child.text);
    }
  }
}

function putFeature(feature: XmlElement, put: Put): void {
  // BMEcat 2005 may name a feature by reference to a template instead.
  const name = childText(feature, 'FNAME') ?? childText(feature, 'FT_IDREF');
  if (name === undefined || name === '') return;
  const unit = childText(feature, 'FUNIT') ?? '';
  const value = valuesOf(feature).join(', ');
  put(`FEATURE:${name}`, value === '' || unit === '' ? value : `${value} ${unit}`);
}

/** The values in the first language, also those that the article's variants choose from. */
function valuesOf(feature: XmlElement): string[] {
  const variants = childNamed(feature, 'VARIANTS');
  const choices = variants === undefined ? [] : childrenNamed(variants, 'VARIANT');
  const values = [
    ...childrenNamed(feature, 'FVALUE'),
    ...choices.flatMap((choice) => childrenNamed(choice, 'FVALUE')),
  ];
  const language = values[0]?.attributes['lang'];
  return values
    .filter((value) => value.attributes['lang'] === language && value.text !== '')
    .map((value) => value.text);
}
