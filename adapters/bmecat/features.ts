import type { Put, XmlElement } from '../xml/tree.ts';
import { childNamed, childrenNamed, childText } from '../xml/tree.ts';

/**
 * Features as `FEATURE:Netzspannung` = `110, 220 VLT`, those of one name together, for an attribute is one text; the
 * groups they belong to as columns of their own.
 */
export function putFeatures(groups: readonly XmlElement[], put: Put): void {
  const features = new Map<string, Set<string>>();
  for (const group of groups) {
    for (const child of group.children) {
      if (child.name === 'FEATURE') addFeature(child, features);
      else if (child.children.length === 0) put(child.name, child.text);
    }
  }
  for (const [name, values] of features) put(`FEATURE:${name}`, [...values].join(', '));
}

function addFeature(feature: XmlElement, features: Map<string, Set<string>>): void {
  // BMEcat 2005 may name a feature by reference to a template instead.
  const name = childText(feature, 'FNAME') ?? childText(feature, 'FT_IDREF');
  if (name === undefined || name === '') return;
  const values = features.get(name) ?? new Set();
  features.set(name, values);
  const unit = childText(feature, 'FUNIT') ?? '';
  const value = valuesOf(feature).join(', ');
  if (value !== '') values.add(unit === '' ? value : `${value} ${unit}`);
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
