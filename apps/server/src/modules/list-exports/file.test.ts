import { beforeEach, describe, expect, test } from 'vitest';
import { partners } from '../../schema/partners.ts';
import { sharedApplication } from '../../testing/application.ts';
import { emptyLists, fetchExport } from '../../testing/calls/list-exports.ts';
import {
  addBranch,
  addDoctor,
  addDoctorAppointment,
  addPartner,
  addPatient,
  addPatients,
  addProspect,
  addRecipeAppointment,
} from '../../testing/records.ts';

const testApp = sharedApplication();
const db = () => testApp().database.db;
const staff = () => testApp().staff;

beforeEach(() => emptyLists(db()));

describe('the CSV of a list', () => {
  test('E-10.136: begins with the BOM by which Excel recognises UTF-8, has its date in its name, and is not cached', async () => {
    await addPatient(db(), { name: 'Íñigo Ñandú' });
    const { answer } = await fetchExport(staff(), 'patients');
    expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(answer.rawPayload.toString('utf8')).toContain('Íñigo Ñandú');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="pacientes-\d{4}-\d\d-\d\d\.csv"$/,
    );
  });

  test('has its header line even if the list is empty', async () => {
    const { header, rows } = await fetchExport(staff(), 'patients');
    expect(header).toEqual([
      'Nombre',
      'Correo',
      'Teléfono',
      'Fecha de creación (hora de Ciudad de México)',
      'Último acceso (hora de Ciudad de México)',
      'Estatus',
      'Fecha de nacimiento',
      'Sexo al nacer',
      'CURP',
      'Calle y número',
      'Colonia',
      'Municipio o alcaldía',
      'Estado',
      'Código postal',
      'País',
      'Pasaporte u otro documento',
      'Contacto de emergencia',
      'Teléfono de emergencia',
      'Parentesco',
      'Citas a las que no asistió',
      'Id',
    ]);
    expect(rows).toEqual([]);
  });

  test('E-10.136, T-E6: has hostile cells as text, quoted by RFC 4180', async () => {
    const names = [
      '=HYPERLINK("http://x.example";"ver")',
      '+52 55 1234 5678',
      '-1',
      '@SUM(1)',
      '\tAna',
      ' =1+1',
      '"=1+1"',
      'Ana, "la" Eva',
      'dos\r\nlíneas',
      'dos\nlíneas',
      'dos\rlíneas',
      '<script>',
      '😀 ñ',
    ];
    await addPatients(
      db(),
      names.map((name, index) => ({
        id: `usr_${String(index).padStart(2, '0')}`,
        name,
        phone: name,
      })),
    );
    const { rows, answer } = await fetchExport(staff(), 'patients');
    const shown = rows.toSorted((a, b) => (a.at(-1) ?? '').localeCompare(b.at(-1) ?? ''));
    expect(shown.map(([name]) => name)).toEqual(
      names.map((name, index) => (index < 7 ? `'${name}` : name)),
    );
    expect(shown.map(([, , phone]) => phone)).toEqual(shown.map(([name]) => name));
    expect(answer.body).toContain('"\'=HYPERLINK(""http://x.example"";""ver"")"');
    expect(answer.body.endsWith('\r\n')).toBe(true);
  });

  test('has the list’s patients, in the clinic’s zone', async () => {
    const id = await addPatient(db(), {
      name: 'Ana Pérez',
      email: 'ana@correo.example',
      phone: '5512345678',
      status: 3,
      createdAt: new Date('2026-10-12T15:42:00Z'),
      lastAccessAt: null,
      birthDate: '1992-03-12',
      sex: 'female',
      curp: 'HEGG560427MVZRRL04',
      street: 'Av. Vallarta 1200',
      state: 'Jalisco',
      emergencyPhone: '+52 33 0078 4210',
    });
    const { header, rows } = await fetchExport(staff(), 'patients');
    expect(rows).toHaveLength(1);
    expect(Object.fromEntries(header.map((title, at) => [title, rows[0]?.[at]]))).toMatchObject({
      Nombre: 'Ana Pérez',
      Correo: 'ana@correo.example',
      Teléfono: '5512345678',
      'Fecha de creación (hora de Ciudad de México)': '2026-10-12 09:42',
      'Último acceso (hora de Ciudad de México)': '',
      Estatus: 'Abordaje Gral',
      'Fecha de nacimiento': '1992-03-12',
      'Sexo al nacer': 'Mujer',
      CURP: 'HEGG560427MVZRRL04',
      'Calle y número': 'Av. Vallarta 1200',
      Colonia: '',
      Estado: 'Jalisco',
      'Teléfono de emergencia': "'+52 33 0078 4210",
      Id: id,
    });
  });

  test('E-10.2452: has missed appointments of a patient, and the attendance of prescription visits', async () => {
    const patientId = await addPatient(db());
    const doctorId = await addDoctor(db());
    const at = '2026-10-12T15:42:00.000Z';
    const step = (name: 'arrived' | 'missed') => ({
      step: name,
      at,
      by: 'Ana',
      staffId: null,
      startsAt: at,
    });
    await addDoctorAppointment(db(), { patientId, doctorId }, { attendance: [step('missed')] });
    const cancelled = { status: 'cancelled', attendance: [step('missed')] };
    await addDoctorAppointment(db(), { patientId, doctorId }, cancelled);
    await addRecipeAppointment(db(), patientId, { attendance: [step('missed')] });
    await addRecipeAppointment(db(), patientId, { attendance: [step('arrived')] });
    const patientsFile = await fetchExport(staff(), 'patients');
    expect(patientsFile.rows[0]?.[patientsFile.header.indexOf('Citas a las que no asistió')]).toBe(
      '2',
    );
    const waiting = await fetchExport(staff(), 'waitingRecipes');
    const first = waiting.header.indexOf('Asistencia');
    expect(waiting.header[first + 1]).toBe('Asistencia registrada (hora de Ciudad de México)');
    expect(waiting.rows.map((row) => row.slice(first, first + 2)).toSorted()).toEqual([
      ['Llegó', '2026-10-12 09:42'],
      ['No asistió', '2026-10-12 09:42'],
    ]);
  });

  test('has doctors with their upcoming appointments, and whether they are retired', async () => {
    const patientId = await addPatient(db());
    const doctorId = await addDoctor(db(), {
      name: 'Laura Ibáñez',
      specialties: ['Andrología', 'Urología'],
    });
    await addDoctor(db(), { name: 'Ana Retirada', retiredAt: new Date('2026-01-05T12:00:00Z') });
    await addDoctorAppointment(
      db(),
      { patientId, doctorId },
      { startsAt: new Date(Date.now() + 86_400_000) },
    );
    const { rows, header } = await fetchExport(staff(), 'doctors', { state: 'all' });
    expect(header).toContain('Inactivo desde (hora de Ciudad de México)');
    expect(rows.map((row) => row.slice(0, -1))).toEqual([
      ['Ana Retirada', '', '', '0', 'Inactivo', '2026-01-05 06:00'],
      ['Laura Ibáñez', 'Andrología; Urología', '', '1', 'Activo', ''],
    ]);
  });

  test("E-10.3974: has appointments without a patient, with their place, in UTC and in the clinic's zone", async () => {
    await addRecipeAppointment(db(), null, {
      inviteeName: 'Rosa Méndez',
      inviteeEmail: 'rosa@correo.example',
      type: 'Validación de receta',
      startsAt: new Date('2026-12-01T17:00:00Z'),
      createdAt: new Date('2026-11-02T15:00:00Z'),
      meetingUrl: 'https://meet.example/x',
      meetingPlace: { kind: 'outbound_call', text: '55 1234 5678' },
    });
    const { rows, header } = await fetchExport(staff(), 'appointmentsWithoutPatient');
    expect(header.slice(3, 5)).toEqual(['Cuándo (UTC)', 'Cuándo (hora de Ciudad de México)']);
    expect(rows.map((row) => row.slice(0, -1))).toEqual([
      [
        'Rosa Méndez',
        'rosa@correo.example',
        'Validación de receta',
        '2026-12-01 17:00',
        '2026-12-01 11:00',
        '2026-11-02 09:00',
        'https://meet.example/x',
        'Llamar al 55 1234 5678',
      ],
    ]);
  });
});

