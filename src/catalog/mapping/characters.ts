const unreadable = '\ufffd';

/** A text that is lost (fault 6). */
export function isUndecoded(text: string): boolean {
  return text.includes(unreadable);
}

/** A character that some check of letters may doubt; so are some letters that occur less than those left out here. */
const doubtful = /[^\t-\r -%'->@-~ÖÜßàáã-ïñ-öø-ÿА-яЁё]/;

/** Nearly all texts are, and nothing more is asked of them: one look costs less than the patterns of the checks. */
export function isPlain(text: string): boolean {
  return !doubtful.test(text);
}
