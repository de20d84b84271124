import { and, eq, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../../schema/audit.ts';
import { exams } from '../../../schema/exams.ts';
import { sharedApplication } from '../../../testing/application.ts';
import { fetchRecord } from '../../../testing/calls/patient-record.ts';
import {
  addExam,
  addFile,
  addPartner,
  addPatient,
  addReceivedResult,
  addReport,
  addResultSet,
} from '../../../testing/records.ts';
import { makeSigner, readReport, signCopy, startReview } from '../../../testing/reports/reports.ts';
import { seal } from '../../../testing/reports/signed-reports.ts';
import { laboratorySender, makeMessage } from '../../../testing/results/laboratory-messages.ts';
import { resultCalls, semen } from '../../../testing/results/result-calls.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const db = () => testApp().database.db;
const { technician, doctor, send, findSets, listPending } = resultCalls(testApp);
const laboratory = laboratorySender(testApp);
const reason = 'El tubo traía la etiqueta de otra persona.';

const twoPatients = async () => ({ wrong: await addPatient(db()), right: await addPatient(db()) });

async function createValidated(
  idUser: string,
  more: { idExam?: string; examType?: undefined } = {},
) {
  const { data } = await send('create', { idUser, abstinenceDays: '3', ...semen, ...more });
  const idResultSet = data?.set.idResultSet ?? '';
  const basis = more.idExam === undefined ? 'paper' : 'file';
  const answer = await send('validate', { idResultSet, basis }, doctor());
  expect(answer.data?.set.status).toBe('validado');
  return idResultSet;
}

const move = (idResultSet: string, more: object = {}, user = doctor()) =>
  send('move', { idResultSet, reason, ...more }, user);

const countRows = async (idUser: string) =>
  (await findSets(idUser)).flatMap(({ values }) =>
    values.filter(({ withdrawn, derived }) => !withdrawn && derived === null),
  );

const findAudited = (patientId: string, action: string) =>
  db()
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.patientId, patientId), eq(auditEvents.action, action)));

describe('H-B5, E-10.1440: validated results of another person', () => {
  test('move to that record with their file, and both records show who, when and why', async () => {
    const { wrong, right } = await twoPatients();
    const fileId = await addFile(db(), testApp().store);
    const idExam = await addExam(db(), wrong, { type: 'Seminograma', fileId });
    const idResultSet = await createValidated(wrong, { idExam, examType: undefined });
    const { data, status } = await move(idResultSet, { idUser: right, version: 2 });
    expect(status).toBe(200);
    expect(data?.set).toMatchObject({
      idUser: wrong,
      status: 'retirado',
      validatedAt: null,
      fileUrl: null,
      abstinenceDays: null,
      suggestions: [],
      may: { update: false, confirm: false, validate: false, correct: false, move: false },
      corrections: [{ kind: 'movedOut', by: expect.any(String), reason, idOtherUser: right }],
    });
    expect(
      data?.set.values.every(({ withdrawn, centile, flag }) => withdrawn && !centile && !flag),
    ).toBe(true);
    const [moved, ...others] = await findSets(right);
    expect(others).toEqual([]);
    expect(moved).toMatchObject({
      status: 'capturado',
      abstinenceDays: '3',
      lacksSecondReading: true,
      fileUrl: expect.stringContaining(fileId),
      corrections: [{ kind: 'movedIn', reason, idOtherUser: wrong, validated: null }],
    });
    expect(await countRows(right)).toHaveLength(semen.values.length);
    expect(await countRows(wrong)).toEqual([]);
    expect(await findAudited(wrong, 'result.moved')).toHaveLength(1);
    expect(await findAudited(right, 'result.received')).toHaveLength(1);
    const waiting = (await listPending()) as { patient: { idUser: string } }[];
    expect(waiting.filter(({ patient }) => patient.idUser === wrong)).toEqual([]);
    expect(waiting.filter(({ patient }) => patient.idUser === right)).toHaveLength(1);
    // The account that moved the results may not validate them alone.
    expect((await findSets(right, technician()))[0]?.may.validate).toBe(false);
    const idMoved = moved?.idResultSet ?? '';
    expect((await send('validate', { idResultSet: idMoved, basis: 'file' }, doctor())).status).toBe(
      200,
    );
  });

  test('are withdrawn without a new patient, and the record exports the reason', async () => {
    const { wrong } = await twoPatients();
    const idResultSet = await createValidated(wrong);
    expect((await move(idResultSet)).data?.set).toMatchObject({
      status: 'retirado',
      corrections: [{ kind: 'withdrawn', reason, idOtherUser: null }],
    });
    expect(await findAudited(wrong, 'result.withdrawn')).toHaveLength(1);
    const { record } = await fetchRecord(testApp().staff, wrong);
    expect(record.results).toMatchObject([
      { status: 'retirado', corrections: [{ kind: 'withdrawn', reason }] },
    ]);
    const { values } = semen;
    for (const [call, more] of [
      ['update', { values }],
      ['correct', { reason, values }],
      ['validate', {}],
      ['move', { reason }],
    ] as const) {
      const answer = await send(call, { idResultSet, ...more }, doctor());
      expect(answer, call).toMatchObject({ status: 409, code: 'RESULT_WITHDRAWN' });
    }
  });

  test('need a reason, another existing patient, and an account that may validate', async () => {
    const { wrong, right } = await twoPatients();
    const idResultSet = await createValidated(wrong);
    expect(await move(idResultSet, { reason: ' ' })).toMatchObject({ status: 400 });
    expect(await move(idResultSet, { idUser: wrong })).toMatchObject({
      status: 400,
      issues: [{ path: 'idUser' }],
    });
    expect(await move(idResultSet, { idUser: 'usr_nadie' })).toMatchObject({ status: 404 });
    const reception = await testApp().signInAs('recepcion@simiente.example', ['recepcion']);
    expect(await move(idResultSet, { idUser: right }, reception)).toMatchObject({ status: 403 });
    expect(await findSets(right)).toEqual([]);
    expect(await countRows(wrong)).not.toEqual([]);
  });

  test('can be moved back, and again, in any order of moves', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(2), { minLength: 1, maxLength: 5 }), async (path) => {
        const people = await Promise.all([0, 1, 2].map(() => addPatient(db())));
        let at = 0;
        let idResultSet = await addResultSet(db(), people[0] ?? '', { status: 'validado' });
        for (const next of path) {
          const answer = await move(idResultSet, { idUser: people[next] });
          expect(answer.status).toBe(next === at ? 400 : 200);
          at = next;
          const live = (await findSets(people[at] ?? '')).filter(
            ({ status }) => status !== 'retirado',
          );
          expect(live).toHaveLength(1);
          idResultSet = live[0]?.idResultSet ?? '';
        }
        for (const [index, idUser] of people.entries()) {
          expect((await countRows(idUser)).map(({ value }) => value)).toEqual(
            index === at ? ['14'] : [],
          );
        }
      }),
      { numRuns: 5 },
    );
  });
});

