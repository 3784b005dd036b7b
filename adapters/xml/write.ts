import type { WriteAdapter } from '../../src/domain/adapter.ts';
import { isJsonObject, type Json, leafText } from '../../src/domain/json.ts';
import { orderHead } from '../../src/domain/order-columns.ts';
import type { OrderDocument } from '../../src/domain/order-document.ts';
import { refuseUnholdableKeys } from '../order/keys.ts';
import {
  element,
  leaf,
  unholdableInXml,
  type XmlElement,
  type XmlPart,
  xmlBytes,
} from './document.ts';

/** The order file as XML: the elements have the names of the JSON file, every field is carried. */
export const xml: WriteAdapter = {
  extension: 'xml',
  write(order) {
    refuseUnholdableKeys(order, unholdableInXml);
    return xmlBytes(orderElement(order));
  },
};

function orderElement(order: OrderDocument): XmlElement {
  const { format, changed, summary, detail, ...head } = order;
  return element(
    'order',
    [
      ...orderHead.map((name) => fieldElement(name, head[name] ?? null)),
      element('changed', changed.map(changeElement)),
      fieldElement('summary', summary),
      fieldElement('detail', detail),
    ],
    { format },
  );
}

function changeElement({ field, from, to }: OrderDocument['changed'][number]): XmlElement {
  return element('field', [leaf('from', from ?? undefined), leaf('to', to ?? undefined)], {
    name: field,
  });
}

/** Null is nothing: the service means the same by both (spec "General conventions"). */
function fieldElement(name: string, value: Json): XmlPart {
  if (value === null) return undefined;
  if (Array.isArray(value))
    return named(
      name,
      value.map((item: Json) => fieldElement(itemName(name), item)),
    );
  if (isJsonObject(value))
    return named(
      name,
      Object.entries(value).map(([inner, part]) => fieldElement(inner, part)),
    );
  return named(name, leafText(value) ?? '');
}

const itemName = (list: string): string => (list === 'lines' ? 'line' : 'item');

/** A name of the service that is no XML name, one day, is in an attribute. */
function named(name: string, content: string | readonly XmlPart[]): XmlElement {
  const isXmlName = /^(?!xml)[a-z_][\w.-]*$/i.test(name);
  const attributes = isXmlName ? {} : { name };
  const tag = isXmlName ? name : 'field';
  return typeof content === 'string'
    ? { name: tag, attributes, content }
    : element(tag, content, attributes);
}
