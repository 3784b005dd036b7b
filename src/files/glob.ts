import { RE2JS } from 're2js';

/**
 * A glob on bare file names, `\` before a sign that stands for itself. The time grows with the name and the pattern and
 * no faster: the pattern is the user's, but anybody who can write into the folder chooses the name (fault 14).
 */
export function matchGlob(glob: string, ignoreCase: boolean): (name: string) => boolean {
  const flags = RE2JS.DOTALL | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  try {
    const compiled = RE2JS.compile(withChoices(glob.replace(part, expressionOf)), flags);
    return (name) => compiled.matches(name);
  } catch {
    // `[z-a]`: no name fits.
    return () => false;
  }
}

/** An escaped sign, a set such as `[0-9]` or `[!a]`, a run of stars, or any other sign. Braces and commas come later. */
const part = /\\(?<escaped>.)|\[(?<not>[!^]?)(?<set>[^\]]+)\]|(?<stars>\*+)|(?<sign>[^{},])/gsu;

function expressionOf(...found: readonly unknown[]): string {
  const { escaped, not, set, stars, sign } = found.at(-1) as Record<string, string | undefined>;
  if (stars !== undefined) return '.*';
  if (sign === '?') return '.';
  if (set === undefined) return literal(escaped ?? sign ?? '');
  const members = set.replace(/\\(.)|([^-])/gsu, (_, own, other) => literal(own ?? other));
  if (not !== '') return `[^${members}]`;
  // The name may have such brackets itself: `[Export] *.csv`.
  const isName = !set.includes('-');
  return isName ? `(?:[${members}]|\\x5b${members}\\x5d)` : `[${members}]`;
}

/** `{csv,txt}` and `{1..3}`, from the innermost. Other braces stand for themselves: the name may be a GUID. */
function withChoices(expression: string): string {
  const inner = /\{([^{}]*)\}/;
  let text = expression;
  for (let found = inner.exec(text); found !== null; found = inner.exec(text)) {
    const [whole, choices = ''] = found;
    text = text.replace(whole, () => choiceOf(choices));
  }
  return text.replace(/[{}]/g, literal);
}

function choiceOf(choices: string): string {
  if (choices.includes(',')) return `(?:${choices.replaceAll(',', '|')})`;
  const [, from, to] = /^(\w)(?:\\x2e){2}(\w)$/.exec(choices) ?? [];
  return from === undefined ? `${literal('{')}${choices}${literal('}')}` : `[${from}-${to}]`;
}

/** Without a brace of its own, for those of the glob are still to be found. */
function literal(sign: string): string {
  return /^[!-~\s]$/.test(sign) && /\W/.test(sign)
    ? `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`
    : sign;
}
