import { describe, expect, it } from 'vitest';
import { complaintsOf, fieldsOf, mapOne, mapRows } from '../mapped.ts';

describe('an expression', () => {
  const cells = 'K,Name,"Preis (netto)",Menge\nA1,Nagel 5 kg,"1.234,5","2,5"\n';
  const comma = 'numbers: "1.234,56"';

  it.each([
    ['brand: { expression: \'row["Name"].upperAscii()\' }', { brand: 'NAGEL 5 KG' }],
    ['brand: { expression: \'row["Name"]\', append: "!" }', { brand: 'Nagel 5 kg!' }],
    ['minOrderQty: { expression: \'number(row["Menge"]) * 2\' }', { minOrderQty: 5_000 }],
    ['isActive: { expression: \'number(row["Menge"]) > 2\' }', { isActive: true }],
    [
      'attributes: { Gewicht: { expression: \'extract(row["Name"], r"(\\d+) kg")\' } }',
      { attributes: { Gewicht: '5' } },
    ],
  ])('gives a field its value: %s', async (written, fields) => {
    const mapped = await mapOne(cells, `{ externalId: K, name: Name, ${written} }`, comma);
    expect(fieldsOf(mapped)).toMatchObject(fields);
  });

  it('may make the key and the stock', async () => {
    const mapping = `{ externalId: { expression: 'row["K"] + "/" + row["Name"]' }, name: Name, availableQty: { expression: 'number(row["Menge"]) * 1000', buffer: 1 } }`;
    expect(await mapOne(cells, mapping, comma)).toMatchObject({
      externalId: 'A1/Nagel 5 kg',
      quantity: 2_499_000,
    });
  });

  it('that gives nothing rejects the row with its columns, and a mapped column must be there', async () => {
    const mapping = `{ externalId: K, name: Name, minOrderQty: { expression: 'number(row["Name"])' } }`;
    expect(await mapOne(cells, mapping, comma)).toMatchObject({
      kind: 'rejected',
      complaints: [
        {
          code: 'ROW_EXPRESSION',
          column: 'Name',
          rule: 'The expression "Nagel 5 kg" is not a number in the style of the file.',
        },
      ],
    });
    await expect(
      mapOne(cells, `{ externalId: K, name: { expression: 'row["Fehlt"]' } }`),
    ).rejects.toMatchObject({ code: 'FILE_COLUMN_MISSING', column: 'Fehlt' });
  });

  it('leaves rows out, and rejects those of which it cannot be said', async () => {
    const rows = await mapRows(
      'K,N\nA,1\nB,5\nC,viel\n',
      '{ externalId: K, name: K }',
      `where: { expression: 'number(row["N"]) > 2' }`,
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['skipped', 'row', 'rejected']);
    expect(complaintsOf(rows[2]!)).toEqual(['ROW_EXPRESSION undefined']);
  });

  it('rejects a row that says neither true nor false: its article would be left out unseen', async () => {
    const rows = await mapRows(
      'K,N\nA,true\nB,false\nC,\nD,WAHR\n',
      '{ externalId: K, name: K }',
      `where: { expression: 'row["N"]' }`,
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['row', 'skipped', 'skipped', 'rejected']);
    const rule = 'The condition of where: gives "WAHR", not true or false.';
    expect(rows[3]).toMatchObject({ externalId: 'D', complaints: [{ rule }] });
  });
});

describe('a pattern', () => {
  it.each([
    ['matches: "/INAKT$"', ['b']],
    ['notMatches: "/INAKT$"', ['a', 'c']],
    ['matches: "(?i)nagel"', ['a', 'b']],
  ])('uses rows by where: { column: Name, %s }', async (test, used) => {
    const rows = await mapRows(
      'K,Name\na,Nagel\nb,NAGEL/INAKT\nc,Mutter\n',
      '{ externalId: K, name: Name }',
      `where: { column: Name, ${test} }`,
    );
    expect(rows.flatMap((row) => (row.kind === 'row' ? [row.externalId] : []))).toEqual(used);
  });
});

