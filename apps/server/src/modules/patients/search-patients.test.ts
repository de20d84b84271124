import { describe, expect, test } from 'vitest';
import { sharedApplication } from '../../testing/application.ts';
import { getNames, patientList } from '../../testing/calls/patient-list.ts';

const testApp = sharedApplication();
const { replacePatients, list, findNames } = patientList(testApp);

describe('the search of patients', () => {
  test.each([
    'Núñez',
    'nunez',
    'NUÑEZ',
    'NÚÑEZ',
    'nuñ',
    'n\u0303ez',
    ' núñez ',
    'fi\u0301a  Núñez',
  ])('E-5.15: %j finds Sofía Núñez', async (term) => {
    await replacePatients([{ name: 'Sofía Núñez' }, { name: 'Sofia Gomez' }]);
    expect(await findNames(term)).toEqual(['Sofía Núñez']);
  });

  test('E-5.16: ignores accents and case of the stored name, composed or decomposed', async () => {
    const names = ['NUNEZ', 'Nu\u0301n\u0303ez', 'nuñez', 'Núñez'];
    await replacePatients([...names, 'Nuno'].map((name) => ({ name })));
    expect((await findNames('núñez')).toSorted()).toEqual(names.toSorted());
  });

  test.each(['sofia.n', 'SOFIA.N@', '@correo.example', 'sofia.n@correo.example'])(
    'E-5.16: %j finds by e-mail',
    async (term) => {
      await replacePatients([
        { name: 'Una', email: 'Sofia.N@correo.example' },
        { name: 'Otra', email: 'x@otro.mx' },
      ]);
      expect(await findNames(term)).toEqual(['Una']);
    },
  );

  test.each([
    '5512345678',
    '55 1234 5678',
    '(55) 1234-5678',
    '+52 55 1234 5678',
    '+525512345678',
    '+52 (55) 1234.5678',
    '52 55 1234',
    '1234 56',
    '+52 551',
    '567',
    '5 6 7',
  ])('E-5.16: %j finds the phone +52 55 1234 5678', async (term) => {
    await replacePatients([
      { name: 'Una', phone: '+52 55 1234 5678' },
      { name: 'Otra', phone: '+52 33 9999 0000' },
      { name: 'Sin teléfono' },
    ]);
    expect(await findNames(term)).toEqual(['Una']);
  });

  test.each(['+52 55 1234 5678', '+5255123', '55 12', '(55)12345678'])(
    '%j finds the phone stored as 5512345678',
    async (term) => {
      await replacePatients([
        { name: 'Una', phone: '5512345678' },
        { name: 'Otra', phone: '3399990000' },
      ]);
      expect(await findNames(term)).toEqual(['Una']);
    },
  );

  test.each([
    ['100%', '100% natural'],
    ['%', '100% natural'],
    ['％', '100% natural'],
    ['a_b', 'a_b'],
    ['_', 'a_b'],
    ['＿', 'a_b'],
    ['\\', 'c\\d'],
    ['＼', 'c\\d'],
    ['c\\d', 'c\\d'],
    ["O'Hara", "O'Hara"],
    ['<b>', '<b>negrita</b>'],
    ['"', 'com"illa'],
  ])('T-C4: %j matches itself literally', async (term, name) => {
    const names = ['100% natural', 'a_b', 'c\\d', "O'Hara", '<b>negrita</b>', 'com"illa', 'axb'];
    await replacePatients(names.map((given) => ({ name: given })));
    expect(await findNames(term)).toEqual([name]);
  });

  test.each([
    "' or 1=1 --",
    "'; drop table patients; --",
    '%%%',
    '___',
    "') union select password from staff_accounts --",
    String.raw`\' or true`,
    '$1',
    '{{7*7}}',
  ])('T-C4: %j finds no patient', async (term) => {
    await replacePatients([{ name: 'Ana Pérez' }]);
    expect(await findNames(term)).toEqual([]);
    expect(await findNames('Ana')).toEqual(['Ana Pérez']);
  });

  test.each(['', ' ', '\t \u00a0 '])('%j is ignored', async (term) => {
    await replacePatients([{ name: 'Ana' }, { name: 'Beto' }]);
    const page = await list({ search: term });
    expect(page.total).toBe(2);
    expect(page.totalIsCapped).toBe(false);
  });

  test.each([
    ['a', ['Ana', 'Zara']],
    ['A', ['Ana', 'Zara']],
    ['an', ['Ana']],
    ['á', ['Ana', 'Zara']],
    ['z', ['Zara']],
  ])('finds patients by one or two letters: %j', async (term, names) => {
    await replacePatients([{ name: 'Ana' }, { name: 'Zara' }, { name: 'Lucio' }]);
    expect(await findNames(term)).toEqual(names);
  });

  test('a word does not match across two fields', async () => {
    await replacePatients([{ name: 'Ana', email: 'beto@x.mx', phone: '55' }]);
    for (const term of ['anab', 'mx55']) expect(await findNames(term)).toEqual([]);
  });

  test.each([
    'hector gomez',
    'GÓMEZ héctor',
    'coronado hector',
    'Gómez Coronado, Héctor',
    'hector; gomez',
    'gómez - coronado',
    'héct 5512 gómez',
    'gomez +52 (55) 1234 hugo',
    'hgc@ gomez',
    'hu o',
    'hugo gomez hugo',
  ])('E-5.16: %j finds Héctor Hugo Gómez Coronado by each of its words', async (term) => {
    await replacePatients([
      {
        name: 'Héctor Hugo Gómez Coronado',
        email: 'hgc@correo.example',
        phone: '+52 55 1234 5678',
      },
      { name: 'Héctor Ruiz', email: 'ruiz@correo.example', phone: '+52 55 1234 0000' },
      { name: 'Ana Gómez', phone: '5599998888' },
    ]);
    expect(await findNames(term)).toEqual(['Héctor Hugo Gómez Coronado']);
  });

  test('words of different patients match neither', async () => {
    await replacePatients([{ name: 'Héctor Ruiz' }, { name: 'Ana Gómez' }]);
    expect(await findNames('hector gomez')).toEqual([]);
  });

  test('words after the twelfth do not narrow the search', async () => {
    await replacePatients([{ name: 'Ana B C D E F G H I J K L' }]);
    expect(await findNames('ana b c d e f g h i j k l z y x')).toEqual([
      'Ana B C D E F G H I J K L',
    ]);
    expect(await findNames('z ana b c d e f g h i j k l')).toEqual([]);
  });

  test('T-C3: accepts up to 200 characters, and rejects those that cannot be stored', async () => {
    const { staff } = testApp();
    expect((await list({ search: 'x'.repeat(200) })).total).toBe(0);
    for (const search of ['x'.repeat(201), 'a\u0000b', '\u0000']) {
      const { status, body } = await staff.get(`/v1/user/list?${new URLSearchParams({ search })}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'BAD_REQUEST', issues: [{ path: 'search' }] });
    }
  });

  test('E-5.17: combines with the status, and counts its results', async () => {
    await replacePatients([
      { name: 'Ana Uno', status: 1 },
      { name: 'Ana Dos', status: 2 },
      { name: 'Beto Dos', status: 2 },
      { name: 'Ana Nueve', status: 9 },
    ]);
    const page = await list({ search: 'ana', status: '2' });
    expect(getNames(page)).toEqual(['Ana Dos']);
    expect(page).toMatchObject({ total: 1, counts: { 1: 1, 2: 1, 3: 0, 4: 1 } });
  });
});
