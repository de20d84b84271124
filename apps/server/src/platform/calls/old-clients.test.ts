import { errorBody } from '@simiente/contract/common/errors';
import { eq } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { patients } from '../../schema/patients.ts';
import { prospects } from '../../schema/prospects.ts';
import { sharedApplication, signIn } from '../../testing/application.ts';
import { logo } from '../../testing/calls/partners.ts';
import { formRequest } from '../../testing/files/uploads.ts';
import * as make from '../../testing/records.ts';

/**
 * The calls of clients that were written before this server, byte by byte: JSON content type on every call, a
 * bearer token and no cookie, their slashes and spellings, no version and no Idempotency-Key.
 */

const testApp = sharedApplication();
const at = new Date('2026-03-01T16:30:00.120Z');

let authorization = '';
beforeAll(async () => {
  const { app, staff } = testApp();
  const signed = await signIn(app, { email: staff.email });
  authorization = `Bearer ${String(signed.headers['set-auth-token'])}`;
});

/** Sends a request of such a client, and returns its parsed JSON. */
async function sendCall(method: 'GET' | 'POST' | 'PUT', url: string, body?: object) {
  const options: InjectOptions = {
    method,
    url,
    headers: { 'content-type': 'application/json', authorization },
    ...(body && { payload: JSON.stringify(body) }),
  };
  const answer = await testApp().app.inject(options);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  return { status: answer.statusCode, body: answer.json() };
}

async function fetchData(method: 'GET' | 'POST' | 'PUT', url: string, body?: object) {
  const answer = await sendCall(method, url, body);
  expect(answer).toMatchObject({ status: 200, body: { status: 200 } });
  expect(Object.keys(answer.body)).toEqual(['status', 'data']);
  return answer.body.data;
}

const findRow = <Row>(rows: readonly Row[], key: keyof Row, value: unknown) =>
  rows.filter((row) => row[key] === value);

