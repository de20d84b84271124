import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import { doctors } from '../../schema/doctors.ts';
import { exams } from '../../schema/exams.ts';
import { branches, partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { importLegacyExport } from './import-export.ts';
import { exportFile, operator } from './testing/exports.ts';

async function importContent(content: unknown) {
  const { db } = await createTestDatabase();
  const report = await importLegacyExport({ source: await exportFile(content), db, act: operator });
  const paths = (list: { listed: readonly { path: string; reason: string }[] }) =>
    Object.fromEntries(list.listed.map(({ path, reason }) => [path, reason]));
  const { repaired, noticed, rejected } = report;
  return {
    db,
    report,
    repaired: paths(repaired),
    noticed: paths(noticed),
    rejected: paths(rejected),
  };
}

const appointment = {
  status: 'pending',
  appointmentDate: { date: null },
  doctor: { name: 'Ana', email: 'ana@example.org', specialty_formatted: [] },
};

test('an import stores hostile names as text', async () => {
  const hostile = [
    '<img src=x onerror=alert(1)>',
    "Robert'); DROP TABLE patients;--",
    '{{constructor}} #{7*7} %s \\ " \'',
    '\u001b[31mrojo',
    'null',
    '👩‍⚕️ مريض 患者',
  ];
  const { db, report } = await importContent({
    users: hostile.map((name, index) => ({ idUser: `u${index}`, name })),
  });
  expect(report.repaired.total + report.rejected.total).toBe(0);
  const rows = await db.select({ name: patients.name }).from(patients).orderBy(patients.id);
  expect(rows.map(({ name }) => name)).toEqual(hostile);
});

test('an import removes characters that cannot be stored, and reports them', async () => {
  const { db, repaired } = await importContent({
    users: [{ idUser: 'u0', name: 'A\u0000na \ud800Ruiz', phone: '\udc00\u0000' }],
  });
  const reason = 'se quitaron caracteres que no se pueden guardar';
  expect(repaired).toEqual({ 'users[0].name': reason, 'users[0].phone': reason });
  expect(await db.select().from(patients)).toMatchObject([{ name: 'Ana Ruiz', phone: null }]);
});

test('C10, E-10.1010: invisible characters of names and phones are removed and reported', async () => {
  const { db, repaired } = await importContent({
    users: [
      { idUser: 'u0', name: 'Ana\u202e zíuR\u200b', phone: '\u202a+52\u00a055 1234 5678\u202c' },
    ],
    partners: [{ idPartner: 'p0', name: 'Clínica\ufeff Sol', country: 'Mé\u00adxico' }],
  });
  const reason = 'se quitaron caracteres invisibles';
  expect(repaired).toEqual({
    'users[0].name': reason,
    'users[0].phone': reason,
    'partners[0].name': reason,
    'partners[0].country': reason,
  });
  expect(await db.select().from(patients)).toMatchObject([
    { name: 'Ana zíuR', phone: '+52 55 1234 5678' },
  ]);
});

test('E-3.62: every format of a date is accepted; an invalid date is stored as missing, and a missing one is not an error', async () => {
  const dates = [
    '2025-03-17T16:47:06.000Z',
    1_742_230_026_000,
    { _seconds: 1_742_230_026, _nanoseconds: 0 },
    1_742_230_026,
    '2025-03-17 10:47:06-06:00',
  ];
  const invalid = [
    'no es una fecha',
    '2025-02-30',
    true,
    {},
    { _seconds: 'x' },
    1e300,
    [],
    '31/12/2024',
  ];
  const missing = [null, ''];
  const all = [...dates, ...invalid, ...missing];
  const { db, noticed } = await importContent({
    users: [
      ...all.map((createDate, index) => ({ idUser: `u${index}`, name: 'Ana', createDate })),
      { idUser: 'u99', name: 'Ana' },
    ],
  });
  expect(Object.keys(noticed)).toEqual(
    invalid.map((_, index) => `users[${dates.length + index}].createDate`),
  );
  const rows = await db.select().from(patients).where(eq(patients.status, 0));
  expect(rows).toEqual([]);
  const stored = new Map((await db.select().from(patients)).map((row) => [row.id, row.createdAt]));
  for (const index of dates.keys()) {
    expect(stored.get(`u${index}`)).toEqual(new Date('2025-03-17T16:47:06Z'));
  }
  expect([...stored.values()].filter((date) => date === null)).toHaveLength(
    invalid.length + missing.length + 1,
  );
});

test('an import stores only web links', async () => {
  const hostile = [
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//example.org/x',
    '/v1/files/1',
    'https://',
    'https://a b',
    'http://example.org/\nX: y',
    7,
    `https://example.org/${'a'.repeat(3_000)}`,
  ];
  const validRecords = [
    'https://files.example.org/a.pdf',
    'HTTP://EXAMPLE.ORG',
    'https://ejemplo.mx/ñ?a=1#b',
  ];
  const { db, report, repaired } = await importContent({
    users: [{ idUser: 'u', name: 'Ana' }],
    medicalHistories: {
      u: {
        allExamns: {
          exams: [...hostile, ...validRecords].map((fileUrl, index) => ({
            id: `e${String(index).padStart(2, '0')}`,
            examType: 'Tipo_que_nadie_conoce',
            fileUrl,
          })),
        },
        appointments: {
          recipeAppointments: [
            { id: 'r', status: 'x', calendly_data: { meeting_url: 'javascript:alert(1)' } },
          ],
        },
      },
    },
    partners: [{ idPartner: 'p', name: 'P', website: 'javascript:alert(1)' }],
    branches: [{ idBranch: 'b', name: 'B', partner: { id: 'p' }, website: 'data:,x' }],
  });
  const reason = 'no es una dirección http o https: se deja vacía';
  expect(report.tallies.exam).toMatchObject({ created: hostile.length + validRecords.length });
  expect(Object.keys(repaired)).toHaveLength(hostile.length + 3);
  expect(repaired).toMatchObject({
    'medicalHistories.u.allExamns.exams[0].fileUrl': reason,
    'medicalHistories.u.appointments.recipeAppointments[0].calendly_data.meeting_url': reason,
    'partners[0].website': reason,
    'branches[0].website': reason,
  });
  const rows = await db.select().from(exams).orderBy(exams.id);
  expect(rows.map(({ externalUrl }) => externalUrl)).toEqual([
    ...hostile.map(() => null),
    ...validRecords,
  ]);
  expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['Tipo_que_nadie_conoce']));
  expect(await db.select().from(recipeAppointments)).toMatchObject([{ meetingUrl: null }]);
  expect(await db.select().from(partners)).toMatchObject([{ website: null }]);
  expect(await db.select().from(branches)).toMatchObject([{ website: null }]);
});

