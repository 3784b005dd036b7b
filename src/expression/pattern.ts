import { RE2JS } from 're2js';
import { errorText } from '../domain/error.ts';

/** A pattern whose time grows with the text and never faster, whatever the text says (fault 14). */
export interface Pattern {
  /** True where some part of the text matches; ^ and $ stand for its ends. */
  isIn(text: string): boolean;
  /** The first group of the first match, or the whole match where the pattern has none; "" where nothing matches. */
  firstIn(text: string): string;
}

const patternCharactersMax = 500;

/**
 * The pattern, or the sentence that says what is wrong with it. Syntax: RE2, as
 * https://github.com/google/re2/wiki/Syntax says.
 */
export function parsePattern(written: string): Pattern | { readonly fault: string } {
  if (written.length > patternCharactersMax)
    return { fault: `is a pattern of more than ${patternCharactersMax} characters` };
  try {
    return patternOf(RE2JS.compile(written));
  } catch (cause) {
    const words = errorText(cause);
    return { fault: `is no pattern (${words.replace('error parsing regexp: ', '')})` };
  }
}

function patternOf(compiled: RE2JS): Pattern {
  return {
    isIn: (text) => compiled.test(text),
    firstIn(text) {
      const matcher = compiled.matcher(text);
      if (!matcher.find()) return '';
      return matcher.group(matcher.groupCount() > 0 ? 1 : 0) ?? '';
    },
  };
}
