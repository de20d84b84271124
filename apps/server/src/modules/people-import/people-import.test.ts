import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { curpCheckDigit } from '@simiente/contract/patients/curp';
import type { CheckedPeople } from '@simiente/contract/people/calls';
import { eq } from 'drizzle-orm';
import { writeOds } from 'hucre/ods';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { patients } from '../../schema/patients.ts';
import { peopleImports } from '../../schema/people-imports.ts';
import { sharedApplication } from '../../testing/application.ts';
import { columns, newId, newSurname, peopleRequests } from '../../testing/calls/people-requests.ts';
import { addPatient, addRecipeAppointment } from '../../testing/records.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const db = () => testApp().database.db;
const { send, check, importFile, post, readFamily } = peopleRequests(testApp);

let family: string;
beforeEach(() => {
  family = newSurname();
});

const toMapping = ({ index, field, order }: CheckedPeople['columns'][number]) => ({
  index,
  field,
  ...(order && { order }),
});

describe('an import of people from a spreadsheet', () => {
  test('E-10.1755: columns are guessed from their headings and values, and open questions are listed', async () => {
    const csv = `Nombre(s);Ap. Paterno;Contacto electrónico;Tel;F. Alta;F. Nac.;Etapa;Folio
Ana;${family};ana@example.org;5512345678;03/04/2026;25/12/85;nuevo;A-1
Luis;${family};luis@example.org;5512345679;05/06/2025;24/12/86;en abordaje;A-2
`;
    const checked = await check(csv, { mapping: null });
    expect(checked).toMatchObject({ headingLine: 1, rows: 2, review: null });
    expect(checked.columns.map(({ field }) => field)).toEqual([
      'givenName',
      'familyName',
      'email',
      'phone',
      'createDate',
      'birthDate',
      'status',
      null,
    ]);
    expect(checked.columns.map(({ asksOrder }) => asksOrder)).toEqual(
      Array.from({ length: 8 }, (_, index) => (index === 4 ? '03/04/2026' : null)),
    );
    expect(checked.columns.flatMap(({ asksCentury }) => asksCentury ?? [])).toEqual([]);
    expect(checked.columns[6]?.values).toEqual([
      { text: 'nuevo', value: '1' },
      { text: 'en abordaje', value: '3' },
    ]);
  });

  test('E-10.3551: columns are guessed from headings that are questions', async () => {
    const csv = `Marca temporal;¿Cuál es tu nombre completo?;¿Cuándo naciste?;¿En qué estado vives?;¿En qué ciudad vives actualmente?;¿Cuál es tu código postal?;Correo electrónico al que te podemos escribir;Escribe tu CURP;¿En qué podemos ayudarte?;¿Cuál es tu estado civil?;¿Cómo se llama tu pareja?
20/11/2026;Ana Ruiz;25/12/1985;Jalisco;Zapopan;45010;ana@example.org;;Quiero una cita;Casada;Luis
`;
    const { columns } = await check(csv, { mapping: null });
    expect(columns.map(({ field }) => field)).toEqual([
      ...['createDate', 'name', 'birthDate', 'state', 'municipality', 'zip', 'email', 'curp'],
      ...[null, 'note', null],
    ]);
  });

  test('E-10.3550: a phone with fewer than ten digits is a problem until it is accepted', async () => {
    const csv = `Nombre;Teléfono;País
Ana ${family};551234567;
Luis ${family};612345678;España
Eva ${family};+34 612345678;
`;
    const mapping = [
      { index: 0, field: 'name' },
      { index: 1, field: 'phone' },
      { index: 2, field: 'country' },
    ] as const;
    const message = 'El teléfono tiene 9 dígitos; en México tienen 10. Revisa que esté completo.';
    expect((await check(csv, { mapping })).review).toMatchObject({
      created: 2,
      problems: [{ line: 2, issues: [{ field: 'phone', message }] }],
    });
    const changes = { accepted: [2] };
    expect((await check(csv, { mapping, changes })).review).toMatchObject({
      created: 3,
      refused: 0,
    });
  });

  test.each([
    [['1', '2'], { 1: '', 2: '' }],
    [['M', 'M'], { M: '' }],
    [['M', 'H'], { M: 'female' }],
    [['m', 'F', 'Otro'], { m: 'male' }],
    [['Mujer', 'masculino', ''], {}],
  ])('E-10.3194: the column of sexes %j asks for %j', async (sexes, expected) => {
    const csv = `Nombre;Sexo\n${sexes.map((sex) => `Ana;${sex}\n`).join('')}`;
    const { columns } = await check(csv, { mapping: null });
    const values = columns[1]?.values.map(({ text, value }) => [text, value]) ?? [];
    expect(Object.fromEntries(values)).toEqual(expected);
  });

  test('E-10.3194: a sex has the value that was chosen for its text', async () => {
    const csv = `N;S\nAna ${family};2\nLuis ${family};1\nNoé ${family};9\n`;
    const values = { 1: 'male', 2: 'female' };
    const mapping = [
      { index: 0, field: 'name' },
      { index: 1, field: 'sex', values },
    ];
    const fields = { idImport: newId() };
    const { data } = await send('import', csv, { fields, mapping });
    expect(data.outcome).toMatchObject({ created: 2, refused: 1 });
    expect((await readFamily(family)).map(({ sex }) => sex)).toEqual(['female', 'male']);
  });

  test.each([
    ['Nombre del paciente (como aparece en INE)', 'name'],
    ['Cel. / WhatsApp', 'phone'],
    ['Teléfonos', 'phone'],
    ['Teléfono de emergencia', null],
    ['Correo electrónico personal', 'email'],
    ['Correo del médico', null],
    ['Domicilio completo', 'street'],
    ['Domicilio fiscal', null],
    ['Fecha de la primera consulta', 'createDate'],
    ['Edad', 'note'],
    ['Px', 'name'],
    ['Obs.', 'note'],
    ['Whats', 'phone'],
    ['Fecha 1a consulta', 'createDate'],
    ['E-mail 1 - Label', null],
    ['E-mail 1 - Value', 'email'],
    ['Phone 1 - Value', 'phone'],
    ['Nombre completo del paciente', 'name'],
    ['Dirección de correo electrónico', 'email'],
    ['¿Cuál es tu fecha de nacimiento?', 'birthDate'],
    ['Lugar de nacimiento', null],
    ['Sexo asignado al nacer', 'sex'],
    ['Nombre de la pareja', null],
    ['Marca temporal', 'createDate'],
    ['Razón social', 'name'],
    ['Núm. ext.', 'street'],
    ['Address 1 - Region', 'state'],
    ['Home Postal Code', 'zip'],
    ['E-mail Display Name', null],
    ['Phone 1 - Label', null],
    ['Mobile Phone', 'phone'],
    ['Tel. casa', 'phone'],
  ])(
    'E-10.2502, E-10.2783, E-10.2902: a column with the heading «%s» is %j',
    async (heading, field) => {
      const { columns } = await check(`Folio,${heading}\nA-1,\n`, { mapping: null });
      expect(columns[1]?.field).toBe(field);
    },
  );

  test.each([
    ['Nombre,Cumple\nAna,14 marzo\n', ['name', 'note']],
    ['Folio,Teléfono\n5512345678,55 1234 5678\n', [null, 'phone']],
    ['Nombre,Estatus\nAna,Inactivo\n', ['name', 'status']],
    [`Nombre,Estatus\n${'abcdefghijk'.replaceAll(/./g, 'Ana,$&\n')}`, ['name', 'note']],
    ['Paciente (ella),Paciente (él)\nAna,Luis\n', ['name', 'note']],
    ['Nombre completo,Nombre,Apellidos\nAna Ruiz,Ana,Ruiz\n', [null, 'givenName', 'familyName']],
  ])('E-10.2902, E-10.3982: the columns of %j are %j', async (csv, fields) => {
    const { columns } = await check(csv, { mapping: null });
    expect(columns.map(({ field }) => field)).toEqual(fields);
  });

  test('E-10.2902: a list without headings keeps its first person', async () => {
    const answer = await send('check', 'Ana Ruiz,5512345678\nLuis Mora,5512345679\n', {
      mapping: null,
    });
    expect(answer.issues?.[0]?.message).toContain('Agrega arriba una fila con los encabezados');
  });

  test('E-10.2903: a column that the user marks as dates asks about every ambiguous date in it', async () => {
    const rows = ['1990-01-02', '1990-01-03', '1990-01-04', '03/04/05'];
    const { columns } = await check(`Nombre,X\nAna,${rows.join('\nAna,')}\n`, { mapping: null });
    expect(columns[1]).toMatchObject({
      ...{ field: null, order: null, asksOrder: '03/04/05', asksCentury: '03/04/05' },
    });
  });

  test('E-10.2904: a CSV with control characters is read', async () => {
    const { review } = await check(`N,C,T\nAna\0 ${family},,\nLuis \u0007 ${family}\0\0,,\n`);
    expect(review?.names).toEqual([`Ana ${family}`, `Luis ${family}`]);
  });

  test('E-10.2502, E-10.2783: headings inside a list, sums and years without a day are not people', async () => {
    const csv = `Nombre,Apellido paterno,Fecha nacimiento,Teléfonos
ENERO 2024,,,
MARZO,,,
Rosa,${family},30.11.1988,(222) 123-4567 ext. 12
Juan,${family},1985,222 123 4568
2,TOTAL PACIENTES,,
`;
    const { columns } = await check(csv, { mapping: null });
    const { review } = await check(csv, { mapping: columns.map(toMapping) });
    expect(review?.names).toEqual([`Rosa ${family}`]);
    expect(review?.problems.map(({ issues }) => issues[0]?.message)).toEqual([
      'Parece un título, un total o una empresa, no una persona.',
      'Parece un título, un total o una empresa, no una persona.',
      'Solo tiene el año. Escribe también el día y el mes.',
      'Parece un título, un total o una empresa, no una persona.',
    ]);
  });

  test('E-10.1756: a review compares existing records field by field and saves nothing', async () => {
    const id = await addPatient(db(), {
      name: `Ana ${family}`,
      email: `${family}@example.org`,
      phone: null,
    });
    const csv = `N,C,T\nAna ${family},${family}@example.org,55 1234 5678\nLuis ${family},,\n,x@example.org,\n`;
    const { review } = await check(csv);
    expect(review).toMatchObject({
      created: 1,
      completed: 1,
      refused: 1,
      names: [`Luis ${family}`],
      problems: [{ line: 4, issues: [{ field: 'name', message: 'Falta el nombre.' }] }],
      existing: [
        {
          line: 2,
          id,
          reason: 'email',
          fields: [
            { field: 'name', fills: false },
            { field: 'email', fills: false },
            { field: 'phone', current: null, given: '55 1234 5678', fills: true },
          ],
        },
      ],
    });
    expect(await readFamily(family)).toHaveLength(1);
  });

  test('E-10.1757: rows can be edited, left out, and kept as they are', async () => {
    await addPatient(db(), { name: `Ana ${family}`, email: `${family}@example.org`, phone: null });
    const csv = `N,C,T\nAna ${family},${family}@example.org,55 1234 5678\n,,\nLuis ${family},mal@,\n,otro@example.org,\n`;
    const changes = { kept: [2], omitted: [5], cells: { 4: { 1: 'luis@example.org' } } };
    expect(await importFile(csv, changes)).toMatchObject({
      created: 1,
      completed: 0,
      unchanged: 1,
      refused: 0,
    });
    expect(await readFamily(family)).toMatchObject([
      { phone: null, version: 1 },
      { email: 'luis@example.org' },
    ]);
  });

  test.each(['{', '[{"index":0,"field":"nada"}]'])(
    'E-10.1757: the columns %j are rejected',
    async (text) => {
      const answer = await send('check', 'N\na\n', { mapping: null, fields: { columns: text } });
      expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
    },
  );

  test('E-10.1758: a file that is not a spreadsheet is rejected with a message', async () => {
    const files = ['%PDF-1.7\n1 0 obj', '<html><table>', randomBytes(5000)];
    for (const file of files) {
      const answer = await send('check', file);
      expect(answer).toMatchObject({ status: 422, code: 'RESULTS_FILE_REFUSED' });
      expect(answer.issues?.[0]?.message).toContain('no es un CSV de texto ni un XLSX');
    }
  });

  test('E-10.1758: an unsupported workbook is rejected with instructions', async () => {
    const ods = await writeOds({ sheets: [{ name: 'Hoja1', rows: [['Nombre'], ['Ana']] }] });
    const answer = await send('check', Buffer.from(ods));
    expect(answer.issues?.[0]?.message).toContain('guárdalo como XLSX');
  });
});

