import { expect, it } from 'vitest';
import { proposed } from './proposed.ts';

const article = '<sku>A-1</sku><name>Bolt M8</name><stock>5</stock>';
const images = '<images><image>a.jpg</image><image>b.jpg</image></images>';

it.each([
  [
    'beside the head of its file',
    `<shop><date>x</date><product>${article}</product></shop>`,
    'product',
  ],
  ['with a list of its pictures', `<shop><item>${article}${images}</item></shop>`, 'item'],
  ['in a list of its own', `<a><Goods><Good>${article}</Good></Goods></a>`, 'Goods/Good'],
  [
    'of a Brazilian invoice',
    '<NFe><infNFe><emit><xNome>x</xNome></emit><det nItem="1"><prod><cProd>1</cProd><xProd>y</xProd><uCom>KG</uCom></prod><imposto><o>1</o></imposto></det><dup><n>1</n></dup><dup><n>2</n></dup></infNFe></NFe>',
    'infNFe/det',
  ],
])('one article %s is found by the name of its element', async (_, content, path) => {
  const { text, shown } = await proposed('export.xml', content);
  expect(text).toMatch(new RegExp(`path: ${path} +# please check: it is there once`));
  expect(shown).toContain(`path: ${path} is there once in this sample`);
});

it('an element of the same name within several articles is none', async () => {
  const rows = `<row>${article}<item><a>1</a><b>2</b></item></row><row>${article.replace('1', '2')}</row>`;
  const { text } = await proposed('export.xml', `<shop>${rows}</shop>`);
  expect(text).toMatch(/path: row +# the repeated element/);
});

it('an element around several articles is none', async () => {
  const rows = `<row>${article}</row><row>${article.replace('1', '2')}</row>`;
  const content = `<shop><product><name>List</name><id>7</id>${rows}</product></shop>`;
  const { text } = await proposed('export.xml', content);
  expect(text).toMatch(/path: product\/row +# the repeated element/);
});
