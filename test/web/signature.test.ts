import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/domain/secret.ts';
import { verify, wrongSecretForm } from '../../src/web/signature.ts';
import { secrets, secretText, sign } from './signing.ts';

const now = 1_763_625_600;
const body = Buffer.from('{"event":"order.placed"}');
const good = sign(body, now);
const hex = good.slice(good.indexOf('v1=') + 3);

function check(signatures: readonly string[], rawBody = body, at = now) {
  return verify({ rawBody, signatures }, secrets, at);
}

describe('the signature of a webhook', () => {
  it('accepts the exact bytes under the exact header', () => {
    expect(check([good])).toEqual({ ok: true });
  });

  it('accepts when any of up to five v1 fits', () => {
    const other = `v1=${'0'.repeat(64)}`;
    expect(check([`t=${now},${other},${other},${other},${other},v1=${hex}`])).toEqual({ ok: true });
  });

  const malformed: readonly (readonly [string, readonly string[]])[] = [
    ['a missing header', []],
    ['an empty header', ['']],
    ['a doubled header', [good, good]],
    ['a doubled header that Node would join', [`${good}, ${good}`]],
    ['two t', [`t=${now},t=${now},v1=${hex}`]],
    ['no v1', [`t=${now}`]],
    ['six v1', [`t=${now}${`,v1=${hex}`.repeat(6)}`]],
    ['1,000 v1', [`t=${now}${`,v1=${hex}`.repeat(1_000)}`]],
    ['uppercase hex', [`t=${now},v1=${hex.toUpperCase()}`]],
    ['short hex', [`t=${now},v1=${hex.slice(0, 63)}`]],
    ['long hex', [`t=${now},v1=${hex}0`]],
    ['another version', [`t=${now},v0=${hex}`]],
    ['a blank', [`t=${now}, v1=${hex}`]],
    ['a trailing newline', [`${good}\n`]],
    ['a sign before t', [`t=-${now},v1=${hex}`]],
    ['a fraction', [`t=${now}.0,v1=${hex}`]],
    ['t of 13 digits', [`t=1763625600000,v1=${hex}`]],
    ['the order changed', [`v1=${hex},t=${now}`]],
  ];
  it.each(malformed)('fault 94: refuses %s as a header', (_, signatures) => {
    expect(check(signatures)).toMatchObject({ ok: false, cause: 'header' });
  });

  it('fault 94: verifies over the t that was sent, not over the number it means', () => {
    expect(check([sign(body, `0${now}`)])).toEqual({ ok: true });
    expect(check([`t=0${now},v1=${hex}`])).toMatchObject({ cause: 'signature' });
  });

  it('fault 94: no header other than the true one is accepted, whatever it holds', () => {
    const pieces = fc.constantFrom(
      't=',
      `${now}`,
      ',',
      'v1=',
      hex,
      hex.slice(1),
      ' ',
      '=',
      'V1=',
      'é',
    );
    const header = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(pieces, { maxLength: 9 }).map((parts) => parts.join('')),
      fc
        .tuple(fc.nat({ max: 78 }), fc.constantFrom('0', 'f', 'g', 'A', '\0'))
        .map(([at, character]) => good.slice(0, at) + character + good.slice(at + 1)),
    );
    fc.assert(
      fc.property(header, (text) => {
        const fits =
          new RegExp(`^t=${now}(,v1=[0-9a-f]{64}){1,5}$`).test(text) && text.includes(hex);
        expect(check([text]).ok).toBe(fits);
      }),
      { numRuns: 4_000 },
    );
  });

  it('fault 95: refuses every body that differs in one bit', () => {
    for (let bit = 0; bit < body.length * 8; bit += 1) {
      const changed = Buffer.from(body);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(check([good], changed)).toMatchObject({ cause: 'signature' });
    }
  });

  it('fault 95: tells two bodies apart that decode to the same text', () => {
    const invalid = Buffer.from([0x7b, 0xff, 0x7d]);
    const alsoInvalid = Buffer.from([0x7b, 0xfe, 0x7d]);
    expect(invalid.toString()).toBe(alsoInvalid.toString());
    expect(check([sign(invalid, now)], invalid)).toEqual({ ok: true });
    expect(check([sign(invalid, now)], alsoInvalid)).toMatchObject({ cause: 'signature' });
  });

  it.each([
    [-301, false],
    [-300, true],
    [-299, true],
    [0, true],
    [299, true],
    [300, true],
    [301, false],
  ])('fault 96: t at %i s from our clock gives ok = %s', (seconds, ok) => {
    expect(check([sign(body, now + seconds)]).ok).toBe(ok);
  });

  it('says how far the clock is off and on which side', () => {
    expect(check([sign(body, now + 412)])).toMatchObject({
      cause: 'time',
      refused: 'your clock is 412 s behind the sender',
    });
    expect(check([sign(body, now - 412)])).toMatchObject({
      refused: 'your clock is 412 s ahead of the sender',
    });
  });

  it('says nothing of the clock to a forger', () => {
    expect(check([`t=${now + 412},v1=${'0'.repeat(64)}`])).toMatchObject({ cause: 'signature' });
  });

  it('fault 99: takes two secrets while one replaces another, and the old one until its end', () => {
    const old = { value: new Secret('whsec_old'), until: (now + 10) * 1000 };
    const both = [...secrets, old];
    const message = { rawBody: body, signatures: [sign(body, now, 'whsec_old')] };
    expect(verify(message, both, now)).toEqual({ ok: true });
    expect(verify(message, both, now + 10)).toMatchObject({ cause: 'signature' });
    expect(verify({ rawBody: body, signatures: [good] }, both, now)).toEqual({ ok: true });
    expect(verify(message, [old], now + 10)).toMatchObject({
      refused: 'every configured secret has ended',
    });
    expect(wrongSecretForm(message, both)).toContain('whose until: is over');
  });
});

describe('a secret that was copied wrongly', () => {
  const tail = secretText.slice('whsec_'.length);
  it.each([
    ['base64-decoded', Buffer.from(tail, 'base64'), secretText],
    ['without its whsec_', tail, secretText],
    ['with whsec_ in front', secretText, tail],
    ['without the blanks around it', secretText, `${secretText}\n`],
  ])('fault 99: is named (%s) and not accepted', (says, key, configured) => {
    const message = { rawBody: body, signatures: [sign(body, now, key)] };
    const wrong = [{ value: new Secret(configured) }];
    expect(verify(message, wrong, now).ok).toBe(false);
    expect(wrongSecretForm(message, wrong)).toContain(says);
  });

  it('is not guessed where no form fits or no header came', () => {
    const message = { rawBody: body, signatures: [sign(body, now, 'another')] };
    expect(wrongSecretForm(message, secrets)).toBeUndefined();
    expect(wrongSecretForm({ rawBody: body, signatures: [] }, secrets)).toBeUndefined();
  });
});
