import type { Role } from '@simiente/contract/common/access/roles';
import { errorBody } from '@simiente/contract/common/errors';
import { exportPath } from '@simiente/contract/common/paths';
import { recordPath } from '@simiente/contract/patient-record/calls';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { exams } from '../../schema/exams.ts';
import { patients } from '../../schema/patients.ts';
import { staff } from '../../schema/staff.ts';
import { sharedApplication, type TestStaff } from '../../testing/application.ts';
import { fetchRecord } from '../../testing/calls/patient-record.ts';
import { formRequest, makePdf } from '../../testing/files/uploads.ts';
import {
  addDoctor,
  addDoctorAppointment,
  addExam,
  addFile,
  addPartner,
  addPatient,
  addPatients,
  addProspect,
  addRecipeAppointment,
  addReport,
  newId,
} from '../../testing/records.ts';

// Rules that depend on the records, and not only on the call.

const testApp = sharedApplication();
const db = () => testApp().database.db;
const signInWithRoles = (...roles: Role[]) =>
  testApp().signInAs(`${newId('p')}@simiente.example`, roles);

const FORBIDDEN = errorBody('FORBIDDEN');

async function send(person: TestStaff, method: 'POST' | 'PUT', url: string, payload: object) {
  const answer = await person.request({ method, url, payload });
  return { status: answer.statusCode, body: answer.json<{ data: Record<string, unknown> }>() };
}

const remove = (person: TestStaff, ...idUsers: string[]) =>
  send(person, 'POST', '/v1/user/delete', { idUsers });
const restore = (person: TestStaff, ...ids: string[]) =>
  send(person, 'POST', '/v1/trash/restore', { ids });

async function upload(person: TestStaff, idUser: string): Promise<string> {
  const form = await formRequest({ idUser, examType: 'Seminograma' }, { bytes: makePdf() });
  const answer = await person.request({ method: 'POST', url: '/v1/exam/create', ...form });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: { exam: { id: string } } }>().data.exam.id;
}

/** A patient with an exam and its file, a prescription and reports. */
async function addPatientWithRecords() {
  const { store } = testApp();
  const patientId = await addPatient(db());
  const examFile = await addFile(db(), store, { name: 'seminograma.pdf' });
  await addExam(db(), patientId, { fileId: examFile });
  await addExam(db(), patientId, { externalUrl: 'https://legacy.example/x.pdf' });
  const prescription = await addFile(db(), store, { name: 'receta.pdf' });
  await addRecipeAppointment(db(), patientId, { prescriptionFileId: prescription });
  await addReport(db(), patientId, 'exam_ai', 'Texto del informe');
  return { patientId, examFile, prescription };
}

async function readHistory(person: TestStaff, idUser: string) {
  const url = `/v1/user/get-medical-history-patient?idUser=${idUser}`;
  const { status, body } = await person.get(url);
  expect(status).toBe(200);
  return (body as { data: Record<string, unknown> }).data;
}

