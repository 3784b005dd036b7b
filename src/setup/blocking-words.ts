/** Columns that say the contrary of isActive. */
const inactiveWords = `gesperrt inaktiv ausgelaufen geloscht sperre sperrkennzeichen sperrvermerk loschkennzeichen
  loschvermerk loschvormerkung sperrkz loschkz blocked inactive discontinued disabled deleted deaktiviert deactivated
  hidden ausgeblendet arrete заблокирован снят удален пометкаудаления скрыт непоказывать непоказыватьнасайте zablokowany nieaktywny wycofany
  geblokkeerd inactief vervallen bloccato disattivato obsoleto obsoleta obsolete lvorm descatalogado descatalogada baja debaja
  dadodebaja bloqueado bloqueada inactivo inactiva descontinuado descontinuada inativo inativa bloque inactif desactive
  fuoriproduzione sospeso spærret spaerret udgået udgaaet sperret utgått utgaatt spärrad spärrat utgånget pasif inactiv
  inactiveflag frozenfor salesblocked blockedforsale blockedforsales verkaufssperre verkaufgesperrt verkaufsgesperrt
  artikelgesperrt interngesperrt blocat neaktivni neaktivan blokovano vyrazeno ukonceno ausgelistet delisted archived
  archiviert архивный архивная вархиве anulado anulada ensommeil sommeil poistunut poistettu ukoncenyprodej prodejukoncen
  deprecated obsoleted salesprocessingstopped salesstopped kullanimdisi ανενεργο ανενεργος kifutott megszunt torolt oxhidden sperr sperrevk vksperre frozen
  nosales markedfordeletion canceled cancelled скрыть снятспродажи знятозпродажу
  снятспроизводства снятоспроизводства непродавать неиспользуется позначкавидалення neaktiven nenaudojama utgången utgår precancellato annullato annullata
  nichtmehrlieferbar storniert letiltott ukinuto ukinjeno ukryty archiwalny vyrazenozprodeje lopetettu
  禁用 禁用状态 停用 是否停用 停售 下架 廃番 販売停止 取扱終了 단종 판매중지 사용중지 使用しない
  suspendu suspendido suspendida suspenso ferme kilit kilitli neprodavat nezobraz nezobrazovat deleteflag deletionflag todelete arsommeil letiltva sistiert`;

/**
 * Words that make the contrary of a name of `isActive`: nicht aktiv, Не активен. `prefixes` do so as the beginning of a
 * word: unpublished.
 */
export const negations = 'nicht nichtmehr not nolonger non no nao ikke inte ej не nie'.split(' ');
const prefixes = ['un', 'in'];
const copulas = ['', 'is', 'ist'];

/** All names of the contrary; `active`: those of isActive. */
export function blockingWords(active: readonly string[]): readonly string[] {
  const negated = active.flatMap((word) =>
    [...negations, ...prefixes].map((negation) => `${negation}${word}`),
  );
  const all = [...inactiveWords.split(/\s+/), ...negated];
  return copulas.flatMap((copula) => all.map((word) => `${copula}${word}`));
}
