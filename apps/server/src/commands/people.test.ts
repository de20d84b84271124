import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { asc, eq, getTableColumns } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { patientNotes } from '../schema/notes.ts';
import { patients } from '../schema/patients.ts';
import { peopleImports } from '../schema/people-imports.ts';
import { prospects } from '../schema/prospects.ts';
import { commandLine, containing, rejectedOutput, success } from '../testing/command-line.ts';
import { addPatient } from '../testing/records.ts';

const FIXTURES = path.join(import.meta.dirname, '../../../../fixtures/people');

const { folder, database, run } = commandLine();
afterEach(() => {
  process.exitCode = 0;
});

const importFixture = (name: string, kind = 'patients', ...more: string[]) => {
  const map = path.join(FIXTURES, `${name.replace(/\.\w+$/, '')}.map.json`);
  return run(
    'people',
    'import',
    path.join(FIXTURES, name),
    '--kind',
    kind,
    '--columns',
    map,
    ...more,
  );
};

type Stored = Readonly<Record<string, unknown>>;

/** All records, by name. */
async function readAll(kind = 'patients'): Promise<Stored[]> {
  const { db } = database();
  const rows: (Stored & { readonly createdAt: Date | null })[] =
    kind === 'patients'
      ? await db
          .select({ ...getTableColumns(patients), notes: patientNotes.text })
          .from(patients)
          .leftJoin(patientNotes, eq(patientNotes.patientId, patients.id))
          .orderBy(asc(patients.name))
      : await db.select().from(prospects).orderBy(asc(prospects.name));
  return rows.map((row) => ({ ...row, createdAt: row.createdAt?.toISOString() }));
}

const files: readonly (readonly [file: string, summary: string, people: readonly Stored[]])[] = [
  [
    'titulos-combinados.xlsx',
    '3 filas de pacientes: 2 nuevas, 0 completadas, 0 sin cambios, 0 repetidas, 1 rechazada.',
    [
      { name: 'Hugo Rentería Salas', birthDate: '1988-04-03', curp: 'RESH880403HDFNLG08' },
      { name: 'Iván Soto Lara', phone: '(33) 0145-7788', birthDate: '1991-11-12' },
    ],
  ],
  [
    'dos-hojas.xlsx',
    '2 filas de pacientes: 2 nuevas,',
    [
      { name: "María José de la Peña O'Donoghue", phone: '442 123 4567' },
      { name: 'Noé Galindo Paz', notes: 'Llega por Instagram' },
    ],
  ],
  [
    'formulas.xlsx',
    '2 filas de pacientes: 2 nuevas,',
    [{ name: 'Ana Ruiz' }, { name: 'Luis Mora' }],
  ],
  [
    'colores.xlsx',
    '2 filas de pacientes: 2 nuevas,',
    [{ phone: '5587654321' }, { phone: '5512345678' }],
  ],
  [
    'fechas-texto.csv',
    '3 filas de pacientes: 3 nuevas,',
    [
      { name: 'Jorge Íñiguez', birthDate: '1990-05-04', createdAt: '2025-01-03T06:00:00.000Z' },
      { name: 'Karl Olsen', birthDate: '1979-12-01', createdAt: '2025-03-04T06:00:00.000Z' },
      { name: 'Pedro Ávila', birthDate: '1985-03-25', createdAt: '2024-03-12T06:00:00.000Z' },
    ],
  ],
  [
    'telefonos-numero.xlsx',
    '4 filas de pacientes: 4 nuevas,',
    [
      { name: 'Eva Paz', phone: '55 1234 0000', state: 'Nuevo León' },
      { name: 'John Reed', phone: '+1 (619) 555-0123', state: null },
      { name: 'Omar Gil', phone: '5512345678', state: 'Jalisco' },
      { name: 'Rita Coss', zip: '01000', state: 'Ciudad de México' },
    ],
  ],
  [
    'errores-excel.csv',
    '3 filas de pacientes: 2 nuevas, 0 completadas, 0 sin cambios, 0 repetidas, 1 rechazada.',
    [
      { name: 'Alma Díaz', email: null, curp: null },
      { name: 'Beto Cruz', phone: null },
    ],
  ],
  [
    'espacios.csv',
    '3 filas de pacientes: 3 nuevas,',
    [
      { name: 'Julia Neri', sex: 'female' },
      { name: 'Marco Solís', sex: 'male' },
      { name: 'Teo Rivas', sex: 'male' },
    ],
  ],
  [
    'mayusculas.csv',
    '2 filas de pacientes: 2 nuevas,',
    [
      { name: 'ANA LÓPEZ DÍAZ', sex: 'female' },
      { name: 'JOSÉ PEÑA NÚÑEZ', sex: 'male' },
    ],
  ],
  [
    'duplicadas.csv',
    '5 filas de pacientes: 2 nuevas, 0 completadas, 0 sin cambios, 3 repetidas, 0 rechazadas.',
    [
      { name: 'Eduardo Mena', phone: '5511112222' },
      { name: 'Lalo Mena', phone: '55 3333 4444' },
    ],
  ],
  [
    'calendario-1904.xlsx',
    '2 filas de pacientes: 2 nuevas,',
    [
      { name: 'Paul Dean', birthDate: '1986-02-19' },
      { name: 'Ruth Kent', birthDate: '1986-02-17', createdAt: '2021-09-23T05:00:00.000Z' },
    ],
  ],
  [
    'ingles-utf16.csv',
    '2 filas de pacientes: 2 nuevas,',
    [
      { name: 'Mark Özil', birthDate: '1984-12-31', sex: 'male' },
      { name: 'Sue Hall', birthDate: '1990-01-02', sex: 'female' },
    ],
  ],
  [
    'dos-cifras.csv',
    '3 filas de pacientes: 3 nuevas,',
    [
      { name: 'Aldo Ríos', birthDate: '1985-05-13' },
      { name: 'Cuatro Cifras', birthDate: '1990-02-01' },
      { name: 'Inés Sáenz', birthDate: '2003-11-20' },
    ],
  ],
  [
    'con-problemas.csv',
    '8 filas de pacientes: 1 nueva, 0 completadas, 0 sin cambios, 0 repetidas, 7 rechazadas.',
    [{ name: 'Bien Hecho', status: 3 }],
  ],
];

