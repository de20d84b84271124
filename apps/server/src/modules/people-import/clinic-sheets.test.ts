import { curpCheckDigit } from '@simiente/contract/patients/curp';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { sharedApplication } from '../../testing/application.ts';
import { newId, newSurname, peopleRequests } from '../../testing/calls/people-requests.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { send, readFamily } = peopleRequests(testApp);

/** Imports a file with its guessed columns, without answering any question. */
async function importGuessed(file: string | Buffer) {
  const { data, issues } = await send('check', file, { mapping: null });
  if (data === undefined) return { refused: issues?.[0]?.message };
  const mapping = data.checked.columns.flatMap(({ index, field, order }) =>
    field === null ? [] : [{ index, field, ...(order && { order }) }],
  );
  const { review } = (await send('check', file, { mapping })).data.checked;
  await send('import', file, { mapping, fields: { idImport: newId() } });
  return { problems: review?.problems.map(({ line, issues }) => [line, issues[0]?.message]) };
}

/** Encodes a text with one byte for each character. */
const encode = (text: string, codes: Readonly<Record<string, number>>) =>
  Buffer.from([...text].map((character) => codes[character] ?? character.charCodeAt(0)));

const curp = 'RESH880403HDFNLG0';
const validCurp = curp + curpCheckDigit(curp);

