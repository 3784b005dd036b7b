import { expect, it } from 'vitest';
import { errorsIn, marketplace } from './judged.ts';

const fault = `is the name of a variable and not its value: write a variable as \${NAME}`;
const said = (secret: string) => errorsIn(`${marketplace}webhooks: { secrets: [${secret}] }\n`);

it.each(['$WEBHOOK_SECRET', '"%WEBHOOK_SECRET%"', '{ value: $WEBHOOK_SECRET }'])(
  'a webhook secret that is the name of a variable is refused: no signature would ever fit %s',
  async (written) => {
    const [error, ...more] = await said(written);
    expect(error).toContain(fault);
    expect(more).toEqual([]);
  },
);

it.each([
  ['status: { password: $PAGE_PASSWORD }', 'status.password'],
  ['status: { password: "%PAGE_PASSWORD%" }', 'status.password'],
  [
    'alerts: { mail: { smtp: "smtps://me:$PAGE_PASSWORD@mail.local", from: a@b.c, to: [a@b.c] } }',
    'alerts.mail.smtp',
  ],
])('a password that is the name of a variable which is set is refused: %s', async (written, at) => {
  const text = `${marketplace}${written}\n`;
  const [error, ...more] = await errorsIn(text, { env: { PAGE_PASSWORD: 'x' } });
  expect(error).toContain(`${at} ${fault.replace('is the', 'has the')}`);
  expect(more).toEqual([]);
  // A password may look so.
  expect(await errorsIn(text)).toEqual([]);
});

it('a webhook secret of the marketplace is taken', async () => {
  expect(await said('whsec_4711')).toEqual([]);
});

it.each([
  [`webhooks: { secrets: ["\${SECRET}"] }`, 'whsec_1\n'],
  [`status: { password: "\${SECRET}" }`, 'geheim\n'],
  [`status: { password: "\${SECRET}" }`, 'g\0e\0'],
])('what no signature fits and nobody can type is refused: %s with %j', async (written, SECRET) => {
  const errors = await errorsIn(`${marketplace}${written}\n`, { env: { SECRET } });
  expect(errors).toEqual([expect.stringContaining('must not contain line ends')]);
});