test.each(files)(
  'E-10.1750: the spreadsheet %s is imported correctly, and a second import changes nothing',
  async (file, summary, people) => {
    const first = await importFixture(file);
    expect(first.output).toContain(summary);
    const stored = await readAll();
    expect(stored).toMatchObject(people);
    expect((await importFixture(file)).output).toContain(' 0 nuevas, 0 completadas,');
    expect(await readAll()).toEqual(stored);
  },
);

test('E-10.1750: columns outside the map go into the note of a prospect, who needs an e-mail or a phone', async () => {
  const { output } = await importFixture('prospectos.csv', 'prospects');
  expect(output).toContain(
    'Fila 5: rechazada. Correo electrónico: Escribe un correo o un teléfono.',
  );
  const stored = await readAll('prospects');
  expect(stored).toMatchObject([
    {
      name: 'Gael Ortiz',
      status: 'pending',
      notes: 'Motivo: Quiere un espermograma\nCampaña: Meta',
    },
    { name: 'Nora Vega', email: null, phone: '55 5656 7878', status: 'contacted' },
  ]);
  expect((await importFixture('prospectos.csv', 'prospects')).output).toContain(' 0 nuevas,');
  expect(await readAll('prospects')).toEqual(stored);
});

test('E-10.1751: each rejected row is reported with its row, field and reason, and the exit code is 1', async () => {
  const { output } = await importFixture('con-problemas.csv');
  expect(process.exitCode).toBe(1);
  expect(output.split('\n').slice(0, 4)).toEqual([
    'Fila 2: rechazada. Correo electrónico: Escribe un correo válido, como nombre@ejemplo.com.',
    'Fila 3: rechazada. Nombre: Falta el nombre.',
    'Fila 4: rechazada. Fecha de nacimiento: Esa fecha no existe.',
    'Fila 5: rechazada. Teléfono: Excel recortó el teléfono. Escríbelo con todos sus dígitos.',
  ]);
});

/** Writes a spreadsheet and its map, and imports it. */
async function importRows(csv: string, map: object, ...more: string[]) {
  const [file, columns] = [path.join(folder(), 'p.csv'), path.join(folder(), 'm.json')];
  await writeFile(file, csv);
  await writeFile(columns, JSON.stringify(map));
  return run('people', 'import', file, '--kind', 'patients', '--columns', columns, ...more);
}

