/**
 * Segments of the IDoc type ORDERS05 in their order, with how often each may stand there and how many characters its
 * fields have, gathered from public field lists (E1EDK01, E1EDP01, partner segments and their possible values) and
 * partners' guides for ORDERS05. SAP publishes none outside of its systems (WE60), so this is unofficial.
 */
export const header = [
  'EDI_DC40',
  'E1EDK01',
  'E1EDK14',
  'E1EDK03',
  'E1EDK04',
  'E1EDK05',
  'E1EDKA1',
  'E1EDK02',
  'E1EDK17',
  'E1EDK18',
  'E1EDKT1',
  'E1EDP01',
  'E1EDS01',
];

export const below: Readonly<Record<string, readonly string[]>> = {
  E1EDKT1: ['E1EDKT2'],
  E1EDP01: ['E1EDP02', 'E1EDP03', 'E1EDP04', 'E1EDP05', 'E1EDP20', 'E1EDPA1', 'E1EDP19', 'E1EDPT1'],
  E1EDPT1: ['E1EDPT2'],
};

export const mostOften: Readonly<Record<string, number>> = {
  EDI_DC40: 1,
  E1EDK01: 1,
  E1EDK03: 10,
  E1EDK04: 10,
  E1EDK05: 16,
  E1EDKA1: 99,
  E1EDK02: 10,
  E1EDKT1: 99,
  E1EDP04: 10,
  E1EDP19: 5,
  E1EDPT1: 99,
};

export const lengths: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  EDI_DC40: {
    ...{ TABNAM: 10, DOCNUM: 16, DIRECT: 1, IDOCTYP: 30, MESTYP: 30, SNDPOR: 10, SNDPRT: 2 },
    ...{ SNDPRN: 10, RCVPOR: 10, RCVPRT: 2, RCVPRN: 10, CREDAT: 8, CRETIM: 6 },
  },
  E1EDK01: { ACTION: 3, CURCY: 3, BELNR: 35 },
  E1EDK02: { QUALF: 3, BELNR: 35, DATUM: 8, UZEIT: 6 },
  E1EDK03: { IDDAT: 3, DATUM: 8, UZEIT: 6 },
  E1EDK04: { MWSKZ: 7, MSATZ: 17, MWSBT: 18 },
  E1EDK05: { ALCKZ: 3, KSCHL: 4, KOTXT: 80, BETRG: 18 },
  E1EDKA1: {
    ...{ PARVW: 3, PARTN: 17, NAME1: 35, NAME2: 35, NAME3: 35, NAME4: 35, STRAS: 35, STRS2: 35 },
    ...{ ORT01: 35, LAND1: 3, TELF1: 25 },
  },
  E1EDKT1: { TDID: 4 },
  E1EDKT2: { TDLINE: 70, TDFORMAT: 2 },
  E1EDP01: {
    ...{ POSEX: 6, ACTION: 3, MENGE: 15, MENEE: 3, VPREI: 15, PEINH: 9, NETWR: 18, CURCY: 3 },
  },
  E1EDP04: { MSATZ: 17, MWSBT: 18 },
  E1EDP19: { QUALF: 3, IDTNR: 35, KTEXT: 70 },
  E1EDP20: { WMENG: 15, EDATU: 8 },
  E1EDPT1: { TDID: 4 },
  E1EDPT2: { TDLINE: 70, TDFORMAT: 2 },
  E1EDS01: { SUMID: 3, SUMME: 18, WAERQ: 3 },
};
