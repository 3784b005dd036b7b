import { generateKeyPairSync, sign } from 'node:crypto';

/** DER, as much of it as a certificate needs: so that no test depends on an installed openssl. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size =
    content.length < 128
      ? Buffer.from([content.length])
      : Buffer.from([0x82, content.length >> 8, content.length & 0xff]);
  return Buffer.concat([Buffer.from([tag]), size, content]);
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const hex = (text: string) => Buffer.from(text, 'hex');
const ecdsaWithSha256 = sequence(hex('06082a8648ce3d040302'));
const name = sequence(der(0x31, sequence(hex('0603550403'), der(0x0c, Buffer.from('localhost')))));

function time(epochMs: number): Buffer {
  const text = new Date(epochMs).toISOString().replace(/[-:T]|\.\d+/g, '');
  return der(0x18, Buffer.from(text));
}

/** A new key and a certificate of its own making for 127.0.0.1 and localhost, both PEM. */
export function selfSigned(validTo: number): { readonly cert: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const names = sequence(der(0x87, hex('7f000001')), der(0x82, Buffer.from('localhost')));
  const extensions = der(0xa3, sequence(sequence(hex('0603551d11'), der(0x04, names))));
  const content = sequence(
    der(0xa0, hex('020102')),
    der(0x02, hex('01')),
    ecdsaWithSha256,
    name,
    sequence(time(Date.parse('2020-01-01T00:00:00Z')), time(validTo)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  );
  const signature = sign('sha256', content, privateKey);
  const bits = der(0x03, Buffer.concat([hex('00'), signature]));
  const body = sequence(content, ecdsaWithSha256, bits)
    .toString('base64')
    .replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
