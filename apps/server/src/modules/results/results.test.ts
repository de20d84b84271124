import type { EntryDefaults, ResultSet } from '@simiente/contract/results/calls';
import { asc, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { exams } from '../../schema/exams.ts';
import { resultValues } from '../../schema/results.ts';
import { sharedApplication, type TestStaff } from '../../testing/application.ts';
import { fetchRecord } from '../../testing/calls/patient-record.ts';
import {
  addExam,
  addPartner,
  addPatient,
  addReceivedResult,
  addResultSet,
} from '../../testing/records.ts';

const running = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const db = () => running().database.db;

interface Answer {
  status: number;
  code?: string;
  issues?: { path: string; message: string }[];
  details?: { current: ResultSet };
  data?: { set: ResultSet; sets: ResultSet[] };
}

let laboratorist: TestStaff;
let doctor: TestStaff;
beforeAll(async () => {
  laboratorist = await running().signInAs('laboratorio@simiente.example', ['laboratorio']);
  doctor = await running().signInAs('medico@simiente.example', ['medico']);
});

async function send(call: string, payload: object, who = laboratorist, headers = {}) {
  const method = call === 'update' ? 'PUT' : 'POST';
  const answer = await who.request({ method, url: `/v1/result/${call}`, payload, headers });
  return answer.json<Answer>();
}
async function ofPatient(idUser: string, who = running().staff): Promise<ResultSet[]> {
  const { body } = await who.get(`/v1/result/of-patient?idUser=${idUser}`);
  return (body as Answer).data?.sets ?? [];
}

const paper = [
  { analyte: 'volume', value: '2,10', range: '≥ 1.4' },
  { analyte: 'concentration', value: '14', range: '≥ 16' },
  { analyte: 'progressiveMotility', value: '34' },
  { analyte: 'nonProgressiveMotility', value: '11' },
  { analyte: 'immotile', value: '55' },
  { analyte: 'leukocytes', value: '< 1' },
  { analyte: 'colour', text: 'Blanco opalescente' },
];
const semen = { examType: 'Seminograma', collectedAt: '2026-10-12T14:40:00Z', values: paper };

async function entered(more: object = {}, who = laboratorist): Promise<ResultSet> {
  const idUser = await addPatient(db());
  const { data } = await send('create', { idUser, ...semen, ...more }, who);
  if (data === undefined) throw new Error('It was not entered');
  return data.set;
}
const found = (set: ResultSet | undefined, key: string) =>
  set?.values.find(({ analyte }) => analyte === key);

describe('entering', () => {
  test('E-10.420: values without a file make an exam without one, with all that they say', async () => {
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
    expect(found(answer.data?.set, 'volume')).toMatchObject({
      unit: 'mL',
      range: '≥ 1.4',
      flag: 'within',
      centile: { above: 10, below: 25 },
    });
    expect(found(answer.data?.set, 'concentration')).toMatchObject({
      flag: 'below',
      centile: { above: 2.5, below: 5 },
    });
    expect(found(answer.data?.set, 'leukocytes')).toMatchObject({
      comparator: '<',
      centile: null,
    });
    expect(answer.data?.set.checks).toMatchObject([{ check: 'motilitySum', level: 'ok' }]);
    expect(answer.data?.set.suggestions).toMatchObject([{ word: 'oligozoospermia' }]);
    expect(await ofPatient(idUser)).toMatchObject([{ idResultSet: answer.data?.set.idResultSet }]);
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

  test('E-10.420: a day without an hour begins in the clinic, and a future one is refused', async () => {
    const set = await entered({ collectedAt: '2026-10-12' });
    expect(set).toMatchObject({
      collectedAt: '2026-10-12T06:00:00.000Z',
      collectedTimeKnown: false,
    });
    const idUser = await addPatient(db());
    expect(await send('create', { idUser, ...semen, collectedAt: '2199-01-01' })).toMatchObject({
      status: 400,
      issues: [{ path: 'collectedAt' }],
    });
    expect(await ofPatient(idUser)).toEqual([]);
  });

  test('E-10.420: a number stays exact in the database', async () => {
    const digits = '0.12345678901234567890123456789';
    const set = await entered({ values: [{ analyte: 'concentration', value: digits }] });
    expect(found(set, 'concentration')?.value).toBe(digits);
  });

  test('E-10.420: the same request twice under a key enters one', async () => {
    const idUser = await addPatient(db());
    const key = { 'idempotency-key': crypto.randomUUID() };
    const [one, other] = [
      await send('create', { idUser, ...semen }, laboratorist, key),
      await send('create', { idUser, ...semen }, laboratorist, key),
    ];
    expect(other.data?.set.idResultSet).toBe(one.data?.set.idResultSet);
    expect(await ofPatient(idUser)).toHaveLength(1);
  });

  test('E-10.421: what nobody validated is edited, keeps what it was, and loses what is missing', async () => {
    const set = await entered();
    const values = [{ analyte: 'volume', value: '2.2' }, paper[1]];
    const edit = { idResultSet: set.idResultSet, values, abstinenceDays: '3', version: 1 };
    const { data } = await send('update', edit);
    expect(data?.set).toMatchObject({ status: 'capturado', abstinenceDays: '3', version: 2 });
    expect(data?.set.values.map(({ analyte }) => analyte)).toEqual([
      'volume',
      'concentration',
      'totalNumber',
    ]);
    expect(found(data?.set, 'volume')?.earlier).toMatchObject([{ value: '2.1', reason: null }]);
    expect(await send('update', edit)).toMatchObject({
      status: 409,
      code: 'STALE_VERSION',
      details: { current: { version: 2 } },
    });
    const other = await running().signInAs(`${crypto.randomUUID()}@x.mx`, ['laboratorio']);
    const { version: _stale, ...latest } = edit;
    expect(await send('update', latest, other)).toMatchObject({ status: 403 });
    expect((await send('update', latest, doctor)).data?.set.version).toBe(3);
  });
});

describe('who has read what somebody typed', () => {
  const asked = async (idResultSet: string, who: TestStaff) => {
    const { body } = await who.get(`/v1/result/second-reading?idResultSet=${idResultSet}`);
    const { way, fields } = (body as { data: { way: string; fields: { analyte: string }[] } }).data;
    return [way, ...fields.map(({ analyte }) => analyte)];
  };
  const colleague = () => running().signInAs(`${crypto.randomUUID()}@x.mx`, ['laboratorio']);

  test('E-10.489: what was typed over imported values is read a second time, by another hand', async () => {
    const idUser = await addPatient(db());
    const values = { concentration: '14', volume: '2', ph: '7.5', vitality: '60' };
    const idResultSet = await addResultSet(db(), idUser, { source: 'csv', values });
    const [set] = await ofPatient(idUser, doctor);
    expect(set).toMatchObject({ lacksSecondReading: false, may: { confirm: false } });
    const typed = Object.entries({ ...values, concentration: '140' }).map(([analyte, value]) => ({
      analyte,
      value,
    }));
    const { data } = await send('update', { idResultSet, values: typed }, doctor);
    expect(data?.set).toMatchObject({ lacksSecondReading: true, may: { confirm: true } });
    expect(await pending()).toContainEqual(
      expect.objectContaining({ idResultSet, lacksSecondReading: true }),
    );
    expect(await asked(idResultSet, doctor)).toEqual(['retyped', 'concentration']);
    expect(await asked(idResultSet, laboratorist)).toEqual(['other']);
    expect(await send('confirm', { idResultSet }, doctor)).toMatchObject({ status: 422 });
    expect((await send('confirm', { idResultSet })).data?.set).toMatchObject({
      lacksSecondReading: false,
      secondReading: { way: 'other' },
    });
  });

  test('E-10.489: whoever typed a value in force neither confirms nor validates it as another, whoever edited since', async () => {
    const set = await entered();
    const { idResultSet } = set;
    const values = paper.with(0, { analyte: 'volume', value: '2.2' });
    expect((await send('update', { idResultSet, values }, doctor)).status).toBe(200);
    const [own] = await ofPatient(set.idUser, laboratorist);
    expect(own?.may).toMatchObject({ confirm: true, validate: false });
    expect((await asked(idResultSet, laboratorist))[0]).toBe('retyped');
    expect(await send('confirm', { idResultSet })).toMatchObject({ status: 422 });
    expect(await send('validate', { idResultSet })).toMatchObject({ code: 'OWN_RESULT' });
    expect((await send('validate', { idResultSet }, await colleague())).data?.set).toMatchObject({
      status: 'validado',
      secondReading: { way: 'other' },
    });
  });

  test('E-10.489: whoever said whose a received result is does not validate it alone', async () => {
    const laboratoryId = await addPartner(db(), { type: 'Laboratorio' });
    const idReceived = await addReceivedResult(db(), laboratoryId);
    const idUser = await addPatient(db());
    await send('assign-received', { idReceived, idUser });
    const [set] = await ofPatient(idUser, laboratorist);
    expect(set).toMatchObject({ lacksSecondReading: false, may: { validate: false } });
    const { idResultSet } = set ?? {};
    expect(await send('validate', { idResultSet })).toMatchObject({ code: 'OWN_RESULT' });
    expect((await send('validate', { idResultSet }, await colleague())).status).toBe(200);
  });

  test('E-10.495: an edit that changes nothing is of nobody’s hand, and leaves the second reading', async () => {
    const { idResultSet, idUser } = await entered();
    await send('confirm', { idResultSet }, doctor);
    expect((await send('update', { idResultSet, values: paper }, doctor)).status).toBe(200);
    const [set] = await ofPatient(idUser, laboratorist);
    expect(set).toMatchObject({
      secondReading: { way: 'other' },
      // It is still theirs.
      may: { update: true, validate: false },
    });
  });
});

describe('the states', () => {
  test('E-10.422: whoever entered it does not validate it; somebody else does, and has read it', async () => {
    const { idResultSet } = await entered();
    expect(await send('validate', { idResultSet })).toMatchObject({
      status: 403,
      code: 'OWN_RESULT',
    });
    const colleague = await running().signInAs(`${crypto.randomUUID()}@x.mx`, ['laboratorio']);
    expect((await send('validate', { idResultSet }, colleague)).data?.set).toMatchObject({
      status: 'validado',
      validatedBy: expect.any(String),
      secondReading: { way: 'other' },
      lacksSecondReading: false,
    });
    expect(await send('validate', { idResultSet }, doctor)).toMatchObject({
      status: 409,
      code: 'RESULT_VALIDATED',
    });
    expect(await send('update', { idResultSet, values: paper })).toMatchObject({
      code: 'RESULT_VALIDATED',
    });
  });

  test('E-10.422: a doctor validates what they entered, which still says that nobody read it again', async () => {
    const { idResultSet } = await entered({}, doctor);
    expect((await send('validate', { idResultSet }, doctor)).data?.set).toMatchObject({
      status: 'validado',
      lacksSecondReading: true,
    });
  });

  test('E-10.423: the same person retypes three fields that the server chose', async () => {
    const set = await entered();
    const { idResultSet } = set;
    const asked = await laboratorist.get(`/v1/result/second-reading?idResultSet=${idResultSet}`);
    const { way, fields } = (asked.body as { data: { way: string; fields: { idValue: string }[] } })
      .data;
    expect([way, fields.length]).toEqual(['retyped', 3]);
    const retyped = fields.map(({ idValue }) => {
      const shown = set.values.find((value) => value.idValue === idValue);
      const number = shown?.value?.replace('.', ',');
      return { idValue, value: `${shown?.comparator ?? ''}${number ?? shown?.text}` };
    });
    expect(await send('confirm', { idResultSet })).toMatchObject({
      status: 422,
      code: 'SECOND_READING_DIFFERS',
    });
    const wrong = retyped.with(1, { ...retyped[1], value: '77' } as never);
    expect(await send('confirm', { idResultSet, retyped: wrong })).toMatchObject({
      status: 422,
      issues: [{ path: 'retyped.1.value' }],
    });
    expect((await send('confirm', { idResultSet, retyped })).data?.set).toMatchObject({
      status: 'capturado',
      secondReading: { way: 'retyped' },
      lacksSecondReading: false,
      version: 2,
    });
    // An edit is read again.
    const edit = { idResultSet, values: paper.with(0, { analyte: 'volume', value: '2.2' }) };
    expect((await send('update', edit)).data?.set.lacksSecondReading).toBe(true);
    expect((await send('confirm', { idResultSet }, doctor)).data?.set.secondReading?.way).toBe(
      'other',
    );
  });

  test('E-10.424: a correction has a reason, keeps the old value readable and is validated again', async () => {
    const { idResultSet, values } = await entered({}, doctor);
    const correct = (payload: object, who = doctor) =>
      send('correct', { idResultSet, ...payload }, who);
    const volume = { values: [{ analyte: 'volume', value: '3,1' }], reason: 'Error de captura' };
    expect(await correct(volume)).toMatchObject({ status: 409, code: 'RESULT_NOT_VALIDATED' });
    await send('validate', { idResultSet }, doctor);
    expect(await correct({ ...volume, reason: ' ' })).toMatchObject({ status: 400 });
    const colour = values.find(({ analyte }) => analyte === 'colour');
    const { data } = await correct({
      reason: 'Error de captura',
      values: [...volume.values, { idValue: colour?.idValue, withdrawn: true }],
      collectedAt: '2026-10-11',
    });
    expect(data?.set).toMatchObject({
      status: 'corregido',
      validatedAt: null,
      collectedTimeKnown: false,
      corrections: [{ reason: 'Error de captura', by: expect.any(String) }],
    });
    expect(found(data?.set, 'volume')).toMatchObject({
      value: '3.1',
      unit: 'mL',
      range: '≥ 1.4',
      earlier: [{ value: '2.1', reason: 'Error de captura', replacedBy: expect.any(String) }],
    });
    expect(found(data?.set, 'totalNumber')?.value).toBe('43.4');
    expect(found(data?.set, 'colour')).toMatchObject({ withdrawn: true });
    expect((await correct(volume)).data?.set).toEqual(data?.set);
    expect((await send('validate', { idResultSet }, doctor)).data?.set).toMatchObject({
      status: 'validado',
      corrections: [{ reason: 'Error de captura' }],
    });
  });

  test('E-10.424: a corrected value keeps its unit unless another is said', async () => {
    const testosterone = { analyte: 'testosterone', value: '8', unit: 'nmol/L' };
    const { idResultSet } = await entered({ examType: 'Hormonal', values: [testosterone] }, doctor);
    await send('validate', { idResultSet }, doctor);
    const corrected = {
      idResultSet,
      reason: 'x',
      values: [{ analyte: 'testosterone', value: '9' }],
    };
    const { data } = await send('correct', corrected, doctor);
    expect(found(data?.set, 'testosterone')).toMatchObject({ value: '9', unit: 'nmol/L' });
  });

  test('E-10.490: a range is of its unit: another one drops it, unless a new one is said', async () => {
    const testosterone = { analyte: 'testosterone', value: '10', unit: 'nmol/L', range: '8 - 30' };
    const values = [testosterone, { ...testosterone, analyte: 'freeTestosterone', unit: 'pg/mL' }];
    const { idResultSet } = await entered({ examType: 'Hormonal', values }, doctor);
    await send('validate', { idResultSet }, doctor);
    const correct = async (value: object) => {
      const corrected = { idResultSet, reason: 'x', values: [value] };
      return found((await send('correct', corrected, doctor)).data?.set, 'testosterone');
    };
    const analyte = 'testosterone';
    expect(await correct({ analyte, value: '290', unit: 'ng/dL' })).toMatchObject({
      value: '290',
      unit: 'ng/dL',
      range: null,
      flag: null,
    });
    const range = '250 - 827';
    expect(await correct({ analyte, value: '10', unit: 'nmol/L', range })).toMatchObject({ range });
    expect(await correct({ analyte, value: '9', unit: 'nmol/L' })).toMatchObject({ range });
  });

  test('E-10.490: a value is corrected in its own row alone', async () => {
    const values = [paper[0], { name: 'Urea', value: '30' }];
    const { idResultSet, values: stored } = await entered({ values }, doctor);
    await send('validate', { idResultSet }, doctor);
    const correct = (value: object) =>
      send('correct', { idResultSet, reason: 'x', values: [value] }, doctor);
    const [volume, urea] = [0, 1].map((index) => stored[index]?.idValue);
    for (const [value, path] of [
      [{ idValue: volume, analyte: 'concentration', value: '3' }, 'values.0.analyte'],
      [{ idValue: volume, name: 'Urea', value: '3' }, 'values.0.name'],
      [{ idValue: volume, analyte: null, name: 'Urea', value: '3' }, 'values.0.analyte'],
      [{ idValue: urea, name: 'Ácido úrico', value: '3' }, 'values.0.name'],
    ] as const) {
      expect(await correct(value), JSON.stringify(value)).toMatchObject({
        status: 422,
        code: 'VALUE_OF_ANOTHER_ROW',
        issues: [{ path }],
      });
    }
    const same = { idValue: volume, analyte: 'volume', name: null, value: '3' };
    expect((await correct(same)).status).toBe(200);
  });

  test('E-10.493: a correction keeps what the set said before, and who had validated it', async () => {
    const idLaboratory = await addPartner(db(), { name: 'Piedra de Río', type: 'Laboratorio' });
    const facts = { idLaboratory, abstinenceDays: '4', method: 'Manual' };
    const { idResultSet } = await entered(facts, laboratorist);
    const { data: validated } = await send('validate', { idResultSet }, doctor);
    const correct = async (fields: object) =>
      (await send('correct', { idResultSet, reason: 'x', ...fields }, doctor)).data?.set;
    const set = await correct({
      idLaboratory: null,
      abstinenceDays: '3',
      collectedAt: '2026-10-12',
    });
    expect(set?.corrections).toEqual([
      {
        at: expect.any(String),
        by: 'Mariana Solórzano',
        reason: 'x',
        before: {
          laboratory: { idPartner: idLaboratory, name: 'Piedra de Río' },
          abstinenceDays: '4',
          collectedAt: '2026-10-12T14:40:00.000Z',
          collectedTimeKnown: true,
        },
        validated: { at: validated?.set.validatedAt, by: 'Mariana Solórzano' },
      },
    ]);
    expect((await correct({ method: 'CASA' }))?.corrections[0]).toMatchObject({
      before: { method: 'Manual' },
      validated: null,
    });
  });

  test('E-10.424: of an earlier version nothing is validated, confirmed or corrected', async () => {
    const { idResultSet } = await entered({}, doctor);
    const stale = { idResultSet, version: 7 };
    expect(await send('validate', stale, doctor)).toMatchObject({ code: 'STALE_VERSION' });
    expect(await send('confirm', stale, doctor)).toMatchObject({ code: 'STALE_VERSION' });
    await send('validate', { idResultSet, version: 1 }, doctor);
    const correction = { ...stale, reason: 'x', values: [{ analyte: 'volume', value: '3' }] };
    expect(await send('correct', correction, doctor)).toMatchObject({ code: 'STALE_VERSION' });
  });

  test('E-10.424: who may not change the results of others corrects none of them', async () => {
    const { idResultSet } = await entered({}, doctor);
    await send('validate', { idResultSet }, laboratorist);
    const payload = { idResultSet, reason: 'x', values: [{ analyte: 'volume', value: '3' }] };
    expect(await send('correct', payload)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });

  test('E-10.424: of two who validate at once, one does', async () => {
    const { idResultSet } = await entered({}, doctor);
    const answers = await Promise.all([1, 2].map(() => send('validate', { idResultSet }, doctor)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('E-10.424: the database refuses to rewrite a value', async () => {
    const { idResultSet } = await entered();
    const rewriting = db()
      .update(resultValues)
      .set({ value: '9' })
      .where(eq(resultValues.setId, idResultSet));
    await expect(rewriting).rejects.toThrow(/added, never changed|Failed query/);
  });
});

test('E-10.463: what nobody read a second time says so in the exported record too', async () => {
  const { idUser, idResultSet } = await entered();
  const before = await fetchRecord(running().staff, idUser);
  expect(before.record.results).toMatchObject([{ lacksSecondReading: true }]);
  const page = (zip: typeof before) => zip.entries.get('expediente.html')?.toString();
  expect(page(before)).toContain('Capturado, Sin segunda lectura');
  await send('confirm', { idResultSet }, doctor);
  const after = await fetchRecord(running().staff, idUser);
  expect(after.record.results).toMatchObject([{ lacksSecondReading: false }]);
  expect(page(after)).not.toContain('Sin segunda lectura');
});

test('E-10.425: what is offered: the last laboratory, method and ranges, and those of administration', async () => {
  const idUser = await addPatient(db());
  const idLaboratory = await addPartner(db(), { type: 'Laboratorio' });
  const who = await running().signInAs(`${crypto.randomUUID()}@x.mx`, ['laboratorio']);
  const entry = async (more = ''): Promise<EntryDefaults> => {
    const { body } = await who.get(`/v1/result/entry?idUser=${idUser}&examType=Seminograma${more}`);
    return (body as { data: EntryDefaults }).data;
  };
  expect(await entry()).toEqual({
    laboratory: null,
    method: null,
    whoEdition: null,
    ranges: [],
    orders: [],
  });
  await send('create', { idUser, ...semen, idLaboratory, method: 'CASA', whoEdition: 5 }, who);
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
    running().staff.request({
      method: 'POST',
      url: '/v1/result/set-range',
      payload: { idLaboratory, ...fields },
    });
  const volume = { analyte: 'volume', method: 'CASA', unit: 'mL' };
  const made = await set({ ...volume, range: '≥ 1.5', validFrom: '2026-01-01' });
  expect(made.json()).toMatchObject({ status: 200, data: { range: { range: '≥ 1.5' } } });
  await set({ ...volume, range: '≥ 1.6', validFrom: '2026-06-01' });
  await set({ analyte: 'concentration', range: null, validFrom: '2026-01-01' });
  const rangesOn = async (on: string) => (await entry(`&on=${on}`)).ranges;
  expect(await rangesOn('2026-03-01')).toEqual([{ analyte: 'volume', unit: 'mL', range: '≥ 1.5' }]);
  expect(await rangesOn('2026-07-01')).toEqual([{ analyte: 'volume', unit: 'mL', range: '≥ 1.6' }]);
  // What was entered keeps the range of its day.
  expect(found((await ofPatient(idUser))[0], 'volume')?.range).toBe('≥ 1.4');
});

test('E-10.426: what waits is listed, the oldest first, without what was validated or deleted', async () => {
  const before = await pending();
  const one = await entered();
  const other = await entered({}, doctor);
  await send('validate', { idResultSet: other.idResultSet }, doctor);
  expect((await pending()).slice(before.length)).toMatchObject([
    { idResultSet: one.idResultSet, lacksSecondReading: true, status: 'capturado' },
  ]);
  await db().update(exams).set({ deletedAt: sql`now()` }).where(eq(exams.id, one.idExam));
  expect(await pending()).toHaveLength(before.length);
  expect(await ofPatient(one.idUser)).toEqual([]);
});

async function pending(): Promise<object[]> {
  const { body } = await running().staff.get('/v1/result/pending?limit=100');
  return (body as { data: { results: object[] } }).data.results;
}

test('E-10.427: who only lists exams reads results in an emergency', async () => {
  const { idUser } = await entered();
  const reception = await running().signInAs('recepcion@simiente.example', ['recepcion']);
  const url = `/v1/result/of-patient?idUser=${idUser}`;
  expect((await reception.get(url)).status).toBe(403);
  await reception.request({
    method: 'POST',
    url: '/v1/user/open-emergency-access',
    payload: { idUser, reason: 'Llegó a urgencias y hay que ver su estudio.' },
  });
  expect(await ofPatient(idUser, reception)).toHaveLength(1);
});

test('E-10.428: a set of the same patient is checked against the others', async () => {
  const { idUser } = await entered();
  const far = { idUser, ...semen, values: [{ analyte: 'concentration', value: '1400' }] };
  const { data } = await send('create', far);
  expect(data?.set.checks).toMatchObject([{ check: 'farValue', level: 'again' }]);
});

test('T-F1, E-10.429: the audit says who did what to which exam, and no value', async () => {
  const set = await entered({ values: [{ analyte: 'colour', text: 'Muy privado' }] }, doctor);
  const { idResultSet } = set;
  await send('validate', { idResultSet }, doctor);
  const values = [{ analyte: 'colour', text: 'Privado también' }];
  await send('correct', { idResultSet, reason: 'Motivo privado', values }, doctor);
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

test('E-10.420: sixty sets of a patient are read in as many queries as one', async () => {
  const idUser = await addPatient(db());
  for (let index = 0; index < 60; index += 1) {
    await addResultSet(db(), idUser, { values: { concentration: String(index + 1) } });
  }
  const sets = await ofPatient(idUser);
  expect(sets).toHaveLength(60);
});
