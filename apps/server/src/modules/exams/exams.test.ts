import { addDays, dayIn } from '@simiente/contract/common/days';
import { errorBody } from '@simiente/contract/common/errors';
import { exam, MAX_EXAM_FILE_SIZE } from '@simiente/contract/exams/calls';
import type { ResultSet } from '@simiente/contract/results/calls';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { pendingFiles } from '../../schema/files.ts';
import { resultSets } from '../../schema/results.ts';
import { sharedApplication } from '../../testing/application.ts';
import { formRequest, makePdf, type SentFile } from '../../testing/files/uploads.ts';
import { addExam, addPartner, addPatient, addResultSet } from '../../testing/records.ts';

const testApp = sharedApplication();

async function send(
  call: 'create' | 'replace-file',
  fields: Record<string, string>,
  file: SentFile,
) {
  const form = await formRequest(fields, file);
  const answer = await testApp().staff.request({
    method: 'POST',
    url: `/v1/exam/${call}`,
    ...form,
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function change(payload: object) {
  const answer = await testApp().staff.request({ method: 'PUT', url: '/v1/exam/update', payload });
  return { status: answer.statusCode, body: answer.json() };
}

const newPatient = () => addPatient(testApp().database.db);
const newLaboratory = (name = 'Laboratorio Ñuble') =>
  addPartner(testApp().database.db, { name, type: 'Laboratorio' });

async function listExams(patientId: string) {
  const { body } = await testApp().staff.get(
    `/v1/user/get-medical-history-patient?idUser=${patientId}`,
  );
  const { exams } = (body as never as { data: { allExamns: { exams: unknown[] } } }).data.allExamns;
  return exams.map((found) => exam.parse(found));
}

async function readActs(id: string) {
  const rows = await testApp()
    .database.db.select()
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, id))
    .orderBy(auditEvents.id);
  return rows.map(({ action, patientId }) => [action, patientId]);
}

const pdf: SentFile = { bytes: makePdf(), name: 'semen.pdf' };

describe('a new exam', () => {
  test('E-10.11: is in the history immediately, with its file and laboratory', async () => {
    const idUser = await newPatient();
    const idLaboratory = await newLaboratory();
    const created = await send('create', { idUser, examType: 'Cultivo_Semen', idLaboratory }, pdf);
    expect(created.status).toBe(200);
    expect(created.body.data.exam).toMatchObject({
      examType: 'Cultivo_Semen',
      external: false,
      fileName: 'semen.pdf',
      mediaType: 'application/pdf',
      fileSize: pdf.bytes.length,
      laboratory: { idPartner: idLaboratory, name: 'Laboratorio Ñuble' },
      earlierFiles: [],
      earlierLink: null,
      version: 1,
    });
    expect(await listExams(idUser)).toEqual([created.body.data.exam]);
    expect(await readActs(created.body.data.exam.id)).toEqual([['exam.created', idUser]]);
  });

  test('E-10.2160: can be added by recepción, which may not open it', async () => {
    const idUser = await newPatient();
    const desk = await testApp().signInAs('mesa@simiente.example', ['recepcion']);
    const form = await formRequest({ idUser, examType: 'Seminograma' }, pdf);
    const answer = await desk.request({ method: 'POST', url: '/v1/exam/create', ...form });
    expect(answer.statusCode, answer.body).toBe(200);
    const [added] = await listExams(idUser);
    expect((await desk.request({ url: String(added?.fileUrl) })).statusCode).toBe(403);
  });

  test('E-10.13: may be an image, whatever its file name', async () => {
    const idUser = await newPatient();
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    const { body } = await send(
      'create',
      { idUser, examType: 'Ecografia_Testicular' },
      { bytes, name: 'eco.pdf' },
    );
    expect(body.data.exam).toMatchObject({ mediaType: 'image/jpeg', laboratory: null });
  });

  test('E-10.13: is rejected and not stored if its file is DICOM, of an unsupported type, or too large', async () => {
    const idUser = await newPatient();
    const dicom = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), Buffer.alloc(9)]);
    const cases = [
      [dicom, 415, 'DICOM_NOT_ACCEPTED'],
      [Buffer.from('hola'), 415, 'FILE_TYPE_NOT_ACCEPTED'],
      [Buffer.alloc(MAX_EXAM_FILE_SIZE + 1, 'x'), 413, 'FILE_TOO_LARGE'],
    ] as const;
    for (const [bytes, status, code] of cases) {
      const answer = await send('create', { idUser, examType: 'Seminograma' }, { bytes });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
    expect(await listExams(idUser)).toEqual([]);
    expect(await testApp().database.db.select().from(pendingFiles)).toEqual([]);
  });

  test('returns a 404 and leaves nothing for an unknown patient or laboratory', async () => {
    const idUser = await newPatient();
    const clinic = await addPartner(testApp().database.db, { type: 'Clínica' });
    const wrong: Record<string, string>[] = [
      { idUser: 'usr_nadie', examType: 'Seminograma' },
      { idUser, examType: 'Seminograma', idLaboratory: 'lab_nadie' },
      { idUser, examType: 'Seminograma', idLaboratory: clinic },
    ];
    for (const fields of wrong) expect((await send('create', fields, pdf)).status).toBe(404);
    expect(await listExams(idUser)).toEqual([]);
    expect(await testApp().database.db.select().from(pendingFiles)).toEqual([]);
  });

  test.each(['', '   ', 'x'.repeat(101), 'a\u0000b', 'a\u001bb'])(
    'returns a 400 if its type is %j',
    async (examType) => {
      const { status, body } = await send('create', { idUser: await newPatient(), examType }, pdf);
      expect([status, body.issues[0].path]).toEqual([400, 'examType']);
    },
  );
});