test('T-E6: the CSV of prospects has hostile cells as text, with notes and consent', async () => {
  const id = await addProspect(db(), {
    name: '=HYPERLINK("http://x.example","ver")',
    email: '@x.mx',
    phone: '+52 55 1234 5678',
    reason: '-1+1',
    notes: 'Llamar\nmañana',
    status: 'archivado',
    createdAt: new Date('2026-10-29T18:00:00Z'),
    consentAt: new Date('2026-10-29T18:00:00Z'),
    consentVersion: '2026-01',
  });
  expect((await fetchExport(staff(), 'prospects')).rows).toEqual([
    [
      '\'=HYPERLINK("http://x.example","ver")',
      "'@x.mx",
      "'+52 55 1234 5678",
      "'-1+1",
      'Sin estado (archivado)',
      'Llamar\nmañana',
      '2026-10-29 12:00',
      '2026-10-29 12:00',
      '2026-01',
      '',
      '',
      id,
    ],
  ]);
});

test('the CSV of partners and of branches has the words of their screens, and unquoted numbers', async () => {
  const id = await addPartner(db(), {
    name: '=Clínica',
    type: 'Raro',
    country: 'México',
    exams: ['RC', 'Otro estudio'],
    utmAvailable: true,
  });
  const branchId = await addBranch(db(), id, {
    name: 'Norte',
    state: 'Jalisco',
    address: { street: 'Calle 1', city: 'Zapopan' },
    zip: '00123',
    exams: ['RC', 'ERM de Cráneo'],
    phone: '+52 33 1234 5678',
    latitude: 20.5,
    longitude: -103.25,
  });
  expect((await fetchExport(staff(), 'partners')).rows).toEqual([
    ["'=Clínica", '1', 'México', 'Sin tipo', '', 'RMN de Cráneo; Otro estudio', 'Sí', id],
  ]);
  expect((await fetchExport(staff(), 'branches', { idPartner: id })).rows).toEqual([
    [
      'Jalisco',
      'Norte',
      'Calle 1, Zapopan',
      '00123',
      'ERM de Cráneo',
      "'+52 33 1234 5678",
      '',
      '20.5',
      '-103.25',
      'No',
      "'=Clínica",
      branchId,
    ],
  ]);
  await db().update(partners).set({ deletedAt: new Date() });
  expect((await fetchExport(staff(), 'branches', { idPartner: id })).rows).toEqual([]);
});
