/**
 * What windows-1252 has in the place of the control characters from U+0080 on: some databases keep its bytes as latin1.
 */
const windowsSigns = '€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ';
const firstControl = 0x80;

/**
 * What the pages of Windows read for the second byte of a letter: small letters, capitals, signs of text, other signs.
 */
const small = 'ƒšśťžźœłąşľż';
const capital = 'ŠŚŤŽŹŒŸŁĄŞĽŻ';
const textSign = '‚„“”‘’–—…‹›€•™«»®°';
const sign = '\\u0080-\\u009f\\u00ad¡-§¨©ª¬¯±-º¼-¿ˆ˜†‡‰ˇ˘˙˛˝';
const windowsTrail = `[\\u00a0${sign}${small}${capital}${textSign}]`;
/** And those of DOS. */
const dosTrail =
  '[ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐ůćłŐőŹĆĹĺĽľŚśŤťŁčĄąŽžĘęźČşĚŞŻż╡╢╖╕╜╛⌐₧]';

/**
 * Letters of UTF-8 that something on the way has read as a page of one byte a character. Quote marks, dashes and
 * capitals may well stand behind a capital, and are told by the small letters beside them.
 */
const patterns = [
  // Ã¶ for ö, Â° for °, as windows-1252 and 1254 read them.
  '[ÂÃ](?:[\\u0080-\\u009f¡-ª¬\\u00ad¯-º¼-¿ŒœŠšŽžŸƒˆ˜†‡‰]|[‚„“”‘’–—…‹›€•™«»®](?=\\p{Ll}))',
  // SÃ„GE, GRÃ–SSE
  '(?<=\\p{Lu})[ÃĂ][„–]\\p{Lu}',
  // Ă¶, nakrÄ™tek, PiÅ‚a, KapÄ±
  `(?<=\\p{Ll})[ĂÄĹÅ]${windowsTrail}`,
  // MÄ›, Ĺšruba, ÄŤesky
  `[ĂÄĹÅ][${capital}${textSign}${sign}](?=\\p{Ll})`,
  // Ĺ›ruba, ÅžAPKA, VÄ°DA; KLĂŤ, for what has Ă has no Ť: CĂŞTI, Ăştia.
  `[ÄĹÅ][${small}°]\\p{L}|Ă[ąĄśŚťŤžŽźŹłŁľĽšŠŻ]`,
  // Ă¶l, PÄ±: but Å is a unit, and ½ and its like stand behind any word.
  '[ĂÄĹĆ][\\u0080-\\u009f\\u00ad¼¤¦§¨©¬´¶¸ˇ˘˛˝†‡‰ˆ˜ƒªº±]|Å[\\u0080-\\u009f¸Ÿ]',
  // â€“, â‚¬ and â„¢; ÔÇô of DOS.
  'â(?:€|‚¬|„¢|‰[¤¥])|ÔÇ[ªôöØÖó£Ü]|Ôé[¼Č]',
  // Schl├╝ssel, ┼ÜRUBA, ├ûl, 90┬░: amid a word, or at its beginning, where a frame may stand before capitals.
  `(?<=\\p{L})(?:[┬├┼]${dosTrail}|─[\\p{L}░▒])|┼${dosTrail}\\p{L}|(?<![─-▟])├${dosTrail}(?=\\p{Ll})|┬░`,
  // Greek and Cyrillic letters: ÎšÎ»Îµ, Ð‘Ð¾Ð», РѕР»С‚ for олт.
  `(?:[ÎÏĎÐÑĐŃĞ]${windowsTrail}){3}|(?:[╬¤ðÐđĐ]${dosTrail}){3}`,
  '(?:[РС][\\u0402-\\u040f\\u0452-\\u045f‚„…†‡€‰‹‘’“”•–—™›\\u00a0-\\u00bfІіґё№єјЅѕї]){3}',
];
const twice = new RegExp(patterns.join('|'), 'u');

/** None of those that separate words and lines. */
const controls = '[\\0-\\x08\\x0e-\\x1f\\x7f-\\x9f]';
const control = new RegExp(controls);
/** Quick, for all the texts that are right; о is in every text of Cyrillic letters. */
const suspicious = new RegExp(`${controls}|[ÂÃĂÄĹÅĆâÔÎÏĎÐÑĐŃĞðđ┬├─┼╬][^\\0-\\x7f]|Рѕ`);

/**
 * What a text holds with letters that were read so, or with a control character. A key is rejected for it. Any other
 * text is sent as it is: it may stand so in the ERP, and a rejected row would leave the article's old content.
 */
export function encodedTwice(text: string): string | undefined {
  if (!suspicious.test(text)) return undefined;
  const [found] = twice.exec(text) ?? [];
  if (found !== undefined)
    return `holds characters of UTF-8 that were read in another encoding ("${found}")`;
  const [invisible] = control.exec(text) ?? [];
  return invisible === undefined ? undefined : invisibleControl(invisible.charCodeAt(0));
}

function invisibleControl(unit: number): string {
  const meant = windowsSigns.charAt(unit - firstControl);
  const probably = meant === '' || meant === '�' ? '' : `, probably "${meant}" of windows-1252`;
  return `holds the invisible character U+${unit.toString(16).toUpperCase().padStart(4, '0')}${probably}`;
}