test('an import stores a non-integer status as missing, and reports it', async () => {
  const { db, repaired } = await importContent({
    users: [1.5, '2', 1e12, {}, 7, null].map((status, index) => ({
      idUser: `u${index}`,
      name: 'Ana',
      status,
    })),
  });
  expect(Object.keys(repaired)).toEqual([0, 1, 2, 3].map((index) => `users[${index}].status`));
  const rows = await db.select().from(patients).orderBy(patients.id);
  expect(rows.map(({ status }) => status)).toEqual([null, null, null, null, 7, null]);
});

test('an import stores coordinates out of range as missing, and reports them', async () => {
  const places = [
    { lat: 91, lng: 0 },
    { lat: 0, lng: -180.5 },
    { lat: '19.4', lng: -99 },
    { lat: 19.4 },
    { lat: -90, lng: 180 },
  ];
  const { db, repaired } = await importContent({
    partners: [{ idPartner: 'p', name: 'P' }],
    branches: places.map((location, index) => ({
      idBranch: `b${index}`,
      name: 'B',
      partner: { id: 'p' },
      location,
      exam_available: ['SEM', 'Un nombre', 'SEM'],
    })),
  });
  expect(Object.keys(repaired)).toEqual([
    'branches[0].location.lat',
    'branches[1].location.lng',
    'branches[2].location.lat',
  ]);
  const rows = await db.select().from(branches).orderBy(branches.id);
  expect(rows.map(({ latitude, longitude }) => [latitude, longitude])).toEqual([
    [null, null],
    [null, null],
    [null, null],
    [null, null],
    [-90, 180],
  ]);
  expect(rows[0]?.exams).toEqual(['SEM', 'Un nombre', 'SEM']);
});