describe('H-B5, E-10.1441: simultaneous moves of results', () => {
  test('one of two simultaneous moves succeeds, with or without a version', async () => {
    for (const version of [{}, { version: 1 }]) {
      const { wrong, right } = await twoPatients();
      const other = await addPatient(db());
      const set = await addResultSet(db(), wrong, { status: 'validado' });
      const answers = await Promise.all(
        [right, other].map((idUser) => move(set, { idUser, ...version })),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const values = [...(await countRows(right)), ...(await countRows(other))];
      expect(values).toHaveLength(1);
      expect(await countRows(wrong)).toEqual([]);
    }
  });

  test('crossed moves of two patients both succeed', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { wrong, right } = await twoPatients();
      const [one, other] = [await addResultSet(db(), wrong), await addResultSet(db(), right)];
      const answers = await Promise.all([
        move(one, { idUser: right }),
        move(other, { idUser: wrong }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await countRows(wrong)).toHaveLength(1);
      expect(await countRows(right)).toHaveLength(1);
    }
  });

  test('a correction is either moved with the set or rejected', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { wrong, right } = await twoPatients();
      const idResultSet = await addResultSet(db(), wrong, { status: 'validado' });
      const values = [{ analyte: 'concentration', value: '41' }];
      const [moved, corrected] = await Promise.all([
        move(idResultSet, { idUser: right }),
        send('correct', { idResultSet, reason, values }, doctor()),
      ]);
      expect(moved.status).toBe(200);
      expect([200, 409]).toContain(corrected.status);
      expect((await countRows(right)).map(({ value }) => value)).toEqual([
        corrected.status === 200 ? '41' : '14',
      ]);
      expect(await countRows(wrong)).toEqual([]);
    }
  });

  test('a simultaneous signature that quotes the results is rejected, or the report shows the change', async () => {
    const signer = await makeSigner(testApp());
    for (let round = 0; round < 4; round += 1) {
      const { wrong, right } = await twoPatients();
      const idResultSet = await addResultSet(db(), wrong, { status: 'validado' });
      const text = 'La concentración fue de 14 millones/mL.';
      const copy = await startReview(signer, await addReport(db(), wrong, 'exam_ai', text));
      const [signed, moved] = await Promise.all([
        signCopy(signer, copy),
        move(idResultSet, { idUser: right }),
      ]);
      expect(moved.status).toBe(200);
      const isRejected = signed.json().code === 'WARNINGS_OPEN';
      expect(signed.statusCode === 200 || isRejected).toBe(true);
      const { basis } = await readReport(testApp().staff, wrong);
      if (isRejected) expect(basis).toBeNull();
      else expect(basis?.changes).toMatchObject([{ change: 'withdrawn', reason }]);
    }
  });
});

