import { success } from '@simiente/contract/common/call';
import { errorBody } from '@simiente/contract/common/errors';
import { medicalHistory, patient } from '@simiente/contract/patients/calls';
import { emptyIdentification } from '@simiente/contract/patients/identification';
import { describe, expect, test } from 'vitest';
import { sharedApplication } from '../../testing/application.ts';
import {
  addDoctor,
  addDoctorAppointment,
  addExam,
  addFertilityTest,
  addFile,
  addPatient,
  addRecipeAppointment,
  addReport,
  newId,
} from '../../testing/records.ts';

const testApp = sharedApplication();
const at = (day: number) => new Date(Date.UTC(2026, 2, day, 21, 15, 7, 123));
const iso = (day: number) => at(day).toISOString();

async function read(call: string, idUser: string) {
  return testApp().staff.get(`/v1/user/${call}?${new URLSearchParams({ idUser })}`);
}

const getOne = (id: string) => read('get-one', id);
const getHistory = (id: string) => read('get-medical-history-patient', id);

describe('get-one', () => {
  test('E-3.7, E-7.21: returns the patient with the name of their test', async () => {
    const { db } = testApp().database;
    const id = await addPatient(db, { name: 'Iván Peña', createdAt: at(1), status: 2 });
    await addFertilityTest(db, id, 'ivan_p');
    const { status, body } = await getOne(id);
    expect(status).toBe(200);
    expect(success(patient).parse(body).data).toMatchObject({
      idUser: id,
      name: 'Iván Peña',
      email: null,
      phone: null,
      createDate: iso(1),
      lastConnection: null,
      status: 2,
      ...emptyIdentification(),
      version: 1,
      userData: { test: { userName: 'ivan_p' } },
      historyName: null,
    });
  });

  test('returns null without a test, or for a test without a name', async () => {
    const { db } = testApp().database;
    const [without, unnamed] = [await addPatient(db), await addPatient(db)];
    await addFertilityTest(db, unnamed, null);
    for (const id of [without, unnamed]) {
      expect((await getOne(id)).body).toMatchObject({
        data: { userData: { test: { userName: null } } },
      });
    }
  });
});