describe('E-10.281: exams and reports', () => {
  test.each(['recepcion', 'administracion'] as const)(
    '%s sees that an exam exists, and nothing of its file or the reports',
    async (role) => {
      const person = await signInWithRoles(role);
      const { patientId, examFile, prescription } = await addPatientWithRecords();
      const history = await readHistory(person, patientId);
      expect(history).not.toHaveProperty('MedicalReportData');
      const text = JSON.stringify(history.allExamns);
      expect(text).toContain('Seminograma');
      expect(text).not.toMatch(/legacy|seminograma\.pdf|\/v1\/files/);
      expect((await person.get(`/v1/files/${examFile}`)).body).toEqual(FORBIDDEN);
      expect((await person.request({ url: `/v1/files/${prescription}` })).statusCode).toBe(200);
      const days = 'start=2000-01-01&end=2009-12-31';
      await db()
        .update(exams)
        .set({ createdAt: new Date('2005-05-05') });
      const list = await person.get(`/v1/exam/list?${days}`);
      expect(list.status).toBe(200);
      expect(JSON.stringify(list.body)).toContain(patientId);
      expect(JSON.stringify(list.body)).not.toMatch(/legacy|seminograma\.pdf|\/v1\/files/);
    },
  );

  test('laboratorio opens exams and reads no report; auditoria reads both', async () => {
    const { patientId, examFile } = await addPatientWithRecords();
    for (const role of ['laboratorio', 'auditoria'] as const) {
      const person = await signInWithRoles(role);
      const history = await readHistory(person, patientId);
      expect(JSON.stringify(history.allExamns)).toContain('legacy.example');
      expect('MedicalReportData' in history).toBe(role === 'auditoria');
      expect((await person.request({ url: `/v1/files/${examFile}` })).statusCode).toBe(200);
    }
  });

  test('laboratorio corrects only its own exams, also after another user replaced the file', async () => {
    const [own, colleague, doctor] = [
      await signInWithRoles('laboratorio'),
      await signInWithRoles('laboratorio'),
      await signInWithRoles('medico'),
    ];
    const idUser = await addPatient(db());
    const idExam = await upload(own, idUser);
    const edit = { idExam, examType: 'Hormonal' };
    expect((await send(colleague, 'PUT', '/v1/exam/update', edit)).body).toEqual(FORBIDDEN);
    const form = await formRequest({ idExam }, { bytes: makePdf('Otro') });
    const replace = { method: 'POST', url: '/v1/exam/replace-file', ...form } as const;
    expect((await colleague.request(replace)).json()).toEqual(FORBIDDEN);
    expect((await doctor.request(replace)).statusCode).toBe(200);
    expect((await send(own, 'PUT', '/v1/exam/update', edit)).status).toBe(200);
    const imported = await addExam(db(), idUser, { externalUrl: 'https://legacy.example/y.pdf' });
    const other = { idExam: imported, examType: 'Hormonal' };
    expect((await send(own, 'PUT', '/v1/exam/update', other)).body).toEqual(FORBIDDEN);
    expect((await send(doctor, 'PUT', '/v1/exam/update', other)).status).toBe(200);
  });
});

describe('E-10.281: the trash', () => {
  test.each(['recepcion', 'medico'] as const)('%s deletes one patient at a time', async (role) => {
    const person = await signInWithRoles(role);
    const [one = '', two = ''] = await addPatients(db(), [{}, {}]);
    expect((await remove(person, one, two)).body).toEqual(FORBIDDEN);
    // A repeated id counts once.
    expect((await remove(person, one, one)).status).toBe(200);
    const rows = await db().select().from(patients).where(eq(patients.id, two));
    expect(rows).toMatchObject([{ deletedAt: null }]);
  });

  test('each role deletes only records that it may edit', async () => {
    const idUser = await addPatient(db());
    const lab = await signInWithRoles('laboratorio');
    const records = {
      patient: idUser,
      partner: await addPartner(db()),
      prospect: await addProspect(db()),
      exam: await addExam(db(), idUser),
      ownExam: await upload(lab, idUser),
    };
    const tryDelete = async (person: TestStaff, id: string) => {
      const { status, body } = await remove(person, id);
      if (status === 200) await restore(await signInWithRoles('administracion'), id);
      else expect(body).toEqual(FORBIDDEN);
      return status === 200;
    };
    const listDeletable = async (person: TestStaff) => {
      const deleted: string[] = [];
      for (const [name, id] of Object.entries(records)) {
        if (await tryDelete(person, id)) deleted.push(name);
      }
      return deleted;
    };
    expect(await listDeletable(await signInWithRoles('recepcion'))).toEqual([
      'patient',
      'partner',
      'prospect',
    ]);
    expect(await listDeletable(lab)).toEqual(['ownExam']);
    expect(await listDeletable(await signInWithRoles('medico'))).toEqual([
      'patient',
      'exam',
      'ownExam',
    ]);
    expect(await listDeletable(await signInWithRoles('administracion'))).toEqual(
      Object.keys(records),
    );
    expect(await listDeletable(await signInWithRoles('auditoria'))).toEqual([]);
  });

  test('an account sees and restores its own deletions; administracion everything, auditoria sees everything', async () => {
    const [own, other] = [await signInWithRoles('recepcion'), await signInWithRoles('recepcion')];
    const [ownPatient = '', theirs = ''] = await addPatients(db(), [{}, {}]);
    await remove(own, ownPatient);
    await remove(other, theirs);
    const listIds = async (person: TestStaff) => {
      const { body } = await person.get('/v1/trash/list?limit=100');
      const { data } = body as {
        data: { entries: { id: string }[]; total: number; counts: { patient: number } };
      };
      const ids = data.entries
        .map(({ id }) => id)
        .filter((id) => id === ownPatient || id === theirs);
      return { ids: ids.toSorted(), all: data.entries.length === data.total };
    };
    expect(await listIds(own)).toEqual({ ids: [ownPatient], all: true });
    const both = [ownPatient, theirs].toSorted();
    expect((await listIds(await signInWithRoles('administracion'))).ids).toEqual(both);
    const auditor = await signInWithRoles('auditoria');
    expect((await listIds(auditor)).ids).toEqual(both);
    expect((await restore(auditor, ownPatient)).body).toEqual(FORBIDDEN);
    expect((await restore(own, ownPatient, theirs)).body).toEqual(FORBIDDEN);
    expect((await restore(own, theirs)).body).toEqual(FORBIDDEN);
    expect((await restore(own, ownPatient)).status).toBe(200);
    expect((await restore(await signInWithRoles('administracion'), theirs)).status).toBe(200);
  });
});

