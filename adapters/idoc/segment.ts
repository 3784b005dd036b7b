import { lengthOf } from '../order/text.ts';
import { element, leaf, type XmlElement, type XmlPart } from '../xml/document.ts';

/**
 * The lengths of the fields that are written, by segment: gathered from public descriptions of the IDoc type, not from
 * SAP itself.
 */
const lengths = {
  EDI_DC40: {
    TABNAM: 10,
    DOCNUM: 16,
    DIRECT: 1,
    IDOCTYP: 30,
    MESTYP: 30,
    SNDPOR: 10,
    SNDPRT: 2,
    SNDPRN: 10,
    RCVPOR: 10,
    RCVPRT: 2,
    RCVPRN: 10,
    CREDAT: 8,
    CRETIM: 6,
  },
  E1EDK01: { ACTION: 3, CURCY: 3, BELNR: 35 },
  E1EDK03: { IDDAT: 3, DATUM: 8, UZEIT: 6 },
  E1EDK04: { MWSBT: 18 },
  E1EDK05: { ALCKZ: 3, KOTXT: 80, BETRG: 18 },
  E1EDKA1: {
    PARVW: 3,
    PARTN: 17,
    NAME1: 35,
    NAME2: 35,
    NAME3: 35,
    NAME4: 35,
    STRAS: 35,
    STRS2: 35,
    ORT01: 35,
    LAND1: 3,
    TELF1: 25,
  },
  E1EDK02: { QUALF: 3, BELNR: 35, DATUM: 8, UZEIT: 6 },
  E1EDKT1: { TDID: 4 },
  E1EDKT2: { TDLINE: 70, TDFORMAT: 2 },
  E1EDP01: {
    POSEX: 6,
    ACTION: 3,
    MENGE: 15,
    MENEE: 3,
    VPREI: 15,
    PEINH: 9,
    NETWR: 18,
    CURCY: 3,
  },
  E1EDP04: { MSATZ: 17, MWSBT: 18 },
  E1EDP20: { WMENG: 15, EDATU: 8 },
  E1EDP19: { QUALF: 3, IDTNR: 35, KTEXT: 70 },
  E1EDPT1: { TDID: 4 },
  E1EDPT2: { TDLINE: 70, TDFORMAT: 2 },
  E1EDS01: { SUMID: 3, SUMME: 18, WAERQ: 3 },
} as const;

type Lengths = typeof lengths;
type SegmentName = keyof Lengths;

/** A segment with the fields that have a text, in the order of the segment, and the segments below it. */
export function segment<Name extends SegmentName>(
  name: Name,
  fields: { readonly [Field in keyof Lengths[Name]]?: string | undefined },
  below: readonly XmlPart[] = [],
): XmlElement {
  const parts = Object.keys(lengths[name]).map((field) =>
    leaf(field, fields[field as keyof Lengths[Name]]),
  );
  return element(name, [...parts, ...below], { SEGMENT: '1' });
}

/** Whether a text has room in a field. */
export function fits<Name extends SegmentName>(
  name: Name,
  field: keyof Lengths[Name],
): (text: string) => boolean {
  const max = Number(lengths[name][field]);
  return (text) => lengthOf(text) <= max;
}