describe('cells that mean "the same as in the row before"', () => {
  const table = [
    'Handle,Titel,Farbe',
    'tasse,Tasse,rot',
    'tasse,,blau',
    'teller,,weiß',
    ',,',
    'teller,Teller,grün',
    'teller,"x,y,z"',
    'teller,,gelb,',
    'teller,,lila',
  ];
  const mapping = '{ externalId: { columns: [Handle, Farbe] }, name: Titel }';
  const names = async (keys: string, rows = table) =>
    (await mapRows(`${rows.join('\n')}\n`, mapping, keys)).map((row) =>
      row.kind === 'row' ? row.fields.name : row.kind,
    );

  it('are filled only inside their group, never into an empty row or past one that cannot be read', async () => {
    expect(await names('fillDown: { columns: [Titel], within: Handle }')).toEqual([
      'Tasse',
      'Tasse',
      'rejected',
      'skipped',
      'Teller',
      'rejected',
      'rejected',
      'rejected',
    ]);
  });

  it('are not filled where the group is empty: such rows may be different articles', async () => {
    const rows = ['Handle,Titel,Farbe', ',Kanne,rot', ',,blau'];
    const keys = 'fillDown: { columns: [Titel], within: Handle }';
    expect(await names(keys, rows)).toEqual(['Kanne', 'rejected']);
  });

  it('are filled from any row above where no group is named', async () => {
    expect(await names('fillDown: [Titel]', table.slice(0, 4))).toEqual([
      'Tasse',
      'Tasse',
      'Tasse',
    ]);
  });

  it('need their columns in the file', async () => {
    await expect(names('fillDown: { columns: [Titel], within: Gruppe }')).rejects.toMatchObject({
      column: 'Gruppe',
    });
  });
});

