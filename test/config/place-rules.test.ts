import { expect, it } from 'vitest';
import { errorsIn, marketplace } from './judged.ts';

it.each([
  ['./erp/out/state', 1],
  ['./erp/out/a/b', 1],
  ['./erp/output', 0],
  ['./erp', 0],
])('refuses the state below a folder that is emptied: %s', async (dataDir, errors) => {
  const written = `${marketplace}dataDir: ${dataDir}\n`;
  const text = `${written}orders: { outbox: { folder: ./erp/out } }\n`;
  const below =
    'dataDir is below this folder: files are taken away here, and the state would go with them. Use two folders.';
  expect(await errorsIn(text)).toEqual(Array(errors).fill(`3:29 ${below}`));
  const commands = '{ outbox: { folder: ./o }, commands: { folder: ./erp/out, receipts: ./r } }';
  expect(await errorsIn(`${written}orders: ${commands}\n`)).toEqual(
    Array(errors).fill(`3:56 ${below}`),
  );
});

const commands =
  'orders: { outbox: { folder: ./o }, commands: { folder: ./erp/x/.., receipts: ./r } }';
const articles =
  'sources: [{ name: a, folder: ./erp, files: a.csv, mapping: { externalId: A, name: B } }]';
const elsewhere = articles.replace('./erp', './out');

it.each([
  ['sources[0]', articles],
  ['pictures', `${elsewhere}, pictures: { folder: ./erp }`],
])(
  'refuses commands in the folder of catalog.%s: its files would be taken for commands',
  async (name, catalog) => {
    expect(await errorsIn(`${marketplace}catalog: { ${catalog} }\n${commands}\n`)).toEqual([
      `3:56 this folder is read for commands, and catalog.${name}.folder is the same folder: all of its files would be taken for commands and moved away. Use two folders.`,
    ]);
  },
);

it('refuses to read exports where the results are written, also where these have their usual folder', async () => {
  const text = `${marketplace}dataDir: ./d\ncatalog: { ${articles.replace('./erp', 'd/results')} }\n`;
  expect(await errorsIn(text)).toEqual([
    '3:41 this folder is read, but results.folder is the same folder: Stockhand would read its own files. Use two folders.',
  ]);
});

it.each(['~/data', '"$HOME/data"', "'%APPDATA%\\data'"])(
  'a folder that only a shell would find is refused: it was made under that very name: %s',
  async (written) => {
    const [error, ...more] = await errorsIn(`${marketplace}dataDir: ${written}\n`);
    expect(error).toContain('2:10 dataDir begins with ~ or with a variable of a shell');
    expect(more).toEqual([]);
  },
);

it.each(['./~/data', 'C:/PROGRA~1', "'\\\\srv\\c$\\x'"])(
  'a folder may have such a sign within its path: %s',
  async (written) => {
    expect(await errorsIn(`${marketplace}dataDir: ${written}\n`)).toEqual([]);
  },
);

it.each([
  ['127.0.0.1:8480', 1],
  ['localhost:8480', 1],
  ['0.0.0.0:8480', 1],
  ['[::]:8480', 1],
  ['192.168.1.5:8480', 0],
  ['0.0.0.0:8481', 0],
])('refuses one address for two listeners, also under another name: %s', async (listen, errors) => {
  const text = `${marketplace}webhooks: { secrets: [x], listen: "${listen}" }\n`;
  expect(await errorsIn(text)).toEqual(
    Array(errors).fill(
      '2:35 webhooks.listen and status.listen are the same address. Give one of them another port.',
    ),
  );
});