describe('the date of a study', () => {
  const today = () => dayIn('America/Mexico_City', new Date());

  test('E-10.11: orders exams newest first, then undated ones by creation and import position', async () => {
    const { db } = testApp().database;
    const idUser = await newPatient();
    const from = { createdAt: null, type: 'Seminograma' } as const;
    const legacy = [
      await addExam(db, idUser, { ...from, id: 'exm_z', importPosition: 0 }),
      await addExam(db, idUser, { ...from, id: 'exm_a', importPosition: 1 }),
    ];
    const added = await addExam(db, idUser, { createdAt: new Date('2026-11-20T00:00:00Z') });
    const dates = ['2026-08-21', '2026-11-18', today()];
    for (const examDate of dates) {
      const created = await send('create', { idUser, examType: 'Seminograma', examDate }, pdf);
      expect(created.body.data.exam).toMatchObject({ examDate });
    }
    const all = await listExams(idUser);
    expect(all.map(({ examDate }) => examDate)).toEqual([
      ...dates.toSorted().toReversed(),
      null,
      null,
      null,
    ]);
    expect(all.slice(3).map(({ id }) => id)).toEqual([added, ...legacy]);
  });

  test('E-10.16: is changed or removed, is kept when a client does not send it, and is audited', async () => {
    const { db } = testApp().database;
    const idExam = await addExam(db, await newPatient(), { examDate: '2026-08-21' });
    const whole = { idExam, examType: 'Seminograma' };
    const dateAfter = async (edit: object) =>
      (await change({ ...whole, ...edit })).body.data.exam.examDate;
    expect(await dateAfter({})).toBe('2026-08-21');
    expect(await dateAfter({ examDate: '2026-08-20' })).toBe('2026-08-20');
    expect(await dateAfter({ examDate: null })).toBeNull();
    const rows = await db.select().from(auditEvents).where(eq(auditEvents.subjectId, idExam));
    expect(rows.map(({ action }) => action).toSorted()).toEqual([
      'exam.read',
      'exam.updated',
      'exam.updated',
    ]);
    expect(JSON.stringify(rows)).not.toContain('2026-08-2');
  });

  test('is rejected with a 400 at its field, and changes nothing, if it is invalid or in the clinic’s future', async () => {
    const { db } = testApp().database;
    const idUser = await newPatient();
    const idExam = await addExam(db, idUser);
    const tomorrow = addDays(today(), 1);
    for (const examDate of [tomorrow, '2026-02-30', '1899-12-31', '18/11/2026', '']) {
      const fields = { examType: 'Seminograma', examDate };
      for (const answer of [
        await send('create', { idUser, ...fields }, pdf),
        await change({ idExam, ...fields }),
      ]) {
        expect(answer, examDate).toMatchObject({
          status: 400,
          body: {
            code: 'BAD_REQUEST',
            issues: expect.arrayContaining([expect.objectContaining({ path: 'examDate' })]),
          },
        });
      }
    }
    expect(await listExams(idUser)).toMatchObject([{ id: idExam, examDate: null, version: 1 }]);
  });
});