const curp = (text: string) => text + curpCheckDigit(text);

test('E-10.2157: names in capitals are offered in normal case, and importing the file again still changes nothing', async () => {
  const csv = `N,C,T\nROSA ${family.toUpperCase()},,\nLuis ${family},,\n`;
  const usual = `Rosa ${family[0]}${family.slice(1)}`;
  expect((await check(csv)).review?.capitals).toEqual({ count: 1, example: usual });
  expect(await importFile(csv, { normalNames: true })).toMatchObject({ created: 2 });
  expect((await readFamily(family)).map(({ name }) => name)).toEqual([`Luis ${family}`, usual]);
  expect(await importFile(csv)).toMatchObject({ created: 0, unchanged: 2 });
});

test('E-10.2157: a chosen sheet of a workbook is read', async () => {
  const bytes = await readFile(
    new URL('../../../../../fixtures/people/dos-hojas.xlsx', import.meta.url),
  );
  const read = async (sheet?: string) =>
    (await send('check', bytes, { mapping: null, ...(sheet && { fields: { sheet } }) })).data
      ?.checked;
  const found = await read();
  const [first, second] = [await read('1'), await read('2')];
  expect(found?.sheets).toHaveLength(2);
  expect([first, second]).toContainEqual(found);
  expect(first).not.toEqual(second);
});