describe('the history of a patient', () => {
  test('S-5: uses the wire’s spellings, and has everything except deleted records', async () => {
    const { database, store } = testApp();
    const { db } = database;
    const id = await addPatient(db, { name: 'Iván', email: 'i@x.mx', phone: '+52 55' });
    await addFertilityTest(db, id, 'ivan_p');
    await addReport(db, id, 'exam_ai', '**Informe** <b>x</b>【4:2†source】\n\nFSH <LOQ');
    await addReport(db, id, 'first_medical', 'Primer informe');
    const fileId = await addFile(db, store, { name: 'Estudio ñ.pdf' });
    const uploadedExam = await addExam(db, id, {
      type: 'Ecografia_Testicular',
      fileId,
      createdAt: at(3),
    });
    const link = 'https://legacy.example/a?b=c';
    const linkedExam = await addExam(db, id, { externalUrl: link, createdAt: at(2), version: 4 });
    const bare = await addExam(db, id, { type: 'Otro tipo' });
    await addExam(db, id, { deletedAt: at(4), type: 'Eliminado' });
    const doctorId = await addDoctor(db, {
      name: 'Laura Ibáñez',
      email: 'l@x.mx',
      specialties: ['Urología', 'Andrología'],
    });
    const visit = await addDoctorAppointment(
      db,
      { patientId: id, doctorId },
      { status: 'assigned', startsAt: at(10), createdAt: at(1) },
    );
    const undated = await addDoctorAppointment(db, { patientId: id, doctorId });
    await addDoctorAppointment(db, { patientId: id, doctorId }, { deletedAt: at(4), status: 'x' });
    const recipe = await addRecipeAppointment(db, id, {
      type: 'Validación',
      startsAt: at(11),
      meetingUrl: 'https://meet.example/1',
      prescriptionExplanation: '**Título**\n---\nTexto',
      createdAt: at(2),
    });
    await addRecipeAppointment(db, id, { deletedAt: at(4), status: 'x' });

    const { status, body } = await getHistory(id);
    expect(status).toBe(200);
    const fields = { name: 'Iván', email: 'i@x.mx', phone: '+52 55' };
    const halfAnHourAfter = (instant: string) =>
      new Date(Date.parse(instant) + 30 * 60_000).toISOString();
    const doctor = {
      name: 'Laura Ibáñez',
      specialty_formatted: ['Urología', 'Andrología'],
      email: 'l@x.mx',
    };
    const added = { laboratory: null, earlierFiles: [], earlierLink: null };
    const noFile = {
      ...added,
      fileName: null,
      mediaType: null,
      fileSize: null,
      examDate: null,
      createDate: null,
      version: 1,
    };
    expect(success(medicalHistory).parse(body).data).toEqual({
      idUser: id,
      name: 'Iván',
      email: 'i@x.mx',
      phone: '+52 55',
      userData: { test: { userName: 'ivan_p' } },
      historyName: null,
      allExamns: {
        exams: [
          {
            ...added,
            id: uploadedExam,
            examType: 'Ecografia_Testicular',
            fileUrl: `/v1/files/${fileId}`,
            external: false,
            fileName: 'Estudio ñ.pdf',
            mediaType: 'application/pdf',
            fileSize: 12,
            examDate: null,
            createDate: iso(3),
            version: 1,
          },
          {
            ...noFile,
            id: linkedExam,
            examType: 'Seminograma',
            fileUrl: link,
            external: true,
            createDate: iso(2),
            version: 4,
          },
          { ...noFile, id: bare, examType: 'Otro tipo', fileUrl: null, external: false },
        ],
      },
      MedicalReportData: {
        examReportIA: { message: '**Informe** <b>x</b>【4:2†source】\n\nFSH <LOQ' },
        firstMedicalReport: { message: 'Primer informe' },
      },
      appointments: {
        recipeAppointments: [
          {
            id: recipe,
            status: 'pending',
            type: 'Validación',
            attendance: [],
            calendly_data: {
              start_time: iso(11),
              end_time: null,
              meeting_url: 'https://meet.example/1',
              place: null,
            },
            doctor: null,
            isVisit: false,
            createDate: iso(2),
            prescriptionExplanation: '**Título**\n---\nTexto',
            prescriptions: [],
            version: 1,
          },
        ],
        doctorAppointments: [
          {
            id: visit,
            idAppointment: visit,
            idUser: id,
            idDoctor: doctorId,
            request: null,
            overlaps: false,
            attendance: [],
            place: null,
            status: 'assigned',
            createDate: iso(1),
            appointmentDate: { date: iso(10), endDate: halfAnHourAfter(iso(10)) },
            doctor,
            patient: fields,
            version: 1,
          },
          {
            id: undated,
            idAppointment: undated,
            idUser: id,
            idDoctor: doctorId,
            request: null,
            overlaps: false,
            attendance: [],
            place: null,
            status: 'pending',
            createDate: null,
            appointmentDate: { date: null, endDate: null },
            doctor,
            patient: fields,
            version: 1,
          },
        ],
      },
    });
  });

  test('is empty for a patient without records', async () => {
    const id = await addPatient(testApp().database.db, { name: 'Nueva' });
    expect((await getHistory(id)).body).toEqual({
      status: 200,
      data: {
        idUser: id,
        name: 'Nueva',
        email: null,
        phone: null,
        userData: { test: { userName: null } },
        historyName: null,
        allExamns: { exams: [] },
        MedicalReportData: { examReportIA: { message: '' }, firstMedicalReport: { message: '' } },
        appointments: { recipeAppointments: [], doctorAppointments: [] },
      },
    });
  });

  test('T-B2: has no data of another patient', async () => {
    const { db } = testApp().database;
    const [one, other] = [await addPatient(db), await addPatient(db)];
    const doctorId = await addDoctor(db);
    await addExam(db, other);
    await addReport(db, other, 'exam_ai', 'Ajeno');
    await addDoctorAppointment(db, { patientId: other, doctorId });
    await addRecipeAppointment(db, other);
    expect((await getHistory(one)).body).toMatchObject({
      data: {
        allExamns: { exams: [] },
        MedicalReportData: { examReportIA: { message: '' } },
        appointments: { recipeAppointments: [], doctorAppointments: [] },
      },
    });
  });
});

describe.each(['get-one', 'get-medical-history-patient'])('%s', (call) => {
  test('returns a 404 for a deleted patient, and for the id of another kind of record', async () => {
    const { db } = testApp().database;
    const trashed = await addPatient(db, { deletedAt: at(1) });
    const patientId = await addPatient(db);
    const ids = [
      trashed,
      newId('usr'),
      await addExam(db, patientId),
      await addDoctor(db),
      '-',
      'null',
    ];
    for (const id of ids) {
      expect(await read(call, id)).toEqual({ status: 404, body: errorBody('NOT_FOUND') });
    }
  });

  test.each(['', ' ', 'a b', '../x', '..', "1' or '1'='1", '<b>', 'x'.repeat(129), '\u0000', 'ñ'])(
    'rejects %j as an id with a 400',
    async (id) => {
      const { status, body } = await read(call, id);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        code: 'BAD_REQUEST',
        issues: expect.arrayContaining([{ path: 'idUser', message: expect.any(String) }]),
      });
    },
  );
});
