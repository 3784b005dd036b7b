const unreadable = '\ufffd';

/**
 * Letters of UTF-8 that something on the way has read as windows-1252 or 1251: Ã¶ for ö, Â° for °, РѕР»С‚ for олт.
 * Quote marks and dashes may well stand behind a capital Ã, and are told by the small letter behind them: Ã–l.
 */
const twice =
  /[ÂÃ](?:[\u0080-\u009f¡-ª¬\u00ad¯-º¼-¿ŒœŠšŽžŸƒˆ˜†‡‰]|[‚„“”‘’–—…‹›€•™«»®](?=\p{Ll}))|(?:[РС][\u0402-\u040f\u0452-\u045f‚„…†‡€‰‹‘’“”•–—™›\u00a0-\u00bfІіґё№єјЅѕї]){3}/u;

/** A text that is lost (fault 6). */
export function isUndecoded(text: string): boolean {
  return text.includes(unreadable);
}

/**
 * What is told of a text that goes as it is, behind its column: it may stand so in the ERP, and a row that is rejected
 * would leave its stock as it was.
 */
export function encodedTwice(text: string): string | undefined {
  if (!mayBeTwice(text)) return undefined;
  const [found] = twice.exec(text) ?? [];
  return found === undefined
    ? undefined
    : `holds characters of UTF-8 that were read in another encoding ("${found}"), and goes so.`;
}

/** Quick, for all the texts that are right; о is in every text of Cyrillic letters. */
function mayBeTwice(text: string): boolean {
  return text.includes('Ã') || text.includes('Â') || text.includes('Рѕ');
}