describe('a sheet as a clinic keeps it is stored as it was meant', () => {
  test.each<[sheet: string, csv: string, patient: object]>([
    [
      'headings of a database',
      'IdPaciente,APaterno,AMaterno,Nombres,FechaNac,TelCel,EMail,FAlta\n1,FAMILY,Lara,Iván,1985-03-12,5512345678,ivan@example.org,2020-01-12',
      { name: 'Iván FAMILY Lara', birthDate: '1985-03-12', phone: '5512345678' },
    ],
    [
      'a full name beside its parts',
      'Name,Given Name,Family Name\nKim FAMILY,Kim,FAMILY',
      { name: 'Kim FAMILY' },
    ],
    [
      'a second given name',
      'Nombre,Segundo nombre,Apellidos\nAna,Inés,FAMILY',
      { name: 'Ana Inés FAMILY' },
    ],
    [
      'a prefix in a column of its own',
      'Nombre,Apellidos,Prefijo,Teléfono\nAna,FAMILY,+34,612345678\nLuis,,+52,',
      { phone: '+34 612345678' },
    ],
    [
      'an order of day and month in the heading',
      'Nombre,Fecha Nac (dd/mm/aaaa)\nAna FAMILY,12/03/1985',
      { birthDate: '1985-03-12' },
    ],
    [
      'a date of registration with a year of two digits',
      'Nombre,Fecha\nAna FAMILY,13/11/25',
      { createdOn: '2025-11-13' },
    ],
    [
      'two phones in one cell',
      'Nombre,Tel\nAna FAMILY,5512345678 5587654321',
      { phone: '5512345678' },
    ],
    [
      'two phones in two lines of a cell',
      'Nombre,Tel\nAna FAMILY,"044 55 1234 5678\n55 8765 4321"',
      { phone: '044 55 1234 5678' },
    ],
    ['the phone of another person', 'Nombre,Tel\nAna FAMILY,55-1234-5678 (mamá)', { phone: null }],
    [
      'a couple in one row',
      'Fecha 1a cita,Nombre él,Cel ella,Cel él\n2026-03-05,Marco FAMILY,5599027704,5511023304',
      { phone: '5511023304', createdOn: '2026-03-05' },
    ],
    [
      'headings in two lines below a title, with a date in three columns',
      'Padrón\nNombre,Fecha de nacimiento,,,Tel\n,Día,Mes,Año,\nAna FAMILY,3,4,1985,5512345678',
      { name: 'Ana FAMILY', birthDate: '1985-04-03', phone: '5512345678' },
    ],
    [
      'a line of headings below merged ones',
      'Nombre,Domicilio,,Tel,Correo\n,Calle,CP,,\nAna FAMILY,Sol 5,68000,5512345678,',
      { street: 'Sol 5', zip: '68000', phone: '5512345678' },
    ],
    [
      'an order of day and month that another column proves',
      'Nombre,Nacimiento,Alta\nAna FAMILY,25/12/1980,03/04/2024\nLuis,01/02/1990,',
      { birthDate: '1980-12-25', createdOn: '2024-04-03' },
    ],
    [
      'a remark after a name',
      'Nombre,Tel\nAna FAMILY - 2da vez,5512345678',
      { name: 'Ana FAMILY', phone: '5512345678' },
    ],
    ['an apostrophe of Excel', "Nombre,Tel\nAna FAMILY,'5512345678", { phone: '5512345678' }],
    [
      'a CURP with the letter O for zero',
      `Nombre,CURP\nAna FAMILY,${validCurp.toLowerCase().replaceAll('0', 'o')}`,
      { curp: validCurp },
    ],
    ['no CURP yet', 'Nombre,CURP\nAna FAMILY,EN TRÁMITE', { curp: null }],
    ['the CURP of all foreigners', 'Nombre,CURP\nAna FAMILY,XEXX010101HNEXXXA4', { curp: null }],
    ['an empty date of Access', 'Nombre,FN\nAna FAMILY,30/12/1899 00:00:00', { birthDate: null }],
    [
      'UTF-8 that was read as Windows-1252',
      'Nombre\nJosÃ© MuÃ±oz FAMILY\nX',
      { name: 'José Muñoz FAMILY' },
    ],
    [
      'data of a partner below a title',
      'PACIENTE,,PAREJA,\nNombre,Apellidos,Nombre,Tel\nAna,FAMILY,Luis,5512345678',
      { name: 'Ana FAMILY', phone: null },
    ],
    [
      'headings that name another person, or earlier data',
      'Emergency Contact Phone,Teléfono consultorio,Tel anterior,Dirección del trabajo,Nombre,Tel\n5512345678,5512345678,5512345678,Sol 5,Ana FAMILY,',
      { phone: null, street: null },
    ],
    [
      'a number that is no phone',
      'Nombre,NSS,Correo del doctor,Correo de contacto\nAna FAMILY,12345678901,doc@example.org,ana@example.org',
      { phone: null, email: 'ana@example.org' },
    ],
    [
      'a preferred name',
      'Primer nombre,Apellidos,Nombre preferido\nAna,FAMILY,Anita',
      { name: 'Ana FAMILY' },
    ],
    [
      'the man of a couple',
      'Ella,Tel. ella,Él,Tel. él\nAna FAMILY,5512345678,Luis FAMILY,5587654321',
      { name: 'Luis FAMILY', phone: '5587654321' },
    ],
    [
      'dates of birth below a short heading',
      'Nombre,Fecha,Fecha\nAna FAMILY,03/04/1985,15/01/2024',
      { createdOn: '2024-01-15', birthDate: null },
    ],
    [
      'short headings of an address',
      'Nombre,Alcaldía/Municipio,Edo.\nAna FAMILY,Naucalpan,Edo. Méx.',
      { municipality: 'Naucalpan', state: 'Estado de México' },
    ],
  ])('E-10.3090, E-10.3547, E-10.3978, E-10.3979, E-10.4072: %s', async (_, csv, patient) => {
    const family = newSurname();
    await importGuessed(csv.replaceAll('FAMILY', family));
    const named = JSON.parse(JSON.stringify(patient).replaceAll('FAMILY', family));
    const { createdOn, ...fields } = named;
    const stored = await readFamily(family);
    expect(stored).toMatchObject([fields]);
    if (createdOn) expect(stored[0]?.createdAt?.toISOString()).toContain(createdOn);
  });

  test.each([
    ['Macintosh', { é: 0x8e, ñ: 0x96, í: 0x92 }],
    ['MS-DOS', { é: 0x82, ñ: 0xa4, í: 0xa1 }],
    ['Windows', {}],
  ])('E-10.3091: a CSV of Excel in the character set of %s', async (_, codes) => {
    const family = newSurname();
    await importGuessed(encode(`Nombre,Tel\nJosé María Muñoz ${family},\n`, codes));
    expect((await readFamily(family)).map(({ name }) => name)).toEqual([
      `José María Muñoz ${family}`,
    ]);
  });
});

test.each([
  ['a row with too many cells', 'Nombre,Calle,Tel\nAna,Sol 5, int. 2,5512345678', 'más celdas'],
  ['two people in one cell', 'Nombre,Tel\nAna Ruiz / Luis Mora,', 'dos personas'],
  ['the foot of a printed page', 'Nombre,Tel\nPágina 1 de 2,', 'no una persona'],
  [
    'a sex that is not that of the CURP',
    `Nombre,Sexo,CURP\nAna,Mujer,${validCurp}`,
    'No coincide con la CURP.',
  ],
  ['a day number of Excel', 'Nombre,F. nac.\nAna,44197', 'No es una fecha completa'],
  ['a trial', 'Nombre,Tel\nPaciente de prueba,5512345678', 'no una persona'],
  [
    'a postal code of another state',
    'Nombre,CP,Edo\nAna,68000,Jal.',
    'es de Oaxaca, no de Jalisco',
  ],
])('E-10.3092, E-10.3804, E-10.3981: %s is a problem of its row', async (_, csv, message) => {
  const { problems } = await importGuessed(csv);
  expect(problems).toEqual([[2, expect.stringContaining(message)]]);
});