describe('attributes by pairs of columns', () => {
  const woo = 'pairs: [{ name: "Attribute * name", value: "Attribute * value(s)" }]';
  const attributes = async (text: string, written: string) => {
    const mapped = await mapOne(text, `{ externalId: K, name: K, attributes: { ${written} } }`);
    return {
      ...(fieldsOf(mapped) as { attributes: object }).attributes,
      empty: mapped.kind === 'row' ? mapped.emptyAttributes : complaintsOf(mapped),
    };
  };

  it.each([
    ['Farbe,rot,Größe,L', { Farbe: 'rot', Größe: 'L', empty: [] }],
    ['Farbe,rot,,L', { Farbe: 'rot', empty: [] }],
    ['Farbe,,Farbe,rot', { Farbe: 'rot', empty: [] }],
    ['Farbe,rot,Farbe,blau', { Farbe: 'rot', empty: [] }],
    ['Farbe,,Größe,L', { Größe: 'L', empty: ['Farbe'] }],
    ['unitPrice,5,CURRENCY,EUR', { empty: [] }],
    ['__proto__,x,constructor,y', { constructor: 'y', empty: [] }],
  ])('are read from %s', async (cells, expected) => {
    const head =
      'K,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s),Attribute 3 name';
    const read = await attributes(`${head}\nA,${cells},alone\n`, woo);
    expect(JSON.parse(JSON.stringify(read))).toMatchObject(expected);
    expect(Object.keys(read).sort()).toEqual(
      expect.arrayContaining(
        Object.keys(expected)
          .filter((name) => name !== '__proto__')
          .sort(),
      ),
    );
  });

  it.each([
    [
      'Farbe,rot,Farbe,blau',
      [['Attribute 2 value(s)', 'blau', '"Attribute 1 value(s)" gives "rot"']],
    ],
    ['Farbe,rot,Farbe,rot', []],
    ['Farbe,rot,Farbe,', []],
    ['Farbe,,Farbe,rot', []],
    ['unitPrice,5,unitPrice,6', []],
  ])('that say one attribute twice tell the value that is not sent: %s', async (cells, told) => {
    const head = 'K,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)';
    const mapping = `{ externalId: K, name: K, attributes: { ${woo} } }`;
    const mapped = await mapOne(`${head}\nA,${cells}\n`, mapping);
    expect(mapped).toMatchObject({
      kind: 'row',
      notes: told.map(([column, value, rule]) => ({
        code: 'ROW_ATTRIBUTE_TWICE',
        column,
        value,
        rule: expect.stringContaining(rule ?? ''),
      })),
    });
  });

  it.each([
    ['rot,Farbe,blau,', 'blau', ['M_Farbe "rot"']],
    ['rot,Farbe,blau,grün', 'blau', ['M_Farbe "rot"', 'Farbe "grün"']],
    ['rot,Farbe,,', 'rot', []],
    [',,,grün', 'grün', []],
    ['rot,Farbe,rot,rot', 'rot', []],
  ])(
    'beside a prefix and columns that say the same attribute tell what is not sent: %s',
    async (cells, sent, told) => {
      const more = 'columns: [Farbe], prefix: "M_", pairs: [{ name: N, value: W }]';
      const mapping = `{ externalId: K, name: K, attributes: { ${more} } }`;
      const mapped = await mapOne(`K,M_Farbe,N,W,Farbe\nA,${cells}\n`, mapping);
      expect(mapped).toMatchObject({
        fields: { attributes: { Farbe: sent } },
        emptyAttributes: [],
      });
      const notes = mapped.kind === 'row' ? mapped.notes : [];
      expect(notes.map(({ column, value }) => `${column} "${value}"`)).toEqual(told);
    },
  );

  it('with equal headings are told apart, and a unit is behind its value', async () => {
    const read = await attributes(
      'K,Назва,Одиниця,Значення,Назва,Одиниця,Значення\nA,Вага,кг,5,Колір,,синій\n',
      'pairs: [{ name: "Назва*", value: "Значення*", unit: "Одиниця*" }]',
    );
    expect(read).toEqual({ Вага: '5 кг', Колір: 'синій', empty: [] });
  });

  it('may be one pair without a star, whose columns must be there', async () => {
    expect(await attributes('K,N,W\nA,Farbe,rot\n', 'pairs: [{ name: N, value: W }]')).toEqual({
      Farbe: 'rot',
      empty: [],
    });
    await expect(
      attributes('K,N\nA,Farbe\n', 'pairs: [{ name: N, value: W }]'),
    ).rejects.toMatchObject({ column: 'W' });
  });

  it('fault 6: whose name has lost a letter reject the row like a lost value, if it has one', async () => {
    const mapping = '{ externalId: K, name: K, attributes: { pairs: [{ name: N, value: W }] } }';
    const [lost, empty, twice] = await mapRows(
      'K,N,W\nA,Gr\ufffd\ufffde,5\nB,Gr\ufffd\ufffde,\nC,GrÃ¶ÃŸe,5\n',
      mapping,
    );
    expect(complaintsOf(lost!)).toEqual(['ROW_CHARACTER N']);
    expect(empty).toMatchObject({ kind: 'row', notes: [] });
    expect(twice).toMatchObject({ kind: 'row', notes: [{ code: 'ROW_CHARACTER', column: 'N' }] });
  });

  it('whose strict translation has no entry reject the row instead of going untranslated', async () => {
    const mapped = await mapOne(
      'K,N\nA,x\n',
      '{ externalId: K, name: K, attributes: { Art: { column: N, translate: { a: b }, strict: true } } }',
    );
    expect(complaintsOf(mapped)).toEqual(['ROW_TRANSLATION N']);
  });

  it('quirk 30: by prefix carry no price', async () => {
    const read = await attributes('K,a_unitPrice,a_Farbe\nA,5,rot\n', 'prefix: a_');
    expect(read).toEqual({ Farbe: 'rot', empty: [] });
  });
});
