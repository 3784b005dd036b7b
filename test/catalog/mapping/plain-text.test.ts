import { expect, it } from 'vitest';
import { plainText } from '../../../src/catalog/mapping/plain-text.ts';

it.each([
  [
    'cells by a blank and rows by a line',
    '<table><tr><td>Breite</td><td>100</td><td>200</td></tr><tr><td>Max. Last</td><td>5 kg</td></tr></table>',
    'Breite 100 200\nMax. Last 5 kg',
  ],
  ['rows and cells that are never closed', '<tr><td>1<td>2<tr><td>3<td>4', '1 2\n3 4'],
  ['headings of a table', '<table><caption>Maße</caption><tr><th>A<th>B</table>', 'Maße\nA B'],
  ['cells that hold blocks', '<table><tr><td>Last</td><td><div>5</div></table>', 'Last\n5'],
  ['terms and what they mean', '<dl><dt>A</dt><dd>1</dd><dt>B<dd>2</dl>C', 'A\n1\nB\n2\nC'],
  ['choices', '<select><option>S</option><option>M</option></select>L', 'S\nM\nL'],
  ['points without their list', '<li>x<li>y', 'x\ny'],
  ['lists in lists', '<ul><li>a<ul><li>b</ul><li>c</ul>', '* a\n   * b\n * c'],
])('quirk 40: plain text of HTML separates %s', (_, html, text) => {
  expect(plainText(html)).toBe(text);
});

it.each([
  ['a<b und c>d', 'a<b und c>d'],
  [
    'Rohr <DN50> mit Temp < 80 und > 20 &amp; <b>fett</b>',
    'Rohr <DN50> mit Temp < 80 und > 20 & fett',
  ],
  ['Länge<breite', 'Länge<breite'],
  ['x<y, y<z', 'x<y, y<z'],
  ['<B>fett</B><BR/>neu<br>3', 'fett\nneu\n3'],
  ['<o:p>Word</o:p><x y="1">z</x><td nowrap>1', 'Wordz1'],
  ['<a title="5 > 3" href=\'x\'>Link</a><!-- weg --><span class="q">da</span>', 'Linkda'],
])('quirk 40: only what can be a tag is one: %s', (html, text) => {
  expect(plainText(html)).toBe(text);
});