describe('a call of an old client', () => {
  test('E-7.7, E-7.8: reads all partners and one of them', async () => {
    const { db } = testApp().database;
    const id = await make.addPartner(db, { name: 'Clínica Sur', country: 'México' });
    await make.addBranch(db, id);
    const partner = {
      idPartner: id,
      name: 'Clínica Sur',
      country: 'México',
      type: null,
      website: null,
      logo_url: null,
      utm_available: false,
      timeZone: null,
      all_exams_available: [],
      logo_app_login: null,
      logo_app_nav: null,
      logo_lading_logo: null,
      branches: 1,
      version: 1,
    };
    expect(findRow(await fetchData('GET', '/v1/partner/get_partners'), 'idPartner', id)).toEqual([
      partner,
    ]);
    expect(await fetchData('GET', `/v1/partner/get_one_partner/?idPartner=${id}`)).toEqual({
      partner,
    });
  });

  test('E-7.9: reads the branches of a partner page by page, each after the last received branch', async () => {
    const { db } = testApp().database;
    const id = await make.addPartner(db, { name: 'Clínica Este' });
    const names = Array.from(
      { length: 12 },
      (_, index) => `Sucursal ${String(index).padStart(2, '0')}`,
    );
    for (const name of names) await make.addBranch(db, id, { name, state: 'Jalisco' });
    const path = '/v1/partner/get-branches-by-partner/';
    const first = await fetchData('GET', `${path}?idPartner=${id}&lastBranch=&limit=10`);
    expect(first.branches).toHaveLength(10);
    const next = await fetchData(
      'GET',
      `${path}?idPartner=${id}&lastBranch=${first.lastBranch}&limit=10`,
    );
    expect(next.lastBranch).toBeNull();
    const read = [...first.branches, ...next.branches];
    expect(read.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(read[0]).toEqual({
      id: read[0].idBranch,
      idBranch: expect.any(String),
      name: 'Sucursal 00',
      address: null,
      location: null,
      phone: null,
      state: 'Jalisco',
      website: null,
      zip: null,
      exam_available: [],
      namePartner: 'Clínica Este',
      partner: { id, name: 'Clínica Este' },
      utm: false,
      timeZone: null,
      version: 1,
    });
  });

  test('E-7.10: creates a branch', async () => {
    const id = await make.addPartner(testApp().database.db, { name: 'Clínica Oeste' });
    const { newBranch } = await fetchData('POST', '/v1/partner/create-branch', {
      name: 'Chapultepec',
      address: 'Av. Chapultepec 12',
      location: { lat: 20.67, lng: -103.36 },
      phone: '33 3641 9025',
      state: 'Jalisco',
      website: 'https://oeste.example',
      zip: '44600',
      exam_available: ['Seminograma'],
      namePartner: 'Clínica Oeste',
      partner: { id, name: 'Clínica Oeste' },
      utm: false,
    });
    expect(newBranch).toMatchObject({
      name: 'Chapultepec',
      location: { lat: 20.67, lng: -103.36 },
      exam_available: ['SEM'],
      partner: { id, name: 'Clínica Oeste' },
    });
  });

  test('E-7.11, E-7.12: creates a partner with a form, and reads the message when it cannot', async () => {
    const fields = {
      name: 'Clínica Ámbar',
      id: 'clinica-ambar',
      logo_url: 'clínica_ámbar',
      country: 'México',
      website: 'https://ambar.example',
      type: 'Laboratorio',
      branches: '1',
      all_exams_available: '["Seminograma"]',
    };
    const logos = { logo_app_login: logo, logo_app_nav: logo, logo_lading_logo: logo };
    const send = async (files: typeof logos | Record<string, never>) => {
      const form = await formRequest(fields, undefined, files);
      const { 'sec-fetch-site': _, ...headers } = form.headers as Record<string, string>;
      const answer = await testApp().app.inject({
        method: 'POST',
        url: '/v1/partner/create_partner',
        headers: { ...headers, authorization },
        payload: form.payload ?? '',
      });
      return answer.json();
    };
    expect(await send({})).toEqual({
      ...errorBody('BAD_REQUEST'),
      issues: [{ path: 'logo_app_login', message: 'Falta el logotipo de login.' }],
    });
    expect(await send(logos)).toMatchObject({
      status: 200,
      data: { partner: { idPartner: 'clinica-ambar', logo_url: 'clínica_ámbar', branches: 0 } },
    });
    expect(await send(logos)).toMatchObject(errorBody('PARTNER_ID_TAKEN'));
  });

  test('E-7.14, E-7.15, E-7.16: reads all patients, and deletes some of them', async () => {
    const { db } = testApp().database;
    const id = await make.addPatient(db, {
      name: 'Ana',
      email: 'ana@x.mx',
      createdAt: at,
      status: 2,
    });
    expect(
      findRow((await fetchData('GET', '/v1/user/get-all')).userData, 'idUser', id),
    ).toMatchObject([
      {
        idUser: id,
        name: 'Ana',
        email: 'ana@x.mx',
        phone: null,
        createDate: '2026-03-01T16:30:00.120Z',
        lastConnection: null,
        status: 2,
        version: 1,
      },
    ]);
    await fetchData('POST', '/v1/user/delete', { idUsers: [id] });
    const [row] = await db.select().from(patients).where(eq(patients.id, id));
    expect(row?.deletedAt).not.toBeNull();
    expect(await sendCall('POST', '/v1/user/delete', { idUsers: [id] })).toMatchObject({
      status: 404,
      body: errorBody('NOT_FOUND'),
    });
  });

  test('E-7.20: reads the history of a patient', async () => {
    const { database, store } = testApp();
    const { db } = database;
    const idUser = await make.addPatient(db, { name: 'Beto', email: 'b@x.mx', phone: '55' });
    await make.addFertilityTest(db, idUser, 'Betito');
    await make.addReport(db, idUser, 'exam_ai', 'Informe');
    const file = await make.addFile(db, store, { name: 'estudio.pdf' });
    const [exam, link] = [
      await make.addExam(db, idUser, { fileId: file, createdAt: at }),
      await make.addExam(db, idUser, { externalUrl: 'https://x.example/e.pdf' }),
    ];
    const doctor = await make.addDoctor(db, { name: 'Laura', specialties: ['Andrología'] });
    const visit = await make.addDoctorAppointment(
      db,
      { patientId: idUser, doctorId: doctor },
      { startsAt: at, createdAt: at },
    );
    const recipe = await make.addRecipeAppointment(db, idUser, {
      startsAt: at,
      prescriptionFileId: await make.addFile(db, store, { name: 'receta.pdf' }),
    });
    const data = await fetchData('GET', `/v1/user/get-medical-history-patient?idUser=${idUser}`);
    expect(data).toMatchObject({
      idUser,
      name: 'Beto',
      userData: { test: { userName: 'Betito' } },
      MedicalReportData: {
        examReportIA: { message: 'Informe' },
        firstMedicalReport: { message: '' },
      },
    });
    expect(data.allExamns.exams).toEqual([
      {
        id: exam,
        examType: 'Seminograma',
        fileUrl: `/v1/files/${file}`,
        external: false,
        earlierLink: null,
        fileName: 'estudio.pdf',
        mediaType: 'application/pdf',
        fileSize: expect.any(Number),
        laboratory: null,
        earlierFiles: [],
        examDate: null,
        createDate: '2026-03-01T16:30:00.120Z',
        version: 1,
      },
      expect.objectContaining({ id: link, fileUrl: 'https://x.example/e.pdf', external: true }),
    ]);
    expect(data.appointments.doctorAppointments).toEqual([
      {
        attendance: [],
        id: visit,
        idAppointment: visit,
        idUser,
        idDoctor: doctor,
        status: 'pending',
        createDate: '2026-03-01T16:30:00.120Z',
        appointmentDate: { date: '2026-03-01T16:30:00.120Z', endDate: expect.any(String) },
        doctor: { name: 'Laura', specialty_formatted: ['Andrología'], email: null },
        patient: { name: 'Beto', email: 'b@x.mx', phone: '55' },
        request: null,
        overlaps: false,
        place: null,
        version: 1,
      },
    ]);
    const [appointment] = data.appointments.recipeAppointments;
    expect(appointment).toEqual({
      attendance: [],
      id: recipe,
      status: 'pending',
      type: null,
      calendly_data: {
        start_time: '2026-03-01T16:30:00.120Z',
        end_time: null,
        meeting_url: null,
        place: null,
      },
      isVisit: false,
      doctor: null,
      createDate: appointment.createDate,
      prescriptionExplanation: null,
      prescriptions: [
        {
          fileUrl: expect.stringMatching(/^\/v1\/files\//),
          fileName: 'receta.pdf',
          mediaType: 'application/pdf',
          fileSize: expect.any(Number),
          uploadedAt: expect.stringMatching(/^20.*Z$/),
          uploadedBy: null,
        },
      ],
      version: 1,
    });
  });

  test('E-7.23, E-7.24: changes the status of a prospect, with notes or without, after reading them all', async () => {
    const { db } = testApp().database;
    const idProspect = await make.addProspect(db, {
      name: 'Carla',
      status: 'pending',
      createdAt: at,
    });
    expect(
      findRow(await fetchData('GET', '/v1/prospects/get-all'), 'idProspect', idProspect),
    ).toEqual([
      {
        idProspect,
        name: 'Carla',
        mail: null,
        phone: null,
        motivo: null,
        status: 'pending',
        notes: '',
        createDate: '2026-03-01T16:30:00.120Z',
        consent: null,
        patient: null,
        convertedAt: null,
        version: 1,
      },
    ]);
    const path = '/v1/prospects/update-status';
    const noted = await fetchData('PUT', path, {
      idProspect,
      status: 'contacted',
      notas: 'Llamar',
    });
    expect(noted.prospect.notes).toBe('Llamar');
    await fetchData('PUT', path, { idProspect, status: 'rejected' });
    const [row] = await db.select().from(prospects).where(eq(prospects.id, idProspect));
    expect(row).toMatchObject({ status: 'rejected', notes: null });
    const rejected = await sendCall('PUT', path, { idProspect, status: 'archivado' });
    expect(rejected.body).toMatchObject(errorBody('BAD_REQUEST'));
  });

  test('E-7.25: moves an appointment, with its time in every earlier format', async () => {
    const { db } = testApp().database;
    const idAppointment = await make.addDoctorAppointment(db, {
      patientId: await make.addPatient(db),
      doctorId: await make.addDoctor(db),
    });
    const seconds = Date.UTC(2026, 11, 1, 16) / 1000;
    for (const [date, day] of [
      ['2026-12-01T16:00:00.000Z', 1],
      [(seconds + 86_400) * 1000, 2],
      [{ _seconds: seconds + 2 * 86_400, _nanoseconds: 0 }, 3],
    ] as const) {
      const { appointment } = await fetchData('PUT', '/v1/doctor/update_appointment_status', {
        idAppointment,
        date,
        status: 'assigned',
      });
      expect(appointment.appointmentDate.date).toBe(`2026-12-0${day}T16:00:00.000Z`);
      expect(appointment.status).toBe('assigned');
    }
  });

  test('E-7.6: gets the correct status and a message when it is rejected, and a 401 without a session', async () => {
    const { app } = testApp();
    const rejected = await sendCall('GET', '/v1/user/get-medical-history-patient?idUser=usr_none');
    expect(rejected).toEqual({ status: 404, body: errorBody('NOT_FOUND') });
    const missing = await sendCall('GET', '/v1/partner/get_one_partner/');
    expect(missing.body).toMatchObject(errorBody('BAD_REQUEST'));
    expect(missing.body.issues).toEqual([{ path: 'idPartner', message: expect.any(String) }]);
    const extra = await sendCall('POST', '/v1/user/delete', { idUsers: ['usr_none'], force: true });
    expect(extra.body).toMatchObject(errorBody('BAD_REQUEST'));
    const unknown = await app.inject({
      url: '/v1/user/get-all',
      headers: { authorization: 'Bearer a-fixed-placeholder' },
    });
    expect([unknown.statusCode, unknown.json()]).toEqual([401, errorBody('UNAUTHORIZED')]);
  });

  test('may send numbers and flags as text, also in a body', async () => {
    const { db } = testApp().database;
    const id = await make.addPatient(db, { status: 1 });
    const { updated } = await fetchData('PUT', '/v1/user/update-status', {
      idUsers: [id],
      status: '2',
    });
    expect(updated).toBe(1);
    const { userData } = await fetchData('GET', '/v1/user/list?limit=1&upcoming=false&status=2');
    expect(userData).toHaveLength(1);
  });
});
