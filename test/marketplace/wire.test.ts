import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, isNumberText, jsonText } from '../../src/domain/json.ts';
import { decodeJson, decodeObject, encodeJson, nestingMax } from '../../src/marketplace/wire.ts';

function decode(text: string) {
  return decodeJson(Buffer.from(text));
}

function read(text: string) {
  const decoded = decode(text);
  if ('fault' in decoded) throw new Error(decoded.fault);
  return decoded.value;
}

describe('numbers of the service', () => {
  it.each([
    '9007199254740993',
    '12.50',
    '1e5',
    '-0',
    '1E400',
    '0.10',
    '123456789012345678901234567890',
  ])('fault 54: %s keeps its digits', (digits) => {
    const value = read(`{"n":${digits}}`);
    const number = isJsonObject(value) ? value['n'] : undefined;
    expect(isNumberText(number)).toBe(true);
    expect(jsonText(number)).toBe(digits);
    expect(Buffer.from(encodeJson(value)).toString()).toBe(`{"n":${digits}}`);
  });

  it.each(['0', '7', '-3', '12.5', '9007199254740991', '0.001'])(
    '%s is an ordinary number',
    (digits) => {
      expect(read(digits)).toBe(Number(digits));
    },
  );

  it('writes every number back as it came', () => {
    const digits = fc.tuple(
      fc.boolean(),
      fc.bigInt({ min: 0n, max: 10n ** 25n }),
      fc.option(fc.stringMatching(/^\d{1,20}$/)),
    );
    fc.assert(
      fc.property(digits, ([isNegative, whole, fraction]) => {
        const text = `${isNegative ? '-' : ''}${whole}${fraction === null ? '' : `.${fraction}`}`;
        expect(Buffer.from(encodeJson(read(`[${text}]`))).toString()).toBe(`[${text}]`);
      }),
    );
  });
});

describe('objects of the service', () => {
  it('a null field is the same as a missing one, a null in a list stays', () => {
    expect(Object.keys(read('{"a":null,"b":1}') as object)).toEqual(['b']);
    expect(read('[null]')).toEqual([null]);
  });

  it('fault 54: a __proto__ key reaches no prototype', () => {
    const value = read(
      '{"__proto__":{"polluted":true},"a":{"__proto__":null,"constructor":{"prototype":{"polluted":1}}}}',
    );
    expect(Object.getPrototypeOf(value)).toBeNull();
    expect(Object.keys(value as object)).toEqual(['a']);
    expect(Object.assign({}, value)).not.toHaveProperty('polluted');
    expect({}).not.toHaveProperty('polluted');
  });

  it('a text of the service never passes for one of our numbers', () => {
    const value = read('{"n":{"isLosslessNumber":true,"value":"1; DROP"}}');
    expect(isJsonObject(value) && isNumberText(value['n'])).toBe(false);
    expect(isJsonObject(value) && jsonText(value['n'])).toBeUndefined();
  });

  it('fault 54: two fields of one name with different values are refused, with the same value taken once', () => {
    expect(decode('{"a":1,"a":2}')).toEqual({ fault: 'is not valid JSON' });
    expect(read('{"a":1,"a":1}')).toEqual(Object.assign(Object.create(null), { a: 1 }));
  });
});

describe('bytes that are no JSON', () => {
  it.each([
    ['nothing', ''],
    ['HTML', '<html>502</html>'],
    ['a JSON that was cut off', '{"items":[{"id":1}'],
    ['two values', '{}{}'],
    ['a number with a leading zero', '007'],
    ['NaN', 'NaN'],
    ['a raw line end in a text', '"a\nb"'],
    ['a bad escape', '"\\x"'],
  ])('%s is refused with a reason', (_name, text) => {
    expect(decode(text)).toEqual({ fault: 'is not valid JSON' });
  });

  it('invalid UTF-8 is refused and not replaced', () => {
    expect(decodeJson(Buffer.from([0x22, 0xff, 0x22]))).toEqual({ fault: 'is not UTF-8 text' });
  });

  it('a byte order mark is taken off', () => {
    expect(read('\ufeff{"a":1}')).toEqual({ a: 1 });
  });

  it('nesting ends at its limit, long before the stack does', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect('value' in decode(nested(nestingMax))).toBe(true);
    for (const levels of [nestingMax + 1, 1_000_000]) {
      expect(decode(nested(levels))).toEqual({
        fault: `is nested deeper than ${nestingMax} levels`,
      });
    }
    expect('value' in decode(JSON.stringify('[{"\\['.repeat(1_000)))).toBe(true);
  });

  it('what must be an object is refused as anything else', () => {
    for (const text of ['[]', '"a"', '1', '12.50', 'null', 'true']) {
      expect(decodeObject(Buffer.from(text))).toEqual({ fault: 'is not a JSON object' });
    }
  });

  it('never throws and never changes a prototype, whatever the bytes', () => {
    const before = Object.getOwnPropertyNames(Object.prototype).join();
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((text) => Buffer.from(text)),
        ),
        (bytes) => {
          const decoded = decodeJson(bytes);
          expect('value' in decoded || 'fault' in decoded).toBe(true);
        },
      ),
    );
    expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
  });

  it('reads and writes the same, by the quick way and by the one that keeps digits', () => {
    const plain = fc.jsonValue({ maxDepth: 4 });
    const digits = fc.constantFrom('', '12.50', '9007199254740993', '-0', '1e400');
    fc.assert(
      fc.property(plain, digits, (value, number) => {
        const text = JSON.stringify([value, 1]).replace(/1\]$/, `${number || 1}]`);
        // The engine would not have written the blank.
        const [quick, kept] = [read(text), read(` ${text}`)];
        expect(kept).toEqual(quick);
        const [written, rewritten] = [encodeJson(quick), encodeJson(kept)];
        expect(Buffer.from(rewritten).toString()).toBe(Buffer.from(written).toString());
        if (number !== '')
          expect(Buffer.from(written).toString()).toMatch(new RegExp(`${number}\\]$`));
      }),
    );
  });

  it('reads what JSON.parse reads, but for null fields', () => {
    const plain = fc
      .jsonValue({ maxDepth: 4 })
      .filter((value) => !/null|__proto__|isLossless/.test(JSON.stringify(value)));
    fc.assert(
      fc.property(plain, (value) => {
        const again = encodeJson(read(JSON.stringify(value)));
        expect(JSON.parse(Buffer.from(again).toString())).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
    );
  });
});
