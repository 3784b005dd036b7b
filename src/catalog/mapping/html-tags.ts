/** HTML's own elements, also those that are no longer in use. */
const elements = new Set(
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br
  button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed
  fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img
  input ins isindex kbd label legend li link listing main map mark marquee math menu meta meter nav nobr noframes
  noscript object ol optgroup option output p param picture plaintext pre progress q rp rt ruby s samp script section
  select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead
  time title tr track tt u ul var video wbr xmp`.split(/\s+/),
);

/** Attributes that stand without a value. */
const bare =
  /^(?:allowfullscreen|async|autoplay|border|checked|compact|controls|defer|disabled|hidden|loop|multiple|muted|noshade|nowrap|open|readonly|required|selected)$/i;

const candidate = /<(\/?)([a-z][^\s<>/]*)((?:"[^"]*"|'[^']*'|[^<>"'])*)(>?)/gi;

/** A sign of comparison and a name in brackets stay text: `a<b und c>d`, `<DN50>`. */
export function withoutFalseTags(html: string): string {
  return html.includes('<')
    ? html.replace(candidate, (found: string, ...[slash, name, rest, end]: string[]) =>
        end === '>' && (slash === '/' || isTag(name ?? '', rest ?? ''))
          ? found
          : `&lt;${found.slice(1)}`,
      )
    : html;
}

function isTag(name: string, rest: string): boolean {
  const attributes = rest.trim();
  if (attributes.includes('=') || attributes.endsWith('/') || name.includes(':')) return true;
  if (!elements.has(name.toLowerCase())) return false;
  return attributes === '' || attributes.split(/\s+/).every((one) => bare.test(one));
}
