import { describe, expect, it } from 'vitest';
import { configOf, errorsIn } from './judged.ts';

const withKey = (apiKey: string) =>
  `marketplace:\n  baseUrl: https://m.example\n  apiKey: ${apiKey}\n`;

describe('references', () => {
  it('reads the environment', async () => {
    const config = await configOf(withKey(`\${KEY}`), { env: { KEY: 'k-1' } });
    expect(config.marketplace.apiKey.reveal()).toBe('k-1');
  });

  it('reads a file beside the configuration', async () => {
    const files = { '/etc/stockhand/key': 'k-2' };
    const config = await configOf(withKey(`\${file:./key}`), { files });
    expect(config.marketplace.apiKey.reveal()).toBe('k-2');
  });

  it('reads a file whose folder is in the environment', async () => {
    const files = { '/run/credentials/key': 'k-3' };
    const env = { CREDENTIALS_DIRECTORY: '/run/credentials' };
    const config = await configOf(withKey(`\${file:\${CREDENTIALS_DIRECTORY}/key}`), {
      files,
      env,
    });
    expect(config.marketplace.apiKey.reveal()).toBe('k-3');
  });

  it('reads several inside of one text', async () => {
    const text = `${withKey('k')}alerts: { mail: { smtp: "smtps://\${USER}:\${PASS}@mail", from: a@b.example, to: [a@b.example] } }\n`;
    const config = await configOf(text, { env: { USER: 'u', PASS: 'p' } });
    expect(config.alerts.mail?.smtp.reveal()).toBe('smtps://u:p@mail');
  });

  it('reads numbers and switches too', async () => {
    const text = withKey('k').replace('apiKey', `maxInFlight: \${MANY}\n  apiKey`);
    const config = await configOf(text, { env: { MANY: '7' } });
    expect(config.marketplace.maxInFlight).toBe(7);
  });

  it.each(['a: b', '"', "'", '{', '#x', '[1', '&a', `\${NOT_SET}`, '0017', 'null', '%'])(
    'keeps %j as it stands in the environment',
    async (secret) => {
      const text = withKey('k').concat(
        `catalog: { integrationType: "\${TEXT}", sources: [{ name: a, folder: a, files: a, mapping: { externalId: A, name: B } }] }\n`,
      );
      const config = await configOf(text, { env: { TEXT: secret } });
      expect(config.catalog?.integrationType).toBe(secret);
    },
  );

  it(`writes a plain \${ for $\${`, async () => {
    const config = await configOf(withKey(`"$\${KEY}"`));
    expect(config.marketplace.apiKey.reveal()).toBe(`\${KEY}`);
  });

  it('leaves comments alone', async () => {
    expect(await errorsIn(`${withKey('k')}# \${NOT_SET}\n`)).toEqual([]);
  });

  it('names a variable that is not set', async () => {
    expect(await errorsIn(withKey(`x-\${NOT_SET}`))).toEqual([
      `3:11 needs the environment variable NOT_SET, which is not set. Set NOT_SET, or read the value from a file with \${file:PATH}.`,
    ]);
  });

  it('refuses a secret that is set to nothing', async () => {
    expect(await errorsIn(withKey(`\${EMPTY}`), { env: { EMPTY: '' } })).toEqual([
      '3:11 marketplace.apiKey must not be empty',
    ]);
  });

  it('names a file that cannot be read', async () => {
    expect(await errorsIn(withKey(`\${file:./none}`))).toEqual([
      '3:11 needs /etc/stockhand/none. Write it.',
    ]);
  });

  it('refuses braces that are neither', async () => {
    expect(await errorsIn(withKey(`"\${a-b}"`))).toEqual([
      `3:11 names neither an environment variable nor a file in its braces. Write $\${ for a plain \${.`,
    ]);
  });

  it('fault 119: never puts a value into an error', async () => {
    const text = `marketplace:
  baseUrl: \${SECRET}
  apiKey: k
  auth: \${SECRET}
  timeout: \${SECRET}
  maxInFlight: \${SECRET}
  \${SECRET}: x
alerts: { webhook: "\${SECRET}" }
status: { listen: "\${SECRET}" }
`;
    const errors = await errorsIn(text, { env: { SECRET: 'canary-4711' } });
    expect(errors).toHaveLength(7);
    expect(errors.join('\n')).not.toContain('canary');
  });
});