describe('an exam', () => {
  test('gets another file, and keeps the earlier one in its history', async () => {
    const idUser = await newPatient();
    const { body } = await send('create', { idUser, examType: 'Hormonal' }, pdf);
    const { id: idExam, fileUrl } = body.data.exam;
    const replaced = await send(
      'replace-file',
      { idExam, version: '1' },
      { bytes: makePdf('corregido'), name: 'corregido.pdf' },
    );
    expect(replaced.body.data.exam).toMatchObject({ fileName: 'corregido.pdf', version: 2 });
    expect(replaced.body.data.exam.earlierFiles).toEqual([
      expect.objectContaining({ fileUrl, fileName: 'semen.pdf', uploadedBy: 'Mariana Solórzano' }),
    ]);
    expect((await testApp().staff.request({ url: fileUrl })).statusCode).toBe(200);
    const late = await send('replace-file', { idExam, version: '1' }, pdf);
    expect(late.body).toEqual(
      errorBody('STALE_VERSION', { details: { current: replaced.body.data.exam } }),
    );
  });

  test('E-10.492: loses the second reading and the validation of its results when its file is replaced', async () => {
    const idUser = await newPatient();
    const results = async (call: string, payload: object) => {
      const url = `/v1/result/${call}`;
      const answer = await testApp().staff.request({ method: 'POST', url, payload });
      return answer.json<{ data: { set: ResultSet } }>().data.set;
    };
    const readResultSet = async (idResultSet: string) => {
      const url = `/v1/result/get-one?idResultSet=${idResultSet}`;
      return ((await testApp().staff.get(url)).body as { data: { set: ResultSet } }).data.set;
    };
    const withFile = async () => {
      const { body } = await send('create', { idUser, examType: 'Seminograma' }, pdf);
      const { id: idExam } = body.data.exam;
      const values = [{ analyte: 'volume', value: '2' }];
      return results('create', { idUser, idExam, values });
    };
    const set = await withFile();
    const validated = await results('validate', { idResultSet: set.idResultSet, basis: 'file' });
    await send('replace-file', { idExam: set.idExam }, pdf);
    expect(await readResultSet(set.idResultSet)).toMatchObject({
      status: 'corregido',
      validatedAt: null,
      lacksSecondReading: true,
      enteredBy: set.enteredBy,
      version: validated.version + 1,
      corrections: [
        {
          reason: 'Se reemplazó el archivo del estudio.',
          validated: { at: validated.validatedAt, by: validated.validatedBy },
        },
      ],
    });
    expect(await readActs(set.idExam)).toContainEqual(['result.corrected', idUser]);
    await results('validate', { idResultSet: set.idResultSet, basis: 'file' });
    expect((await readResultSet(set.idResultSet)).status).toBe('validado');
    // Results that were not validated need no correction, only another second reading.
    const captured = await withFile();
    await testApp()
      .database.db.update(resultSets)
      .set({ secondReadingAt: new Date(), secondReadingWay: 'other' })
      .where(eq(resultSets.id, captured.idResultSet));
    await send('replace-file', { idExam: captured.idExam }, pdf);
    expect(await readResultSet(captured.idResultSet)).toMatchObject({
      status: 'capturado',
      lacksSecondReading: true,
      corrections: [],
    });
  });

  test('E-10.492: keeps its results validated when it gets its first file', async () => {
    const idUser = await newPatient();
    const idExam = await addExam(testApp().database.db, idUser, { type: 'Seminograma' });
    const id = await addResultSet(testApp().database.db, idUser, {
      examId: idExam,
      status: 'validado',
    });
    await send('replace-file', { idExam }, pdf);
    const [kept] = await testApp()
      .database.db.select()
      .from(resultSets)
      .where(eq(resultSets.id, id));
    expect(kept).toMatchObject({ status: 'validado', version: 1 });
  });

  test('E-10.491: keeps its type while it has results of that type', async () => {
    const idUser = await newPatient();
    const idExam = await addExam(testApp().database.db, idUser, { type: 'Seminograma' });
    await addResultSet(testApp().database.db, idUser, { examId: idExam });
    const rejected = await change({ idExam, examType: 'Hormonal', version: 1 });
    expect(rejected.body).toMatchObject({
      status: 409,
      code: 'EXAM_HAS_RESULTS',
      issues: [{ path: 'examType' }],
    });
    const examDate = '2026-01-02';
    expect((await change({ idExam, examType: 'Seminograma', examDate })).status).toBe(200);
    const [exam] = await listExams(idUser);
    expect(exam).toMatchObject({ examType: 'Seminograma', examDate });
  });

  test('E-10.16: still shows its external link after it gets a file', async () => {
    const idUser = await newPatient();
    const idExam = await addExam(testApp().database.db, idUser, {
      externalUrl: 'https://laboratorio.example/1.pdf',
    });
    const { body } = await send('replace-file', { idExam, version: '1' }, pdf);
    expect(body.data.exam).toMatchObject({
      external: false,
      earlierFiles: [],
      earlierLink: 'https://laboratorio.example/1.pdf',
    });
  });

  test('changes its type and laboratory, and rejects an edit of an outdated version', async () => {
    const idUser = await newPatient();
    const idLaboratory = await newLaboratory();
    const idExam = await addExam(testApp().database.db, idUser, { type: 'Seminograma' });
    const edit = { idExam, examType: 'Espermatobioscopia', idLaboratory, version: 1 };
    const { body } = await change(edit);
    expect(body.data.exam).toMatchObject({
      examType: 'Espermatobioscopia',
      laboratory: { idPartner: idLaboratory },
      version: 2,
    });
    const late = await change({ ...edit, examType: 'Hormonal' });
    expect(late).toEqual({
      status: 409,
      body: errorBody('STALE_VERSION', { details: { current: body.data.exam } }),
    });
    const legacy = await change({ idExam, examType: 'Hormonal' });
    expect(legacy.body.data.exam).toMatchObject({ examType: 'Hormonal', laboratory: null });
    expect(await readActs(idExam)).toEqual([
      ['exam.updated', idUser],
      ['record.shown', idUser],
      ['exam.updated', idUser],
    ]);
  });

  test('keeps its version when it is saved unchanged, and is audited as a read', async () => {
    const idUser = await newPatient();
    const idLaboratory = await newLaboratory();
    const saved = { type: 'Hormonal', laboratoryId: idLaboratory, examDate: '2026-01-02' };
    const idExam = await addExam(testApp().database.db, idUser, saved);
    const { body } = await change({ idExam, examType: 'Hormonal', idLaboratory, version: 1 });
    expect(body.data.exam).toMatchObject({ examDate: '2026-01-02', version: 1 });
    expect(await readActs(idExam)).toEqual([['exam.read', idUser]]);
  });

  test('E-10.17: can be deleted individually, with its file, and restored', async () => {
    const { staff } = testApp();
    const idUser = await newPatient();
    const { body } = await send('create', { idUser, examType: 'Hormonal' }, pdf);
    const { id, fileUrl } = body.data.exam;
    const post = (url: string, payload: object) => staff.request({ method: 'POST', url, payload });
    expect((await post('/v1/user/delete', { idUsers: [id] })).statusCode).toBe(200);
    expect(await listExams(idUser)).toEqual([]);
    expect((await staff.request({ url: fileUrl })).statusCode).toBe(404);
    expect((await change({ idExam: id, examType: 'Hormonal' })).status).toBe(404);
    expect((await post('/v1/trash/restore', { ids: [id] })).statusCode).toBe(200);
    expect(await listExams(idUser)).toHaveLength(1);
    expect((await staff.request({ url: fileUrl })).statusCode).toBe(200);
    expect(await readActs(id)).toEqual([
      ['exam.created', idUser],
      ['record.deleted', idUser],
      ['record.restored', idUser],
    ]);
  });

  test('returns a 404 if its patient is deleted', async () => {
    const { db } = testApp().database;
    const idUser = await addPatient(db, { deletedAt: new Date() });
    const idExam = await addExam(db, idUser);
    expect((await change({ idExam, examType: 'Hormonal' })).status).toBe(404);
    expect((await send('replace-file', { idExam }, pdf)).status).toBe(404);
  });
});