test('H-B5, E-10.1442: a signed report marks a moved value or abstinence, and FHIR marks it as an error', async () => {
  const signer = await makeSigner(testApp());
  const { wrong, right } = await twoPatients();
  const idResultSet = await addResultSet(db(), wrong, { status: 'validado', abstinenceDays: '3' });
  const text = 'La concentración fue de 14 millones/mL. La abstinencia fue de 3 días.';
  const copy = await startReview(signer, await addReport(db(), wrong, 'exam_ai', text));
  expect((await signCopy(signer, copy)).statusCode).toBe(200);
  await move(idResultSet, { idUser: right });
  const { basis, idReport } = await readReport(testApp().staff, wrong);
  expect(basis?.changes.map(({ analyte, change }) => [analyte, change]).toSorted()).toEqual([
    [null, 'corrected'],
    ['concentration', 'withdrawn'],
  ]);
  await seal(testApp().database);
  const bundle = await testApp().staff.request({ url: `/v1/reports/${idReport}/fhir` });
  const { entry } = bundle.json<{
    entry: { resource: { resourceType: string; status: string } }[];
  }>();
  const observed = entry.filter(({ resource }) => resource.resourceType === 'Observation');
  expect(observed.map(({ resource }) => resource.status)).toEqual([
    'entered-in-error',
    'entered-in-error',
  ]);
});

describe('H-B5, E-10.1443: a laboratory’s messages after the move', () => {
  test('repeating the message has no effect, and a changed one waits for staff', async () => {
    const { wrong, right } = await twoPatients();
    const facts = { patient: wrong, filler: `MV-${wrong}` };
    const obx = (value: string) => [`OBX|1|NM|9780-8^Concentración^LN||${value}|10*6/mL|||||F`];
    await laboratory.post(makeMessage({ ...facts, rest: obx('14.5') }));
    const [set] = await findSets(wrong);
    await move(set?.idResultSet ?? '', { idUser: right });
    await laboratory.post(makeMessage({ ...facts, rest: obx('14.5') }));
    expect(await countRows(wrong)).toEqual([]);
    expect(await findSets(right)).toHaveLength(1);
    await laboratory.post(makeMessage({ ...facts, rest: obx('15') }));
    expect(await countRows(wrong)).toEqual([]);
    expect((await findSets(right))[0]?.waiting).toMatchObject({ reason: 'moved' });
  });

  /** Assigns a result with a laboratory's number of a patient. */
  async function assign(laboratoryId: string, patientText: string, idUser: string) {
    const idReceived = await addReceivedResult(db(), laboratoryId, { patientText });
    const assigned = await testApp().staff.request({
      method: 'POST',
      url: '/v1/result/assign-received',
      payload: { idReceived, idUser },
    });
    return assigned.json().data.received.idResultSet;
  }

  /** The patients whom a laboratory's number suggests for its next result. */
  async function findCandidates(laboratoryId: string, patientText: string) {
    const next = await addReceivedResult(db(), laboratoryId, { patientText });
    const { body } = await testApp().staff.get(`/v1/result/received-candidates?idReceived=${next}`);
    return (body as { data: { patients: object[] } }).data.patients;
  }

  test('the laboratory’s number of the patient is corrected', async () => {
    const { wrong, right } = await twoPatients();
    const laboratoryId = await addPartner(db(), { type: 'Laboratorio' });
    const patientText = `EXP-${wrong}`;
    const idResultSet = await assign(laboratoryId, patientText, wrong);
    await move(idResultSet, { idUser: right });
    expect(await findCandidates(laboratoryId, patientText)).toMatchObject([
      { idUser: right, sameId: true },
    ]);
    const rows = await db()
      .select()
      .from(exams)
      .where(inArray(exams.patientId, [wrong, right]));
    expect(rows).toHaveLength(2);
  });

  test('E-10.3660: the same number at another laboratory still names the first patient', async () => {
    const { wrong, right } = await twoPatients();
    const laboratoryId = await addPartner(db(), { type: 'Laboratorio' });
    const otherId = await addPartner(db(), { type: 'Laboratorio' });
    const patientText = `EXP-${wrong}`;
    const idResultSet = await assign(laboratoryId, patientText, wrong);
    await assign(otherId, patientText, wrong);
    await move(idResultSet, { idUser: right });
    expect(await findCandidates(otherId, patientText)).toMatchObject([
      { idUser: wrong, sameId: true },
    ]);
  });
});