test.each([
  ['people in columns', 'Nombre,Ana,Luis\nTeléfono,5512345678,5512345679\nSexo,M,H', 'Transponer'],
  ['an open quote', 'Nombre,Tel,Notas\nAna,,"hola\nLuis,,\nEva,,', 'comillas'],
])('E-10.3093: a file with %s is rejected with an instruction', async (_, csv, message) => {
  expect(await importGuessed(csv)).toEqual({ refused: expect.stringContaining(message) });
});

test('E-10.3912, E-10.4075: siblings with one phone and e-mail are two patients, and two spellings of a name are one', async () => {
  const family = newSurname();
  const names = [
    'Juan',
    'José',
    'Juana',
    'Juán',
    'Luis Ángel',
    'Luiz Angel',
    'Ma. Elena',
    'María Elena',
  ];
  const rows = names.map((name) => `${name} ${family} Mora,5512345678,${family}@example.org`);
  await importGuessed(`Nombre,Teléfono,Correo\n${rows.join('\n')}\n`);
  expect((await readFamily(family)).map(({ name }) => name.replace(` ${family} Mora`, ''))).toEqual(
    ['José', 'Juan', 'Juana', 'Luis Ángel', 'Ma. Elena'],
  );
});

test('E-10.4073: the sheet with people is read, instead of a list of prices before it', async () => {
  const family = newSurname();
  const sheets = [
    {
      name: 'Precios',
      rows: [
        ['Nombre', 'Precio'],
        ['Cultivo', 800],
        ['Perfil', 950],
      ],
    },
    {
      name: 'Pacientes',
      rows: [
        ['Nombre', 'Tel'],
        [`Ana ${family}`, '5512345678'],
      ],
    },
  ];
  await importGuessed(Buffer.from(await writeXlsx({ sheets })));
  expect((await readFamily(family)).map(({ name }) => name)).toEqual([`Ana ${family}`]);
});

test('E-10.3980: a check names the hidden rows of a workbook', async () => {
  const rows = [['Nombre', 'Tel'], ['Ana'], ['Luis']];
  const rowDefs = new Map([[2, { hidden: true }]]);
  const file = Buffer.from(await writeXlsx({ sheets: [{ name: 'Pacientes', rows, rowDefs }] }));
  expect((await send('check', file, { mapping: null })).data.checked.hidden).toEqual([3]);
});

test('E-10.4074: a father and a son with the same name and phone are two patients, even if another row lacks the birth date', async () => {
  const family = newSurname();
  const dates = ['', '15/04/1955', '20/08/1982'];
  const rows = dates.map((date) => `Juan ${family},5512345678,${date}`);
  const csv = `Nombre,Teléfono,Fecha de nacimiento\n${rows.join('\n')}\n`;
  await importGuessed(csv);
  const read = async () => (await readFamily(family)).map(({ birthDate }) => birthDate).toSorted();
  expect(await read()).toEqual(['1955-04-15', '1982-08-20']);
});

test.each([
  ['Nombre,Tel,Correo\nAlta,,\nAna,5512345678,\n', ['name', 'phone', 'email']],
  [
    'Nombre,Nacimiento,Alta\n,día/mes/año,día/mes/año\nAna,3/4/1985,3/4/2024\n',
    'name birthDate createDate'.split(' '),
  ],
  ['Nombre,Situación\nAna,Casada\n', ['name', 'note']],
  ['Nombre,Estatus,Etapa\nAna,Activo,Registro\n', ['name', 'note', 'status']],
])('E-10.4036, E-10.4037: the sheet %j has the columns %j', async (csv, fields) => {
  const { columns } = (await send('check', csv, { mapping: null })).data.checked;
  expect(columns.map(({ field }) => field)).toEqual(fields);
});

test('E-10.4038: a timestamp does not prove the order of the dates that people typed', async () => {
  const csv = 'Nombre,Marca temporal,Nacimiento\nAna,12/25/2023 10:05,03/04/1985\n';
  const { columns } = (await send('check', csv, { mapping: null })).data.checked;
  expect(columns.slice(1).map(({ order }) => order)).toEqual(['month-first', null]);
});