describe('E-10.281: the own patients of a doctor', () => {
  async function doctorWith(idDoctor: string | null): Promise<TestStaff> {
    const person = await signInWithRoles('medico');
    await db().update(staff).set({ doctorId: idDoctor }).where(eq(staff.id, person.id));
    return person;
  }
  const isAllowed = async (person: TestStaff, id: string) => {
    const accesses = await person.get(`/v1/user/accesses?idUser=${id}`);
    const record = await person.request({ url: recordPath(id) });
    expect(record.statusCode).toBe(accesses.status);
    if (accesses.status !== 200) expect(accesses.body).toEqual(FORBIDDEN);
    return accesses.status === 200;
  };

  test('are patients with an appointment with the account’s doctor that was not cancelled', async () => {
    const [doctorId, another] = [await addDoctor(db()), await addDoctor(db())];
    const person = await doctorWith(doctorId);
    const [own = '', cancelled = '', deleted = '', foreign = '', none = ''] = await addPatients(
      db(),
      [{}, {}, {}, {}, {}],
    );
    const rows = [
      [{ patientId: own, doctorId }],
      [{ patientId: cancelled, doctorId }, { status: 'cancelled' }],
      [{ patientId: deleted, doctorId }, { deletedAt: new Date() }],
      [{ patientId: foreign, doctorId: another }],
    ] as const;
    for (const [owners, row] of rows) await addDoctorAppointment(db(), owners, row);
    const answers: boolean[] = [];
    for (const id of [own, cancelled, deleted, foreign, none])
      answers.push(await isAllowed(person, id));
    expect(answers).toEqual([true, false, false, false, false]);
    expect(await isAllowed(await doctorWith(null), own)).toBe(false);
    for (const role of ['administracion', 'auditoria', 'todo'] as const) {
      expect(await isAllowed(await signInWithRoles(role), none)).toBe(true);
    }
  });

  test('T-L5: do not include patients whom the account booked, until another account books them', async () => {
    const idDoctor = await addDoctor(db());
    const person = await doctorWith(idDoctor);
    const idUser = await addPatient(db());
    const isOwn = async () => (await readHistory(person, idUser)).isOwnPatient === true;
    const book = async (by: TestStaff, date: string) => {
      const answer = await send(by, 'POST', '/v1/doctor/create_appointment', {
        ...{ idUser, idDoctor, date },
        status: 'assigned',
      });
      expect(answer.status).toBe(200);
      return (answer.body.data.appointment as { id: string }).id;
    };
    const setStatus = async (by: TestStaff, idAppointment: string, status: string) => {
      const url = '/v1/doctor/update_appointment_status';
      expect((await send(by, 'PUT', url, { idAppointment, status })).status).toBe(200);
    };
    await book(person, '2026-05-06T16:00:00Z');
    await book(person, '2031-05-06T16:00:00Z');
    expect([await isAllowed(person, idUser), await isOwn()]).toEqual([false, false]);

    const reception = await signInWithRoles('recepcion');
    const visit = await book(reception, '2031-05-07T16:00:00Z');
    expect([await isAllowed(person, idUser), await isOwn()]).toEqual([true, true]);

    // Undoing a cancellation counts as a booking.
    await setStatus(reception, visit, 'cancelled');
    await setStatus(person, visit, 'assigned');
    expect([await isAllowed(person, idUser), await isOwn()]).toEqual([false, false]);
    await setStatus(person, visit, 'cancelled');
    await setStatus(reception, visit, 'assigned');
    expect(await isAllowed(person, idUser)).toBe(true);
  });

  test('E-10.2820, T-L5, T-L6: merging another patient does not open that patient’s data to the account', async () => {
    const doctorId = await addDoctor(db());
    const [person, administration] = [
      await doctorWith(doctorId),
      await signInWithRoles('administracion'),
    ];
    const merge = async (by: TestStaff, idUser: string, idOther: string) => {
      const { status, body } = await send(by, 'POST', '/v1/user/merge', {
        ...{ idUser, idOther, version: 1, otherVersion: 1, take: [] },
        confirmation: 'misma persona',
      });
      expect(status).toBe(200);
      return body.data.idMerge;
    };
    const [own, moved] = [await addPatient(db()), await addPatient(db())];
    for (const patientId of [own, moved]) {
      await addDoctorAppointment(db(), { patientId, doctorId });
    }
    const idMerge = await merge(person, own, await addPatient(db()));
    const remaining = await addPatient(db());
    await merge(person, remaining, moved);
    for (const idUser of [own, remaining]) {
      expect(await isAllowed(person, idUser)).toBe(false);
      expect((await readHistory(person, idUser)).isOwnPatient).toBeUndefined();
    }
    expect((await send(person, 'POST', '/v1/user/unmerge', { idMerge })).status).toBe(200);
    expect(await isAllowed(person, own)).toBe(true);

    const [idUser, idOther] = [await addPatient(db()), await addPatient(db())];
    const url = '/v1/user/open-emergency-access';
    await send(administration, 'POST', url, { idUser, reason: 'Urgencia de prueba' });
    expect((await readHistory(administration, idUser)).emergencyAccess).toBeDefined();
    await merge(administration, idUser, idOther);
    expect((await readHistory(administration, idUser)).emergencyAccess).toBeUndefined();
  });

  test('T-F8: an exported record has the parts that the role may read, and lists the others', async () => {
    const { patientId } = await addPatientWithRecords();
    const { record, entries } = await fetchRecord(
      await signInWithRoles('administracion'),
      patientId,
    );
    expect(record).toMatchObject({
      leftOut: ['reports', 'exam_files', 'results'],
      reports: [],
      exams: [
        { file: null, externalUrl: null, earlierFiles: [] },
        { file: null, externalUrl: null },
      ],
      files: [{ name: 'receta.pdf' }],
    });
    expect(String(entries.get('expediente.html'))).toContain(
      'No incluye los informes ni los archivos de los estudios',
    );
    const complete = await fetchRecord(await signInWithRoles('auditoria'), patientId);
    expect(complete.record).not.toHaveProperty('leftOut');
    expect(complete.record.files).toHaveLength(2);
    expect(String(complete.entries.get('expediente.html'))).not.toContain('No incluye');
  });
});

test('E-10.281: a prepared list is rejected after the role was removed', async () => {
  const person = await signInWithRoles('administracion');
  const { status, body } = await send(person, 'POST', '/v1/exports', {
    list: 'doctors',
    filters: {},
  });
  expect(status).toBe(200);
  await db()
    .update(staff)
    .set({ roles: ['recepcion'] })
    .where(eq(staff.id, person.id));
  const fetched = await person.get(exportPath(String(body.data.idExport), 'csv'));
  expect(fetched.body).toEqual(FORBIDDEN);
});
