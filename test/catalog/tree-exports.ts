import { callsSince, ledgerEnd, type Room } from './room.ts';

export const xml = '<a><p><Nr>A</Nr><Name>Nagel</Name></p><p><Nr>B</Nr><Name>Mutter</Name></p></a>';

export const commerceml = (ids: readonly string[]) =>
  `<КоммерческаяИнформация><Каталог><Товары>${ids.map((id) => `<Товар><Ид>${id}</Ид><Наименование>Болт ${id}</Наименование></Товар>`).join('')}</Товары></Каталог></КоммерческаяИнформация>`;
export const bmecat = (ids: readonly string[]) =>
  `<BMECAT><T_NEW_CATALOG>${ids.map((id) => `<ARTICLE><SUPPLIER_AID>${id}</SUPPLIER_AID><ARTICLE_DETAILS><DESCRIPTION_SHORT>Bolt ${id}</DESCRIPTION_SHORT></ARTICLE_DETAILS></ARTICLE>`).join('')}</T_NEW_CATALOG></BMECAT>`;
export const datanorm = (header: string, ...ids: readonly string[]) =>
  `${[header, ...ids.map((id) => `A;N;${id};00;Schraube ${id};verzinkt;1;0;Stck;10000;HB86;01; ;`)].join('\r\n')}\r\n`;
/** Of each format, where number and name of an article stand. */
export const treeNames: Readonly<Record<string, string>> = {
  commerceml: 'Ид, name: Наименование',
  datanorm: 'Artikelnummer, name: Kurztext1',
  bmecat: 'SUPPLIER_AID, name: DESCRIPTION_SHORT',
};

export const formatOf = (keys: string): string => /format: (\w+)/.exec(keys)?.[1] ?? '';

/** One pass over an export: its runs, its calls, and what is held behind it. */
export async function passOver(room: Room, name: string, content: string) {
  const since = await ledgerEnd(room.market);
  room.shop.write(`out/${name}`, content);
  const { runs } = await room.pass();
  return { runs, calls: await callsSince(room.market, since), held: await room.catalog.held() };
}