test('invalid records are rejected, each with its path and reason', async () => {
  const { db, report, rejected } = await importContent({
    users: [
      { name: 'Sin id' },
      { idUser: 'con espacios', name: 'x' },
      { idUser: 7, name: 'x' },
      { idUser: 'a'.repeat(129), name: 'x' },
      { idUser: 'u4' },
      { idUser: 'u5', name: 'x'.repeat(301) },
      { idUser: 'u6', name: 'x', email: 'x'.repeat(321) },
      { idUser: 'u7', name: 'x', phone: '1'.repeat(61) },
      null,
      'texto',
      { idUser: 'u10', name: 'x'.repeat(300) },
      { idUser: '__proto__', name: 'x' },
    ],
    medicalHistories: {
      ['__proto__']: {},
      nadie: { allExamns: { exams: [{ id: 'e1', examType: 'x' }] } },
      'clave mala': { allExamns: { exams: [{ id: 'e2', examType: 'x' }] } },
      u10: {
        MedicalReportData: { examReportIA: { message: 'x'.repeat(100_001) } },
        allExamns: { exams: [{ id: 'e3', examType: 'x' }, { id: 'e4' }, { examType: 'x' }] },
        appointments: {
          recipeAppointments: [
            { id: 'r1', status: 'x', prescriptionExplanation: 'x'.repeat(100_001) },
          ],
          doctorAppointments: [
            { id: 'a1', status: 'x' },
            { ...appointment, id: 'a2' },
          ],
        },
      },
    },
    branches: [
      { idBranch: 'b0', name: 'B', partner: { id: 'nadie' } },
      { idBranch: 'b1', name: 'B' },
    ],
    prospects: [{ idProspect: 'p0', name: 'x', notes: 'x'.repeat(100_001) }, { idProspect: 'p1' }],
  });
  const history = 'medicalHistories.u10';
  expect(rejected).toEqual({
    'users[0]': 'falta idUser',
    'users[1]': 'idUser no es un identificador válido',
    'users[2]': 'idUser no es un identificador válido',
    'users[3]': 'idUser no es un identificador válido',
    'users[4]': 'falta name',
    'users[5]': 'name tiene más de 300 caracteres',
    'users[6]': 'email tiene más de 320 caracteres',
    'users[7]': 'phone tiene más de 60 caracteres',
    'users[8]': 'no es un objeto',
    'users[9]': 'no es un objeto',
    'users[11]': 'idUser no es un identificador válido',
    'medicalHistories["__proto__"]': 'su clave no es un identificador',
    'medicalHistories.nadie': 'no hay ningún paciente nadie',
    'medicalHistories.nadie.allExamns.exams[0]': 'no hay ningún paciente nadie',
    'medicalHistories["clave mala"]': 'su clave no es un identificador',
    'medicalHistories["clave mala"].allExamns.exams[0]': 'su historial se rechazó',
    [history]: 'MedicalReportData.examReportIA.message tiene más de 100000 caracteres',
    [`${history}.allExamns.exams[1]`]: 'falta examType',
    [`${history}.allExamns.exams[2]`]: 'falta id',
    [`${history}.appointments.recipeAppointments[0]`]:
      'prescriptionExplanation tiene más de 100000 caracteres',
    [`${history}.appointments.doctorAppointments[0]`]: 'falta el médico',
    'branches[0]': 'no hay ningún partner nadie',
    'branches[1]': 'falta partner.id',
    'prospects[0]': 'notes tiene más de 100000 caracteres',
    'prospects[1]': 'falta name',
  });
  for (const { read, rejected, created } of Object.values(report.tallies)) {
    expect(created + rejected).toBe(read);
  }
  expect((await db.select().from(patients)).map(({ id }) => id)).toEqual(['u10']);
  expect((await db.select().from(exams)).map(({ id }) => id)).toEqual(['e3']);
  expect((await db.select().from(doctorAppointments)).map(({ id }) => id)).toEqual(['a2']);
});

