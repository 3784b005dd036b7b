// npm run bench [name …]: each benchmark prints ratios beside its peer in the same run; absolute times are no result.
const all = ['import', 'orders', 'sandbox', 'send'];
const chosen = process.argv.slice(2).filter((word) => !word.startsWith('--'));
for (const name of chosen.length > 0 ? chosen : all) {
  if (!all.includes(name))
    throw new Error(`there is no benchmark ${name}; there are ${all.join(', ')}`);
  await import(`./${name}.js`);
}
