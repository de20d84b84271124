import { desc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../../schema/audit.ts';
import { resultValues } from '../../../schema/results.ts';
import { sharedApplication, type TestStaff } from '../../../testing/application.ts';
import {
  addExam,
  addPartner,
  addPatient,
  addReceivedResult,
  addResultSet,
} from '../../../testing/records.ts';
import { findValue, paper, resultCalls, semen } from '../../../testing/results/result-calls.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const db = () => testApp().database.db;
const { technician, doctor, send, findSets, enterPaper, listPending } = resultCalls(testApp);

test('H-B3, E-10.1016: a warning blocks validation until it is accepted, and shows who accepted it', async () => {
  const idUser = await addPatient(db());
  const values = { progressiveMotility: '40', totalMotility: '30', concentration: '14' };
  const idResultSet = await addResultSet(db(), idUser, { source: 'csv', values });
  const [set] = await findSets(idUser, doctor());
  const warnings = set?.checks.filter(({ level }) => level !== 'ok').map(({ message }) => message);
  expect(warnings).toHaveLength(1);
  const validate = (acknowledged?: string[]) =>
    send('validate', { idResultSet, ...(acknowledged && { acknowledged }) }, doctor());
  expect(await validate()).toMatchObject({ status: 409, code: 'CHECKS_OPEN' });
  expect(await validate(['otra advertencia'])).toMatchObject({ code: 'CHECKS_OPEN' });
  expect((await validate(warnings)).data?.set).toMatchObject({
    status: 'validado',
    acknowledged: warnings,
    validatedBy: expect.any(String),
  });
});

test('H-B3, E-10.1017: a second reader opens the file, or confirms a paper', async () => {
  const idUser = await addPatient(db());
  const idExam = await addExam(db(), idUser, {
    type: 'Seminograma',
    externalUrl: 'https://example.org/a.pdf',
  });
  const created = await send('create', { idUser, idExam, values: paper });
  const idResultSet = created.data?.set.idResultSet ?? '';
  const confirm = (basis?: string) =>
    send('confirm', { idResultSet, ...(basis && { basis }) }, doctor());
  expect(await confirm()).toMatchObject({ status: 400 });
  expect(await confirm('paper')).toMatchObject({
    status: 400,
    issues: [{ path: 'basis', message: 'Abre primero el archivo del estudio.' }],
  });
  expect(await confirm('file')).toMatchObject({ status: 200 });
  const alone = await enterPaper();
  const file = { idResultSet: alone.idResultSet, basis: 'file' };
  expect(await send('confirm', file, doctor())).toMatchObject({ status: 400 });
});

test('H-B3, E-10.1552: a validation that is also the second reading opens the file, or confirms a paper', async () => {
  const idUser = await addPatient(db());
  const externalUrl = 'https://example.org/a.pdf';
  const idExam = await addExam(db(), idUser, { type: 'Seminograma', externalUrl });
  const { data } = await send('create', { idUser, idExam, values: paper });
  const idResultSet = data?.set.idResultSet;
  const validate = (basis?: string) => send('validate', { idResultSet, basis }, doctor());
  const rejected = { status: 400, issues: [{ path: 'basis', message: expect.any(String) }] };
  // `undefined` leaves the field out.
  expect(await validate()).toMatchObject(rejected);
  expect(await validate('paper')).toMatchObject(rejected);
  expect(await validate('file')).toMatchObject({ status: 200 });
  const alone = { idResultSet: (await enterPaper()).idResultSet };
  expect(await send('validate', { ...alone, basis: 'file' }, doctor())).toMatchObject(rejected);
  await send('confirm', { ...alone, basis: 'paper' }, doctor());
  expect(await send('validate', { ...alone, basis: undefined }, doctor())).toMatchObject({
    status: 200,
  });
});

describe('the second reading of typed values', () => {
  const readWarnings = async (idResultSet: string, who: TestStaff) => {
    const { body } = await who.get(`/v1/result/second-reading?idResultSet=${idResultSet}`);
    const { way, fields } = (body as { data: { way: string; fields: { analyte: string }[] } }).data;
    return [way, ...fields.map(({ analyte }) => analyte)];
  };
  const colleague = () => testApp().signInAs(`${crypto.randomUUID()}@x.mx`, ['laboratorio']);

  test('E-10.489: another account must read values typed over imported ones a second time', async () => {
    const idUser = await addPatient(db());
    const values = { concentration: '14', volume: '2', ph: '7.5', vitality: '60' };
    const idResultSet = await addResultSet(db(), idUser, { source: 'csv', values });
    const [set] = await findSets(idUser, doctor());
    expect(set).toMatchObject({ lacksSecondReading: false, may: { confirm: false } });
    const typed = Object.entries({ ...values, concentration: '140' }).map(([analyte, value]) => ({
      analyte,
      value,
    }));
    const { data } = await send('update', { idResultSet, values: typed }, doctor());
    expect(data?.set).toMatchObject({ lacksSecondReading: true, may: { confirm: true } });
    expect(await listPending()).toContainEqual(
      expect.objectContaining({ idResultSet, lacksSecondReading: true }),
    );
    expect(await readWarnings(idResultSet, doctor())).toEqual(['retyped', 'concentration']);
    expect(await readWarnings(idResultSet, technician())).toEqual(['other']);
    expect(await send('confirm', { idResultSet, basis: 'paper' }, doctor())).toMatchObject({
      status: 422,
    });
    expect((await send('confirm', { idResultSet, basis: 'paper' })).data?.set).toMatchObject({
      lacksSecondReading: false,
      secondReading: { way: 'other' },
    });
  });

  test('E-10.489: an account that typed a current value cannot confirm or validate as another, even after another account’s edit', async () => {
    const set = await enterPaper();
    const { idResultSet } = set;
    const values = paper.with(0, { analyte: 'volume', value: '2.2' });
    expect((await send('update', { idResultSet, values }, doctor())).status).toBe(200);
    const [own] = await findSets(set.idUser, technician());
    expect(own?.may).toMatchObject({ confirm: true, validate: false });
    expect((await readWarnings(idResultSet, technician()))[0]).toBe('retyped');
    expect(await send('confirm', { idResultSet, basis: 'paper' })).toMatchObject({ status: 422 });
    expect(await send('validate', { idResultSet })).toMatchObject({ code: 'OWN_RESULT' });
    expect((await send('validate', { idResultSet }, await colleague())).data?.set).toMatchObject({
      status: 'validado',
      secondReading: { way: 'other' },
    });
  });

  test('E-10.489: an account that assigned a received result to its patient cannot validate it without another account', async () => {
    const laboratoryId = await addPartner(db(), { type: 'Laboratorio' });
    const idReceived = await addReceivedResult(db(), laboratoryId);
    const idUser = await addPatient(db());
    await send('assign-received', { idReceived, idUser });
    const [set] = await findSets(idUser, technician());
    expect(set).toMatchObject({ lacksSecondReading: false, may: { validate: false } });
    const { idResultSet } = set ?? {};
    expect(await send('validate', { idResultSet })).toMatchObject({ code: 'OWN_RESULT' });
    expect((await send('validate', { idResultSet }, await colleague())).status).toBe(200);
  });

  test('E-10.495: an edit without changes keeps the second reading, the version and the author', async () => {
    const { idResultSet, idUser, idExam, version: entry } = await enterPaper();
    await send('confirm', { idResultSet, basis: 'paper' }, doctor());
    const same = { idResultSet, values: paper, collectedAt: semen.collectedAt, idOrder: null };
    const version = entry + 1;
    const { data } = await send('update', { ...same, version }, doctor());
    expect(data?.set.version).toBe(version);
    const [event] = await db()
      .select({ action: auditEvents.action, by: auditEvents.actorId })
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, idExam))
      .orderBy(desc(auditEvents.id));
    expect(event).toEqual({ action: 'result.read', by: doctor().id });
    const [set] = await findSets(idUser, technician());
    expect(set).toMatchObject({
      secondReading: { way: 'other' },
      // The set still belongs to the author of its first values.
      may: { update: true, validate: false },
    });
  });
});