test('E-10.1753: two rows with one CURP are one patient, and two CURPs are two patients', async () => {
  const mapping = [...columns, { index: 3, field: 'curp' }];
  const [one, two] = [curp('RESH880403HDFNLG0'), curp('SOLI911112HJCTRV0')];
  const csv = `N,C,T,CURP\nAna ${family},a@example.org,,${one}\nAnna ${family},,,${one}\nAna ${family},a@example.org,,${two}\n`;
  const { review } = await check(csv, { mapping });
  expect(review).toMatchObject({ created: 2, repeated: 1 });
});

test('E-10.1753: twins are two patients, and a second surname does not make another patient', async () => {
  const mapping = [...columns, { index: 3, field: 'birthDate', order: 'day-first' }];
  const day = '25/12/1990';
  const csv = `N,C,T,F\nJuan Carlos ${family},,,${day}\nJuan Pablo ${family},,,${day}\nJUAN PABLO ${family} MORA,,,${day}\n`;
  expect((await check(csv, { mapping })).review).toMatchObject({ created: 2, repeated: 1 });
});

describe('undoing an import of people', () => {
  test('E-10.1759: new records go to the trash and completed fields are emptied; a later import restores them', async () => {
    await addPatient(db(), { name: `Ana ${family}`, email: `${family}@example.org`, phone: null });
    const csv = `N,C,T\nAna ${family},${family}@example.org,55 1234 5678\nLuis ${family},,\n`;
    const { idImport, ...counts } = await importFile(csv);
    expect(counts).toMatchObject({ created: 1, completed: 1 });
    const listed = await testApp().staff.request({ url: '/v1/people/imports?kind=patients' });
    expect(listed.body).toContain(idImport);
    expect((await post('undo-import', { idImport })).json().data).toEqual({ undone: 2, kept: [] });
    expect(await readFamily(family)).toMatchObject([
      { name: `Ana ${family}`, phone: null, deletedAt: null },
      { name: `Luis ${family}`, deletedAt: expect.any(Date) },
    ]);
    expect((await post('undo-import', { idImport })).statusCode).toBe(404);
    expect(await importFile(csv)).toMatchObject({ created: 1, completed: 1 });
  });

  test('E-10.1902: notes of an import have its author, and undoing removes them', async () => {
    const ana = await addPatient(db(), { name: `Ana ${family}`, email: `${family}@example.org` });
    const mapping = [...columns, { index: 3, field: 'note' }];
    const csv = `N,C,T,Notas\nAna ${family},${family}@example.org,,Llamar\nLuis ${family},,,Tarde\n`;
    const readNotes = async (id: string) =>
      (await testApp().staff.request({ url: `/v1/user/notes?idUser=${id}` })).json().data?.notes;
    const { idImport } = (await send('import', csv, { mapping, fields: { idImport: newId() } }))
      .data.outcome;
    const luis = (await readFamily(family))[1]?.id ?? '';
    const imported = { createdBy: 'Mariana Solórzano', isImported: true };
    expect(await readNotes(ana)).toMatchObject([{ text: 'Llamar', ...imported }]);
    expect(await readNotes(luis)).toMatchObject([{ text: 'Tarde', ...imported }]);
    expect((await post('undo-import', { idImport })).json().data).toEqual({ undone: 2, kept: [] });
    expect(await readNotes(ana)).toEqual([]);
  });

  test('E-10.3911: a note is imported only for a patient without notes', async () => {
    const mapping = [...columns, { index: 3, field: 'note' }];
    const row = (note: string) => `N,C,T,Notas\nAna ${family},${family}@example.org,,${note}\n`;
    const importNote = async (note: string) =>
      (await send('import', row(note), { mapping, fields: { idImport: newId() } })).data.outcome;
    expect(await importNote('Llamar')).toMatchObject({ created: 1 });
    expect(await importNote('Otra')).toMatchObject({ completed: 0, unchanged: 1 });
  });

  test('E-10.1760: records that were edited, used or deleted afterwards are kept and listed', async () => {
    const names = ['Ana', 'Beto', 'Caro', 'Dani'].map((name) => `${name} ${family}`);
    const { idImport } = await importFile(`N,C,T\n${names.join(',,\n')},,\n`);
    const [edited, used, deleted, other] = (await readFamily(family)).map(({ id }) => id);
    await db()
      .update(patients)
      .set({ version: 2 })
      .where(eq(patients.id, edited ?? ''));
    await addRecipeAppointment(db(), used ?? '');
    await db()
      .update(patients)
      .set({ deletedAt: new Date() })
      .where(eq(patients.id, deleted ?? ''));
    expect((await post('undo-import', { idImport })).json().data).toEqual({
      undone: 1,
      kept: expect.arrayContaining([
        { id: edited, name: names[0], reason: 'edited' },
        { id: used, name: names[1], reason: 'used' },
        { id: deleted, name: names[2], reason: 'deleted' },
      ]),
    });
    const trash = await db()
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, other ?? ''));
    expect(trash.map(({ action }) => action)).toEqual(['patient.created', 'record.deleted']);
  });

  test('E-10.1759: an import cannot be undone after 30 days', async () => {
    const { idImport } = await importFile(`N,C,T\nAna ${family},,\n`);
    const startedAt = new Date(Date.now() - 31 * 86_400_000);
    await db().update(peopleImports).set({ startedAt }).where(eq(peopleImports.id, idImport));
    expect((await post('undo-import', { idImport })).statusCode).toBe(404);
  });
});