test('E-10.1752: a trial run stores nothing, and reports what the import would do', async () => {
  expect(await importFixture('colores.xlsx', 'patients', '--dry-run')).toEqual(
    success(containing('Solo se revisó; no se guardó nada.\n2 filas de pacientes: 2 nuevas,')),
  );
  expect(await readAll()).toEqual([]);
  expect(await database().db.$count(peopleImports)).toBe(0);
});

test('E-10.1753: an existing patient is recognised, and gets only missing fields', async () => {
  const { db } = database();
  const id = await addPatient(db, {
    name: 'Héctor Manuel Barragán Tello',
    email: 'h@example.org',
    phone: '+52 33 0078 4209',
    birthDate: '1992-03-12',
  });
  const map = { Nombre: 'name', Tel: 'phone', Correo: 'email', Calle: 'street' };
  const rows = 'Nombre,Tel,Correo,Calle\nHector Barragan,33 0078 4209,otro@example.org,Reforma 1\n';
  expect(await importRows(rows, map)).toEqual(
    success(
      `Fila 2: ya existe como ${id} (mismo teléfono y nombre parecido); se completa: Calle y número.\n1 fila de pacientes: 0 nuevas, 1 completada, 0 sin cambios, 0 repetidas, 0 rechazadas.`,
    ),
  );
  expect(await readAll()).toMatchObject([
    {
      id,
      name: 'Héctor Manuel Barragán Tello',
      email: 'h@example.org',
      street: 'Reforma 1',
      version: 2,
    },
  ]);
});

test.each([
  ['another birth date', 'Ana Ruiz,ana@example.org,12/12/2001\n'],
  ['another name', 'Luis Mora,ana@example.org,\n'],
])('E-10.1753: a row with the same e-mail and %s is another patient', async (_, row) => {
  await addPatient(database().db, {
    name: 'Ana Ruiz',
    email: 'ana@example.org',
    birthDate: '1990-01-31',
  });
  const map = { N: 'name', C: 'email', F: { field: 'birthDate', order: 'day-first' } };
  expect((await importRows(`N,C,F\n${row}`, map)).output).toContain('1 nueva');
});

test('E-10.1754: ambiguous dates and two-digit years are rejected until the map resolves them', async () => {
  const rows = 'Nombre,F\nAna Ruiz,03/04/1990\n';
  expect(await importRows(rows, { Nombre: 'name', F: 'birthDate' })).toEqual(
    rejectedOutput(containing('si va primero el día o el mes. Indica el orden')),
  );
  const map = (field: object) => ({ Nombre: 'name', F: { field: 'birthDate', ...field } });
  expect((await importRows(rows, map({ order: 'month-first' }))).output).toContain('1 nueva');
  expect(await readAll()).toMatchObject([{ birthDate: '1990-03-04' }]);
  const short = 'Nombre,F\nLuis Mora,25/12/15\n';
  expect((await importRows(short, map({}))).output).toContain('El año tiene dos cifras.');
  expect((await importRows(short, map({ century: '1900' }))).output).toContain('1 nueva');
});

test('E-10.1750: the row of headings is identified by the mapped headings, even below similar rows', async () => {
  const map = { 'Ap. paterno': 'familyName', Nombres: 'givenName', Mail: 'email' };
  const rows = 'Datos,Datos,Contacto\nAp. paterno,Nombres,Mail\nRuiz,Ana,ana@example.org\n';
  expect((await importRows(rows, map)).output).toContain('1 fila de pacientes: 1 nueva');
  expect(await readAll()).toMatchObject([{ name: 'Ana Ruiz', email: 'ana@example.org' }]);
});

test.each([
  [{ Nada: 'name' }, 'La columna «Nada» no está en el archivo.'],
  [{ Nombre: 'nombre' }, 'El mapa de columnas no es válido en «Nombre»'],
  [{ Correo: 'email' }, 'El mapa no indica qué columna es el nombre'],
])('E-10.1751: the invalid map %j is rejected', async (map, message) => {
  expect(await importRows('Nombre,Correo\nAna,a@example.org\n', map)).toEqual(
    rejectedOutput(containing(message)),
  );
  expect(await readAll()).toEqual([]);
});