describe('the state of a result', () => {
  test('E-10.422: the account that entered a result cannot validate it; another one can, which counts as a reading', async () => {
    const { idResultSet } = await enterPaper();
    expect(await send('validate', { idResultSet })).toMatchObject({
      status: 403,
      code: 'OWN_RESULT',
    });
    const colleague = await testApp().signInAs(`${crypto.randomUUID()}@x.mx`, ['laboratorio']);
    expect((await send('validate', { idResultSet }, colleague)).data?.set).toMatchObject({
      status: 'validado',
      validatedBy: expect.any(String),
      secondReading: { way: 'other' },
      lacksSecondReading: false,
    });
    expect(await send('validate', { idResultSet }, doctor())).toMatchObject({
      status: 409,
      code: 'RESULT_VALIDATED',
    });
    expect(await send('update', { idResultSet, values: paper })).toMatchObject({
      code: 'RESULT_VALIDATED',
    });
  });

  test('E-10.422: a doctor can validate their own entry, which stays marked as unread by another', async () => {
    const { idResultSet } = await enterPaper({}, doctor());
    expect((await send('validate', { idResultSet }, doctor())).data?.set).toMatchObject({
      status: 'validado',
      lacksSecondReading: true,
    });
  });

  test('E-10.423: an account may read its own entry a second time by retyping three fields that the server chose', async () => {
    const set = await enterPaper();
    const { idResultSet } = set;
    const answer = await technician().get(`/v1/result/second-reading?idResultSet=${idResultSet}`);
    const { way, fields } = (
      answer.body as { data: { way: string; fields: { idValue: string }[] } }
    ).data;
    expect([way, fields.length]).toEqual(['retyped', 3]);
    const retyped = fields.map(({ idValue }) => {
      const shown = set.values.find((value) => value.idValue === idValue);
      const number = shown?.value?.replace('.', ',');
      return { idValue, value: `${shown?.comparator ?? ''}${number ?? shown?.text}` };
    });
    expect(await send('confirm', { idResultSet, basis: 'paper' })).toMatchObject({
      status: 422,
      code: 'SECOND_READING_DIFFERS',
    });
    const wrong = retyped.with(1, { ...retyped[1], value: '77' } as never);
    expect(await send('confirm', { idResultSet, basis: 'paper', retyped: wrong })).toMatchObject({
      status: 422,
      issues: [{ path: 'retyped.1.value' }],
    });
    expect(
      (await send('confirm', { idResultSet, basis: 'paper', retyped })).data?.set,
    ).toMatchObject({
      status: 'capturado',
      secondReading: { way: 'retyped' },
      lacksSecondReading: false,
      version: 2,
    });
    // An edit must be read again.
    const edit = { idResultSet, values: paper.with(0, { analyte: 'volume', value: '2.2' }) };
    expect((await send('update', edit)).data?.set.lacksSecondReading).toBe(true);
    expect(
      (await send('confirm', { idResultSet, basis: 'paper' }, doctor())).data?.set.secondReading
        ?.way,
    ).toBe('other');
  });

  test('E-10.424: a correction has a reason, keeps the old value readable and needs another validation', async () => {
    const { idResultSet, values } = await enterPaper({}, doctor());
    const correct = (payload: object, who = doctor()) =>
      send('correct', { idResultSet, ...payload }, who);
    const volume = { values: [{ analyte: 'volume', value: '3,1' }], reason: 'Error de captura' };
    expect(await correct(volume)).toMatchObject({ status: 409, code: 'RESULT_NOT_VALIDATED' });
    await send('validate', { idResultSet }, doctor());
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
    expect(findValue(data?.set, 'volume')).toMatchObject({
      value: '3.1',
      unit: 'mL',
      range: '≥ 1.4',
      earlier: [{ value: '2.1', reason: 'Error de captura', replacedBy: expect.any(String) }],
    });
    expect(findValue(data?.set, 'totalNumber')?.value).toBe('43.4');
    expect(findValue(data?.set, 'colour')).toMatchObject({ withdrawn: true });
    expect((await correct(volume)).data?.set).toEqual(data?.set);
    expect((await send('validate', { idResultSet }, doctor())).data?.set).toMatchObject({
      status: 'validado',
      corrections: [{ reason: 'Error de captura' }],
    });
  });

  test('E-10.424: a corrected value keeps its unit by default', async () => {
    const testosterone = { analyte: 'testosterone', value: '8', unit: 'nmol/L' };
    const { idResultSet } = await enterPaper(
      { examType: 'Hormonal', values: [testosterone] },
      doctor(),
    );
    await send('validate', { idResultSet }, doctor());
    const corrected = {
      idResultSet,
      reason: 'x',
      values: [{ analyte: 'testosterone', value: '9' }],
    };
    const { data } = await send('correct', corrected, doctor());
    expect(findValue(data?.set, 'testosterone')).toMatchObject({ value: '9', unit: 'nmol/L' });
  });

  test('E-10.490: a range has a unit: another unit drops it, unless a new range is sent', async () => {
    const testosterone = { analyte: 'testosterone', value: '10', unit: 'nmol/L', range: '8 - 30' };
    const values = [testosterone, { ...testosterone, analyte: 'freeTestosterone', unit: 'pg/mL' }];
    const { idResultSet } = await enterPaper({ examType: 'Hormonal', values }, doctor());
    await send('validate', { idResultSet }, doctor());
    const correct = async (value: object) => {
      const corrected = { idResultSet, reason: 'x', values: [value] };
      return findValue((await send('correct', corrected, doctor())).data?.set, 'testosterone');
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

  test('E-10.490: a value can be corrected only in its own row', async () => {
    const values = [paper[0], { name: 'Urea', value: '30' }];
    const { idResultSet, values: stored } = await enterPaper({ values }, doctor());
    await send('validate', { idResultSet }, doctor());
    const correct = (value: object) =>
      send('correct', { idResultSet, reason: 'x', values: [value] }, doctor());
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

  test('E-10.493: a correction keeps the earlier set, and its validation', async () => {
    const idLaboratory = await addPartner(db(), { name: 'Piedra de Río', type: 'Laboratorio' });
    const facts = { idLaboratory, abstinenceDays: '4', method: 'Manual' };
    const { idResultSet } = await enterPaper(facts, technician());
    const { data: validated } = await send('validate', { idResultSet }, doctor());
    const correct = async (fields: object) =>
      (await send('correct', { idResultSet, reason: 'x', ...fields }, doctor())).data?.set;
    const set = await correct({
      idLaboratory: null,
      abstinenceDays: '3',
      collectedAt: '2026-10-12',
    });
    expect(set?.corrections).toEqual([
      {
        at: expect.any(String),
        by: 'Mariana Solórzano',
        kind: 'corrected',
        idOtherUser: null,
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

  test('E-10.424: an outdated version cannot be validated, confirmed or corrected', async () => {
    const { idResultSet } = await enterPaper({}, doctor());
    const stale = { idResultSet, version: 7 };
    expect(await send('validate', stale, doctor())).toMatchObject({ code: 'STALE_VERSION' });
    expect(await send('confirm', { ...stale, basis: 'paper' }, doctor())).toMatchObject({
      code: 'STALE_VERSION',
    });
    await send('validate', { idResultSet, version: 1 }, doctor());
    const correction = { ...stale, reason: 'x', values: [{ analyte: 'volume', value: '3' }] };
    expect(await send('correct', correction, doctor())).toMatchObject({ code: 'STALE_VERSION' });
  });

  test('E-10.424: an account that may not change the results of others cannot correct one', async () => {
    const { idResultSet } = await enterPaper({}, doctor());
    await send('validate', { idResultSet }, technician());
    const payload = { idResultSet, reason: 'x', values: [{ analyte: 'volume', value: '3' }] };
    expect(await send('correct', payload)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });

  test('E-10.424: one of two simultaneous validations succeeds', async () => {
    const { idResultSet } = await enterPaper({}, doctor());
    const answers = await Promise.all(
      [1, 2].map(() => send('validate', { idResultSet }, doctor())),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('E-10.424: the database rejects an overwritten value', async () => {
    const { idResultSet } = await enterPaper();
    const rewriting = db()
      .update(resultValues)
      .set({ value: '9' })
      .where(eq(resultValues.setId, idResultSet));
    await expect(rewriting).rejects.toThrow(/added, never changed|Failed query/);
  });
});
