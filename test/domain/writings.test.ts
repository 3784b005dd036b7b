import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { isSameText, writingsOf } from '../../src/domain/writings.ts';

const isSame = (a: string, b: string) => isSameText(writingsOf(a), writingsOf(b));

describe('fault 6: a text that another encoding makes of one', () => {
  it.each([
    ['снят', 'windows-1251', 'cp866'],
    ['снят', 'koi8-r', 'windows-1251'],
    ['снята с продажи', 'cp866', 'windows-1251'],
    ['καταργημένο', 'windows-1253', 'windows-1252'],
    ['vyřazeno', 'cp852', 'windows-1250'],
    ['Vyřazené zboží', 'iso-8859-2', 'windows-1252'],
    ['ÖL-5', 'cp850', 'windows-1252'],
    ['Zubehör', 'macintosh', 'windows-1252'],
    ['Größe – à', 'utf8', 'windows-1252'],
    ['Сверло', 'utf8', 'cp866'],
  ])('is the same: %s of %s read in %s', (text, written, read) => {
    const spoiled = iconv.decode(iconv.encode(text, written), read);
    expect(spoiled).not.toBe(text);
    expect([isSame(text, spoiled), isSame(spoiled, text)]).toEqual([true, true]);
    expect(isSame(text, spoiled.trim())).toBe(true);
  });

  it.each([
    ['Größe', 'Gr??e', 'in ASCII'],
    ['Größe', 'Gr????e', 'in ASCII by bytes'],
    ['Größe', 'Gr\ufffd\ufffde', 'in lost letters'],
    ['Größe', 'Grosse', 'without accents'],
    ['Vyřazené', 'Vyrazené', 'with what windows-1252 lacks without accents'],
    ['Größe – x', 'Gr”áe ? x', 'in cp850, which lacks a dash, read in windows-1252'],
    ['gelöscht', 'gelo\u0308scht', 'with combining marks'],
  ])('is the same: %s as %s, %s', (text, spoiled) => {
    expect([isSame(text, spoiled), isSame(spoiled, text)]).toEqual([true, true]);
  });

  it.each([
    ['Müller GmbH', 'Möller GmbH'],
    ['Öl', 'Ål'],
    ['Ä', 'A'],
    ['m²', 'm³'],
    ['MU-½', 'MU-¾'],
    ['€', '£'],
    ['100 €/t', '100 ₺/t'],
    ['✓', '✗'],
    ['★★★☆☆', '★★★★☆'],
    ['Rohr ø 22', 'Rohr Ø 22'],
    ['Rohr Ø 22', 'Rohr ⌀ 22'],
    ['„Profi“', '»Profi«'],
    ['5 – 7', '5 — 7'],
    ['снят', 'есть'],
    ['Китай', 'Индия'],
    ['Åre', 'Äre'],
  ])('is not the same: %s and %s', (text, other) => {
    expect([isSame(text, other), isSame(other, text)]).toEqual([false, false]);
  });
});
