// Exports as an ERP writes them: windows-1251, 12 columns, one row in twenty with quoted cells. The same every time.
import fs from 'node:fs';

export const columns = [
  ...['Nr', 'Name', 'Text', 'Marke', 'Gruppe', 'Einheit', 'EAN'],
  ...['MinMenge', 'Schritt', 'Tage', 'Bestand', 'Preis'],
];

const words = ['Болт', 'гайка', 'шайба', 'оцинкованная', 'метрическая', 'резьба', 'сталь', 'класс'];
const blockRows = 20_000;

/** Cyrillic letters and the Latin half of windows-1251. */
export function windows1251(text) {
  const bytes = Buffer.allocUnsafe(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    bytes[at] = unit < 0x80 ? unit : 0xc0 + (unit - 0x410);
  }
  return bytes;
}

function cells(number, { name = '', stock = 0 }) {
  const word = (step) => words[(number * 7 + step * 3 + (number >> 5)) % words.length];
  const quoted = number % 20 === 7;
  const title = `${word(0)} ${word(1)} ${number}${name}`;
  const text = `${word(2)} ${word(3)} ${word(4)} ${word(5)} M${number % 40}x${number % 90}`;
  return [
    `A-${String(number).padStart(7, '0')}`,
    quoted ? `"${title}; ""${word(6)}"""` : title,
    quoted ? `"${text},\n${word(7)}"` : `${text}, ${word(6)} ${word(7)} ${number % 977}`,
    `Marke ${number % 300}`,
    `gruppe-${number % 90}`,
    'STK',
    String(4_000_000_000_000 + number),
    String(1 + (number % 5)),
    '1',
    String(number % 14),
    String(((number * 31) % 900) + stock),
    `${number % 1000},${String(number % 100).padStart(2, '0')}`,
  ];
}

const changes = {
  none: () => ({}),
  // Of 1,000 rows 7 have other stock, 2 another name, and one article is replaced by a new one.
  onePercent: (number) => {
    const place = number % 1_000;
    if (place < 7) return { stock: 1 };
    if (place < 9) return { name: ' neu' };
    return place === 9 ? { newAt: 5_000_000 } : {};
  },
  // As many, in other rows.
  dayBefore: (number) => {
    const place = (number + 500) % 1_000;
    if (place < 7) return { stock: 1 };
    if (place < 9) return { name: ' alt' };
    return place === 9 ? { newAt: 6_000_000 } : {};
  },
  all: (number) => (number % 2 === 0 ? { stock: 1 } : { name: ' neu' }),
};

/** Writes a file of so many rows; `order` gives the number of the n-th row. */
export function writeCsv(file, { rows, change = 'none', order = (n) => n, end = '' }) {
  const out = fs.openSync(file, 'w');
  fs.writeSync(out, windows1251(`${columns.join(';')}\r\n`));
  for (let start = 0; start < rows; start += blockRows) {
    let text = '';
    for (let n = start; n < Math.min(rows, start + blockRows); n += 1) {
      const number = order(n);
      const { newAt = 0, ...changed } = changes[change](number);
      text += `${cells(number + newAt, changed).join(';')}\r\n`;
    }
    fs.writeSync(out, windows1251(text));
  }
  fs.writeSync(out, end);
  fs.closeSync(out);
}

/** Every row once, far from its neighbours. */
export function shuffled(rows) {
  const order = Int32Array.from({ length: rows }, (_, n) => n);
  let state = 42;
  for (let n = rows - 1; n > 0; n -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (n + 1);
    [order[n], order[other]] = [order[other], order[n]];
  }
  return (n) => order[n];
}

export function writeXml(file, rows) {
  const out = fs.openSync(file, 'w');
  fs.writeSync(out, '<?xml version="1.0" encoding="utf-8"?>\n<shop><offers>\n');
  for (let start = 0; start < rows; start += blockRows) {
    let text = '';
    for (let number = start; number < Math.min(rows, start + blockRows); number += 1) {
      const values = cells(number, {});
      const inner = columns.map((name, at) => {
        const value = values[at].replaceAll('"', '').replaceAll('&', '&amp;');
        return `<${name}>${value}</${name}>`;
      });
      text += `<offer id="${number}">${inner.join('')}</offer>\n`;
    }
    fs.writeSync(out, text);
  }
  fs.writeSync(out, '</offers></shop>\n');
  fs.closeSync(out);
}

export async function writeXlsx(file, rows) {
  const xlsx = await import('xlsx');
  const all = [columns];
  for (let number = 0; number < rows; number += 1) all.push(cells(number, {}));
  const book = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(all, { dense: true }), 'Artikel');
  fs.writeFileSync(
    file,
    xlsx.write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true, compression: true }),
  );
}
