import type { EntryDefaults } from '@simiente/contract/results/calls';
import { asc, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { exams } from '../../schema/exams.ts';
import { sharedApplication } from '../../testing/application.ts';
import { fetchRecord } from '../../testing/calls/patient-record.ts';
import { addExam, addPartner, addPatient } from '../../testing/records.ts';
import { findValue, paper, resultCalls, semen } from '../../testing/results/result-calls.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const db = () => testApp().database.db;
const { technician, doctor, send, findSets, enterPaper, listPending } = resultCalls(testApp);

describe('entering results', () => {
  test('E-10.420: values without a file create an exam without a file, with all their data', async () => {
    const idUser = await addPatient(db());
    const idLaboratory = await addPartner(db(), { name: 'Piedra de Río', type: 'Laboratorio' });
    const answer = await send('create', {
      idUser,
      ...semen,
      idLaboratory,
      analyzedAt: '2026-10-12T15:28:00Z',
      abstinenceDays: '4,0',
      completeSample: true,
      method: 'Manual',
      whoEdition: 6,
    });
    expect(answer.data?.set).toMatchObject({
      idUser,
      examType: 'Seminograma',
      fileUrl: null,
      laboratory: { idPartner: idLaboratory, name: 'Piedra de Río' },
      collectedAt: '2026-10-12T14:40:00.000Z',
      collectedTimeKnown: true,
      abstinenceDays: '4',
      status: 'capturado',
      source: 'manual',
      lacksSecondReading: true,
      may: { update: true, confirm: true, validate: false, correct: false },
      version: 1,
    });
    expect(answer.data?.set.values.map(({ analyte, value }) => [analyte, value])).toEqual([
      ['colour', null],
      ['volume', '2.1'],
      ['concentration', '14'],
      ['progressiveMotility', '34'],
      ['nonProgressiveMotility', '11'],
      ['immotile', '55'],
      ['leukocytes', '1'],
      ['totalNumber', '29.4'],
      ['totalMotility', '45'],
      ['totalProgressiveMotile', '9.996'],
    ]);
    expect(findValue(answer.data?.set, 'volume')).toMatchObject({
      unit: 'mL',
      range: '≥ 1.4',
      flag: 'within',
      centile: { above: 10, below: 25 },
    });
    expect(findValue(answer.data?.set, 'concentration')).toMatchObject({
      flag: 'below',
      centile: { above: 2.5, below: 5 },
    });
    expect(findValue(answer.data?.set, 'leukocytes')).toMatchObject({
      comparator: '<',
      centile: null,
    });
    expect(answer.data?.set.checks).toMatchObject([{ check: 'motilitySum', level: 'ok' }]);
    expect(answer.data?.set.suggestions).toMatchObject([{ word: 'oligozoospermia' }]);
    expect(await findSets(idUser)).toMatchObject([{ idResultSet: answer.data?.set.idResultSet }]);
    const [exam] = await db().select().from(exams).where(eq(exams.patientId, idUser));
    expect(exam).toMatchObject({
      type: 'Seminograma',
      fileId: null,
      laboratoryId: idLaboratory,
      examDate: '2026-10-12',
    });
  });

  test('E-10.420: values beside a file belong to its exam, once', async () => {
    const idUser = await addPatient(db());
    const idExam = await addExam(db(), idUser, { type: 'Hormonal' });
    const fsh = { idUser, idExam, values: [{ analyte: 'fsh', value: '8,9', unit: 'IU/L' }] };
    expect((await send('create', fsh)).data?.set).toMatchObject({
      idExam,
      examType: 'Hormonal',
      values: [{ value: '8.9', unit: 'UI/L', centile: null, flag: null }],
    });
    expect(await send('create', fsh)).toMatchObject({ status: 409, code: 'RESULT_EXISTS' });
    const other = await addPatient(db());
    expect(await send('create', { ...fsh, idUser: other })).toMatchObject({ status: 404 });
  });

  test('E-10.420: a day without an hour begins in the clinic’s zone, and a future one is rejected', async () => {
    const set = await enterPaper({ collectedAt: '2026-10-12' });
    expect(set).toMatchObject({
      collectedAt: '2026-10-12T06:00:00.000Z',
      collectedTimeKnown: false,
    });
    const idUser = await addPatient(db());
    expect(await send('create', { idUser, ...semen, collectedAt: '2199-01-01' })).toMatchObject({
      status: 400,
      issues: [{ path: 'collectedAt' }],
    });
    expect(await findSets(idUser)).toEqual([]);
  });

  test('E-10.420: a number stays exact in the database', async () => {
    const digits = '0.12345678901234567890123456789';
    const set = await enterPaper({ values: [{ analyte: 'concentration', value: digits }] });
    expect(findValue(set, 'concentration')?.value).toBe(digits);
  });

  test('E-10.420: a request repeated under its key enters one result', async () => {
    const idUser = await addPatient(db());
    const key = { 'idempotency-key': crypto.randomUUID() };
    const [one, other] = [
      await send('create', { idUser, ...semen }, technician(), key),
      await send('create', { idUser, ...semen }, technician(), key),
    ];
    expect(other.data?.set.idResultSet).toBe(one.data?.set.idResultSet);
    expect(await findSets(idUser)).toHaveLength(1);
  });

  test('E-10.421: an unvalidated result can be edited, keeps its earlier values, and loses missing ones', async () => {
    const set = await enterPaper();
    const values = [{ analyte: 'volume', value: '2.2' }, paper[1]];
    const edit = { idResultSet: set.idResultSet, values, abstinenceDays: '3', version: 1 };
    const { data } = await send('update', edit);
    expect(data?.set).toMatchObject({ status: 'capturado', abstinenceDays: '3', version: 2 });
    expect(data?.set.values.map(({ analyte }) => analyte)).toEqual([
      'volume',
      'concentration',
      'totalNumber',
    ]);
    expect(findValue(data?.set, 'volume')?.earlier).toMatchObject([{ value: '2.1', reason: null }]);
    expect(await send('update', edit)).toMatchObject({
      status: 409,
      code: 'STALE_VERSION',
      details: { current: { version: 2 } },
    });
    const other = await testApp().signInAs(`${crypto.randomUUID()}@x.mx`, ['laboratorio']);
    const { version: _stale, ...latest } = edit;
    expect(await send('update', latest, other)).toMatchObject({ status: 403 });
    const corrected = { ...latest, abstinenceDays: '4' };
    expect((await send('update', corrected, doctor())).data?.set.version).toBe(3);
  });
});

test('E-10.425: an entry offers the last laboratory, method and ranges, and the ranges of administration', async () => {
  const idUser = await addPatient(db());
  const idLaboratory = await addPartner(db(), { type: 'Laboratorio' });
  const newTechnician = await testApp().signInAs(`${crypto.randomUUID()}@x.mx`, ['laboratorio']);
  const entry = async (more = ''): Promise<EntryDefaults> => {
    const { body } = await newTechnician.get(
      `/v1/result/entry?idUser=${idUser}&examType=Seminograma${more}`,
    );
    return (body as { data: EntryDefaults }).data;
  };
  expect(await entry()).toEqual({
    laboratory: null,
    method: null,
    whoEdition: null,
    ranges: [],
    orders: [],
  });
  await send(
    'create',
    { idUser, ...semen, idLaboratory, method: 'CASA', whoEdition: 5 },
    newTechnician,
  );
  expect(await entry()).toMatchObject({
    laboratory: { idPartner: idLaboratory },
    method: 'CASA',
    whoEdition: 5,
    ranges: [
      { analyte: 'concentration', range: '≥ 16' },
      { analyte: 'volume', unit: 'mL', range: '≥ 1.4' },
    ],
  });
  const set = (fields: object) =>
    testApp().staff.request({
      method: 'POST',
      url: '/v1/result/set-range',
      payload: { idLaboratory, ...fields },
    });
  const volume = { analyte: 'volume', method: 'CASA', unit: 'mL' };
  const range = await set({ ...volume, range: '≥ 1.5', validFrom: '2026-01-01' });
  expect(range.json()).toMatchObject({ status: 200, data: { range: { range: '≥ 1.5' } } });
  await set({ ...volume, range: '≥ 1.6', validFrom: '2026-06-01' });
  await set({ analyte: 'concentration', range: null, validFrom: '2026-01-01' });
  const rangesOn = async (on: string) => (await entry(`&on=${on}`)).ranges;
  expect(await rangesOn('2026-03-01')).toEqual([{ analyte: 'volume', unit: 'mL', range: '≥ 1.5' }]);
  expect(await rangesOn('2026-07-01')).toEqual([{ analyte: 'volume', unit: 'mL', range: '≥ 1.6' }]);
  // An entered value keeps the range of its day.
  expect(findValue((await findSets(idUser))[0], 'volume')?.range).toBe('≥ 1.4');
});

test('E-10.426: waiting results are listed, oldest first, without validated and deleted ones', async () => {
  const before = await listPending();
  const one = await enterPaper();
  const other = await enterPaper({}, doctor());
  await send('validate', { idResultSet: other.idResultSet }, doctor());
  expect((await listPending()).slice(before.length)).toMatchObject([
    { idResultSet: one.idResultSet, lacksSecondReading: true, status: 'capturado' },
  ]);
  await db().update(exams).set({ deletedAt: sql`now()` }).where(eq(exams.id, one.idExam));
  expect(await listPending()).toHaveLength(before.length);
  expect(await findSets(one.idUser)).toEqual([]);
});

test('E-10.427: an account that only lists exams can read results in an emergency', async () => {
  const { idUser } = await enterPaper();
  const reception = await testApp().signInAs('recepcion@simiente.example', ['recepcion']);
  const url = `/v1/result/of-patient?idUser=${idUser}`;
  expect((await reception.get(url)).status).toBe(403);
  await reception.request({
    method: 'POST',
    url: '/v1/user/open-emergency-access',
    payload: { idUser, reason: 'Llegó a urgencias y hay que ver su estudio.' },
  });
  expect(await findSets(idUser, reception)).toHaveLength(1);
});

test('E-10.428: a set is checked against other sets of the same patient', async () => {
  const { idUser } = await enterPaper();
  const distantPatient = {
    idUser,
    ...semen,
    collectedAt: '2026-10-13T14:40:00Z',
    values: [{ analyte: 'concentration', value: '1400' }],
  };
  const { data } = await send('create', distantPatient);
  expect(data?.set.checks).toMatchObject([{ check: 'farValue', level: 'again' }]);
});

test('T-F1, E-10.429: the audit has account, action and exam, and no value', async () => {
  const set = await enterPaper({ values: [{ analyte: 'colour', text: 'Muy privado' }] }, doctor());
  const { idResultSet } = set;
  await send('validate', { idResultSet }, doctor());
  const values = [{ analyte: 'colour', text: 'Privado también' }];
  await send('correct', { idResultSet, reason: 'Motivo privado', values }, doctor());
  const rows = await db()
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, set.idExam))
    .orderBy(asc(auditEvents.id));
  expect(rows.map(({ action, patientId }) => [action, patientId])).toEqual(
    ['result.created', 'result.validated', 'result.corrected'].map((act) => [act, set.idUser]),
  );
  expect(JSON.stringify(rows)).not.toMatch(/privado/i);
});

test('E-10.463: a result without a second reading is marked in the exported record too', async () => {
  const { idUser, idResultSet } = await enterPaper();
  const before = await fetchRecord(testApp().staff, idUser);
  expect(before.record.results).toMatchObject([{ lacksSecondReading: true }]);
  const page = (zip: typeof before) => zip.entries.get('expediente.html')?.toString();
  expect(page(before)).toContain('Capturado, sin segunda lectura');
  await send('confirm', { idResultSet, basis: 'paper' }, doctor());
  const after = await fetchRecord(testApp().staff, idUser);
  expect(after.record.results).toMatchObject([{ lacksSecondReading: false }]);
  expect(page(after)).not.toContain('sin segunda lectura');
});