test('an id that is unsafe as an object key is rejected', async () => {
  const { db, rejected } = await importContent(
    '{"users":[{"idUser":"__proto__","name":"Ana"},{"idUser":"u","name":"Ana","__proto__":{"status":1}}],"medicalHistories":{"__proto__":{},"u":{}}}',
  );
  expect(rejected).toEqual({
    'users[0]': 'idUser no es un identificador válido',
    'medicalHistories["__proto__"]': 'su clave no es un identificador',
  });
  expect(await db.select().from(patients)).toMatchObject([{ id: 'u', status: null }]);
});

test('appointments of the same doctor create one doctor, with all specialties', async () => {
  const doctor = (name: string, email: string | undefined, ...specialty_formatted: string[]) => ({
    name,
    email,
    specialty_formatted,
  });
  const { db, repaired, report } = await importContent({
    users: [{ idUser: 'u', name: 'Ana' }],
    medicalHistories: {
      u: {
        appointments: {
          doctorAppointments: [
            doctor('Luis Paz', 'luis@example.org', 'Urología'),
            doctor('Luis Paz', 'LUIS@example.org', 'Andrología', 'Urología'),
            doctor('L. Paz', 'luis@example.org', 'Urología'),
            doctor('Íñigo  Sáenz', undefined, 'Genética'),
            doctor('Inigo Saenz', undefined, 'Genética'),
          ].map((doctorCopy, index) => ({ ...appointment, id: `a${index}`, doctor: doctorCopy })),
        },
      },
    },
  });
  expect(report.tallies.doctor).toMatchObject({ read: 2, created: 2 });
  const rows = await db.select().from(doctors).orderBy(doctors.name);
  expect(rows).toMatchObject([
    { name: 'Luis Paz', specialties: ['Urología', 'Andrología'] },
    { name: 'Íñigo  Sáenz', specialties: ['Genética'] },
  ]);
  const list = 'medicalHistories.u.appointments.doctorAppointments';
  expect(Object.keys(repaired)).toEqual([
    `${list}[1].doctor.specialty_formatted`,
    `${list}[2].doctor.name`,
    `${list}[4].doctor.name`,
  ]);
});

test('E-3.60: a prospect without an id gets the same id every time, with any status', async () => {
  const person = {
    name: 'Ana',
    mail: 'ana@example.org',
    phone: '1',
    motivo: 'Precio',
    timestamp: 1e12,
  };
  const first = await importContent({ prospects: [{ ...person, status: 'pending' }] });
  const later = await importContent({
    prospects: [{ ...person, status: 'contacted', notes: 'Llamar' }],
  });
  const [one] = await first.db.select().from(prospects);
  const [other] = await later.db.select().from(prospects);
  expect(one?.id).toMatch(/^prs_[0-9a-f]{20}$/);
  expect(other?.id).toBe(one?.id);
  expect(one?.createdAt).toEqual(new Date(1e12));
  expect(first.repaired).toEqual({ 'prospects[0]': `sin identificador: se le asignó ${one?.id}` });
});

test('unknown fields and lists are reported', async () => {
  const { report } = await importContent({
    users: [
      { idUser: 'u0', name: 'Ana', color: 'azul' },
      { idUser: 'u1', name: 'Ana', color: 'rojo', __proto__x: 1 },
    ],
    medicalHistories: { u0: { userData: { test: { userName: 'Ana', answers: [1] } } } },
    citasViejas: [{ id: 1 }],
    version: 3,
  });
  expect(Object.fromEntries(report.ignored)).toEqual({
    'users[].color': 2,
    'users[].__proto__x': 1,
    'medicalHistories.*.userData.test.answers': 1,
    citasViejas: 1,
    version: 1,
  });
});
