import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { plainValue } from '../../../adapters/dbf/value.ts';

describe('doubles of FoxPro', () => {
  it.each([
    [0.1 + 0.2, '0.3'],
    [1.005 * 3, '3.015'],
    [-4.35 * 100, '-435'],
    [19.99, '19.99'],
    [0, '0'],
    [-0, '0'],
    [1.5e-7, '0.00000015'],
    [4_006_381_333_931, '4006381333931'],
    [123_456_789_012_345_680, '123456789012345680'],
  ])('%d goes as %s, without the noise of its binary form', (value, text) => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value);
    expect(plainValue('B', bytes)).toBe(text);
  });
});
