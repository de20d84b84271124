import type { ReportBasis } from '@simiente/contract/reports/version';
import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../../schema/audit.ts';
import { resultSets, resultValues } from '../../../schema/results.ts';
import { staff } from '../../../schema/staff.ts';
import { MANY_ATTEMPTS, sharedApplication } from '../../../testing/application.ts';
import { addPartner, addPatient, addReport, addResultSet } from '../../../testing/records.ts';
import { BIRTH, UNLIMITED_VISITS, visitsTo } from '../../../testing/reports/report-visits.ts';
import {
  acceptWarnings,
  callReports,
  makeSigner,
  readReport,
  saveCopy,
  signCopy,
  signVersion,
  startReview,
  type TestSigner,
} from '../../../testing/reports/reports.ts';
import { seal } from '../../../testing/reports/signed-reports.ts';
import { laboratorySender, makeMessage } from '../../../testing/results/laboratory-messages.ts';

const running = sharedApplication({
  attemptLimits: MANY_ATTEMPTS,
  publicLimits: UNLIMITED_VISITS,
  clinicTimeZone: 'America/Mexico_City',
});
const db = () => running().database.db;
const { create, visit, open, post: submit } = visitsTo(running);
const laboratory = laboratorySender(running);

const TEXT =
  'La concentración fue de 14 millones/mL. El número total fue de 29.4 millones por eyaculado. Conviene repetir la muestra.';

/** A patient with a signed report that quotes the concentration, and the total that follows from it. */
async function signedReport(signer: TestSigner, text = TEXT) {
  const patient = await addPatient(db(), { birthDate: '1992-04-09' });
  const set = await addResultSet(db(), patient, {
    values: { volume: '2.1', concentration: '14', progressiveMotility: '34' },
    collectedAt: new Date('2026-10-12T15:00:00Z'),
    status: 'validado',
  });
  const draft = await addReport(db(), patient, 'exam_ai', text);
  const { idVersion } = await signVersion(signer, draft);
  await seal(running().database);
  return { patient, set, idVersion };
}

const idOfValue = async (set: string, analyte: string) => {
  const [value] = await db()
    .select({ id: resultValues.id })
    .from(resultValues)
    .where(and(eq(resultValues.setId, set), eq(resultValues.analyte, analyte)));
  return value?.id ?? '';
};

const ask = (url: string, payload: object, method: 'POST' | 'PUT' = 'POST') =>
  running().staff.request({ method, url, payload });

const correct = async (set: string, analyte: string, change: object) => {
  const idValue = await idOfValue(set, analyte);
  const values = [{ idValue, ...change }];
  const answer = await ask('/v1/result/correct', {
    idResultSet: set,
    reason: 'El papel dice 41',
    values,
  });
  expect(answer.statusCode, answer.body).toBe(200);
};

const readBasis = async (patient: string): Promise<ReportBasis | null> =>
  (await readReport(running().staff, patient)).basis;

const findExamId = async (set: string) => {
  const [row] = await db().select().from(resultSets).where(eq(resultSets.id, set));
  return row?.examId ?? '';
};

describe('H-C1, E-10.1350: a change of a result that a signed report quotes is noticed', () => {
  test('a correction is listed with its derived value, author and reason', async () => {
    const signer = await makeSigner(running());
    const { patient, set } = await signedReport(signer);
    expect(await readBasis(patient)).toBeNull();
    await correct(set, 'concentration', { value: '41' });
    const basis = await readBasis(patient);
    expect(basis?.changes).toMatchObject([
      {
        analyte: 'concentration',
        change: 'corrected',
        before: { value: '14', unit: '10*6/mL' },
        after: { value: '41' },
        by: 'Mariana Solórzano',
        reason: 'El papel dice 41',
        at: expect.any(String),
      },
      {
        analyte: 'totalNumber',
        before: { value: '29.4' },
        after: { value: '86.1' },
        derivedFrom: ['concentration'],
      },
    ]);
    expect(basis?.sentences).toEqual([
      'La concentración fue de 14 millones/mL.',
      'El número total fue de 29.4 millones por eyaculado.',
    ]);
    // Correcting the value back to the quoted one removes the change.
    const now = await laboratory.ofPatient(patient);
    const idValue = now[0]?.values.find((one) => one.analyte === 'concentration')?.idValue;
    const values = [{ idValue, value: '14' }];
    await ask('/v1/result/correct', { idResultSet: set, reason: 'Era 14', values });
    expect(await readBasis(patient)).toBeNull();
  });

  test('a withdrawn value, another day of the sample, and a deleted study until it is restored are listed', async () => {
    const signer = await makeSigner(running());
    const { patient, set } = await signedReport(signer);
    const exam = await findExamId(set);
    await ask('/v1/user/delete', { idUsers: [exam], reason: 'Está repetido' });
    expect((await readBasis(patient))?.changes.map(({ change, after }) => [change, after])).toEqual(
      Array.from({ length: 4 }, () => ['deleted', null]),
    );
    expect((await readBasis(patient))?.changes[0]).toMatchObject({
      by: 'Mariana Solórzano',
      reason: 'Está repetido',
    });
    await ask('/v1/trash/restore', { ids: [exam] });
    expect(await readBasis(patient)).toBeNull();

    const day = { collectedAt: '2026-10-11T15:00:00Z' };
    await ask('/v1/result/correct', {
      idResultSet: set,
      reason: 'Fue un día antes',
      values: [],
      ...day,
    });
    expect((await readBasis(patient))?.changes[0]).toMatchObject({
      change: 'sample',
      reason: 'Fue un día antes',
    });
    await correct(set, 'concentration', { withdrawn: true });
    expect((await readBasis(patient))?.changes).toContainEqual(
      expect.objectContaining({ analyte: 'concentration', change: 'withdrawn', after: null }),
    );
  });

  test.each([
    ['C', '41', 'corrected'],
    ['D', '', 'withdrawn'],
    ['P', '14', 'preliminary'],
  ])('a laboratory message with %s is listed', async (status, value, change) => {
    const signer = await makeSigner(running());
    const patient = await addPatient(db());
    const filler = `H-C1-${status}`;
    const obx = (text: string, as: string) => [
      `OBX|1|NM|9780-8^Concentración^LN||${text}|10*6/mL|||||${as}`,
    ];
    await laboratory.post(makeMessage({ patient, filler, rest: obx('14', 'F') }));
    const draft = await addReport(
      db(),
      patient,
      'exam_ai',
      'La concentración fue de 14 millones/mL.',
    );
    await signVersion(signer, draft);
    await laboratory.post(makeMessage({ patient, filler, rest: obx(value, status) }));
    expect((await readBasis(patient))?.changes).toMatchObject([
      { change, before: { value: '14' } },
    ]);
  });

  test('a sample that the laboratory sends as another person’s is listed', async () => {
    const signer = await makeSigner(running());
    const [patient, other] = [await addPatient(db()), await addPatient(db())];
    await laboratory.post(makeMessage({ patient, filler: 'H-C1-M' }));
    const draft = await addReport(
      db(),
      patient,
      'exam_ai',
      'La concentración fue de 14.5 millones/mL.',
    );
    await signVersion(signer, draft);
    await laboratory.post(makeMessage({ patient: other, filler: 'H-C1-M' }));
    expect((await readBasis(patient))?.changes).toMatchObject([
      { change: 'held', after: { value: '14.5' } },
    ]);
  });

  test.each(['No se observan espermatozoides', 'Azoospermia'])(
    'E-10.1459: the result in words %s, also of a sample that the version shows in no table',
    async (words) => {
      const signer = await makeSigner(running());
      const patient = await addPatient(db());
      const older = await addResultSet(db(), patient, {
        values: { volume: '2' },
        collectedAt: new Date('2026-03-02T15:00:00Z'),
        status: 'validado',
      });
      const row = { id: `val_${crypto.randomUUID()}`, setId: older, position: 1 };
      await db()
        .insert(resultValues)
        .values({ ...row, name: 'Observaciones', text: words });
      await addResultSet(db(), patient, {
        collectedAt: new Date('2026-10-12T15:00:00Z'),
        // Results of another laboratory are not compared with the older ones.
        laboratoryId: await addPartner(db()),
        status: 'validado',
      });
      const draft = await addReport(db(), patient, 'exam_ai', 'En marzo hubo azoospermia.');
      const copy = await startReview(signer, draft);
      expect(
        (await signCopy(signer, await saveCopy(signer, copy, { acknowledge: true }))).statusCode,
      ).toBe(200);
      expect(await readBasis(patient)).toBeNull();
      const id = `val_${crypto.randomUUID()}`;
      const now = { ...row, id, replaces: row.id, name: 'Observaciones' };
      await db()
        .insert(resultValues)
        .values({ ...now, text: 'Se observan espermatozoides' });
      expect((await readBasis(patient))?.changes).toMatchObject([
        {
          change: 'corrected',
          before: { text: words },
          after: { text: 'Se observan espermatozoides' },
        },
      ]);
    },
  );

  test('statements in words depend on results too', async () => {
    const signer = await makeSigner(running());
    const { patient, set } = await signedReport(signer, 'Presenta oligozoospermia.');
    await correct(set, 'concentration', { value: '41' });
    expect((await readBasis(patient))?.changes).toMatchObject([
      { before: { value: '14' }, after: { value: '41' } },
    ]);
  });
});

describe('H-C1, E-10.1351: nothing is delivered until the change is settled', () => {
  test('a link is paused, and works again once the signer confirms the report with a reason', async () => {
    const signer = await makeSigner(running());
    const { patient, set, idVersion } = await signedReport(signer);
    const { data } = await create(idVersion);
    const handed = { path: new URL(data.link, 'https://a.example').pathname, code: data.code };
    const findGrant = (page: string) => /name="grant" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const grant = findGrant((await open(handed)).body);
    await correct(set, 'concentration', { value: '41' });

    expect((await create(idVersion)).code).toBe('REPORT_BASIS_CHANGED');
    expect((await visit(handed.path)).statusCode).toBe(200);
    const paused = await open(handed);
    expect(paused.body).toContain('Tu informe está en revisión');
    expect(paused.body).not.toContain('14 millones');
    expect((await submit(`${handed.path}/pdf`, { grant })).statusCode).toBe(403);
    const { body } = await running().staff.get(`/v1/deliveries/of-patient?idUser=${patient}`);
    expect(body).toMatchObject({
      data: { deliverable: [{ isPaused: true }], deliveries: [{ state: 'open', isPaused: true }] },
    });
    const history = await running().staff.get(
      `/v1/user/get-medical-history-patient?idUser=${patient}`,
    );
    expect(history.body).toMatchObject({
      data: { MedicalReportData: { examReportIA: { message: TEXT, basisChanged: true } } },
    });
    const queue = await callReports(signer.request, 'GET', 'queue', {});
    expect(queue.json().data.reports).toContainEqual(
      expect.objectContaining({ idVersion, work: 'basis', basisChangedAt: expect.any(String) }),
    );
    const { changed } = (await callReports(signer.request, 'GET', 'attention', {})).json().data;
    expect(changed).toBeGreaterThan(0);

    const confirm = (who: TestSigner, seen: string, reason = 'El laboratorio confirmó 14') =>
      who.call('POST', 'confirm', { idVersion, reason, seen, confirmation: who.confirmation() });
    const seen = (await readBasis(patient))?.seen ?? '';
    expect((await confirm(signer, seen, ' ')).statusCode).toBe(400);
    expect((await confirm(signer, '0'.repeat(64))).json().code).toBe('REPORT_BASIS_CHANGED');
    const confirmed = await confirm(signer, seen);
    expect(confirmed.json().data.version.confirmations).toEqual([
      { at: expect.any(String), by: 'Eva Luna Ríos', reason: 'El laboratorio confirmó 14' },
    ]);
    const [row] = await db()
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.subjectId, idVersion), eq(auditEvents.action, 'report.confirmed')));
    expect(row).toMatchObject({ actorId: signer.id, patientId: patient });
    expect(await readBasis(patient)).toBeNull();
    expect((await open(handed)).body).toContain('14 millones');
    expect((await create(idVersion)).status).toBe(200);

    // Another change is another decision.
    await correct(set, 'volume', { value: '3' });
    expect((await readBasis(patient))?.changes).toHaveLength(3);
    expect((await confirm(signer, seen)).json().code).toBe('REPORT_BASIS_CHANGED');
  });

  test('another doctor confirms it only if the signer can no longer sign', async () => {
    const [signer, other] = [await makeSigner(running()), await makeSigner(running())];
    const { patient, set, idVersion } = await signedReport(signer);
    await correct(set, 'concentration', { value: '41' });
    const confirm = async () => {
      const seen = (await readBasis(patient))?.seen ?? '';
      const confirmation = other.confirmation();
      const input = { idVersion, reason: 'Lo revisé con el laboratorio', seen, confirmation };
      return other.call('POST', 'confirm', input);
    };
    expect((await confirm()).json().code).toBe('CONFIRMED_BY_SIGNER');
    await db().update(staff).set({ status: 2 }).where(eq(staff.id, signer.id));
    expect((await confirm()).statusCode).toBe(200);
    expect(await readBasis(patient)).toBeNull();
  });

  test('E-10.1458: another doctor corrects it, or signs a new draft, only when the signer cannot sign', async () => {
    const [signer, other] = [await makeSigner(running()), await makeSigner(running())];
    const { patient, set, idVersion } = await signedReport(signer);
    const reason = { type: 'correction', reason: 'Cambió la concentración' } as const;
    const begin = async (version: string, amendment?: typeof reason) =>
      acceptWarnings(other, await startReview(other, version, amendment), ['differs', 'unsettled']);
    await correct(set, 'concentration', { value: '41' });
    const copy = await begin(idVersion, reason);
    expect((await signCopy(other, copy)).json().code).toBe('CONFIRMED_BY_SIGNER');
    const { idWorkingCopy, version } = copy;
    await other.call('POST', 'drop-working-copy', { idWorkingCopy, version });
    const draft = await addReport(db(), patient, 'exam_ai', 'Conviene repetir la muestra.');
    const fresh = await startReview(other, draft);
    expect((await signCopy(other, fresh, reason)).json().code).toBe('CONFIRMED_BY_SIGNER');

    await db().update(staff).set({ status: 2 }).where(eq(staff.id, signer.id));
    expect((await signCopy(other, fresh, reason)).statusCode).toBe(200);
    expect(await readBasis(patient)).toBeNull();
  });

  test('a correction settles it, and the earlier link shows no text that quotes the old value', async () => {
    const signer = await makeSigner(running());
    const { patient, set, idVersion } = await signedReport(signer);
    const { data } = await create(idVersion);
    const handed = { path: new URL(data.link, 'https://a.example').pathname, code: data.code };
    await correct(set, 'concentration', { value: '41' });
    const amendment = { type: 'correction', reason: 'Cambió la concentración' } as const;
    const copy = await startReview(signer, idVersion, amendment);
    expect(copy.open.differing).toBeGreaterThan(0);
    const sentences = copy.sentences.map(({ author: _, ...one }) => ({
      ...one,
      text: one.text.replace('14 millones', '41 millones').replace('29.4', '86.1'),
    }));
    const { idWorkingCopy, version } = copy;
    const saved = await signer.call('PUT', 'save-working-copy', {
      idWorkingCopy,
      version,
      sentences,
    });
    // The corrected set is not validated yet.
    const accepted = await acceptWarnings(signer, saved.json().data.workingCopy);
    expect((await signCopy(signer, accepted)).statusCode).toBe(200);
    await seal(running().database);
    expect(await readBasis(patient)).toBeNull();
    const old = await submit(handed.path, { ...BIRTH, code: handed.code });
    expect(old.body).toContain('Este informe se sustituyó por la versión 3');
    expect(old.body).not.toContain('14 millones');
  });

  test('a correction during the signature is noticed in either order', async () => {
    const signer = await makeSigner(running());
    for (let round = 0; round < 4; round += 1) {
      const patient = await addPatient(db());
      const set = await addResultSet(db(), patient, { status: 'validado' });
      const draft = await addReport(
        db(),
        patient,
        'exam_ai',
        'La concentración fue de 14 millones/mL.',
      );
      const copy = await startReview(signer, draft);
      const [signed] = await Promise.all([
        signCopy(signer, copy),
        correct(set, 'concentration', { value: '41' }),
      ]);
      const isRefused = signed.json().code === 'WARNINGS_OPEN';
      expect(signed.statusCode === 200 || isRefused).toBe(true);
      expect((await readBasis(patient)) === null).toBe(isRefused);
    }
  });

  test('a signature that waits for a correction under way quotes the old value, and is noticed', async () => {
    const signer = await makeSigner(running());
    const patient = await addPatient(db());
    const set = await addResultSet(db(), patient, { status: 'validado' });
    await signVersion(
      signer,
      await addReport(db(), patient, 'exam_ai', 'La concentración fue de 14 millones/mL.'),
    );
    const draft = await addReport(
      db(),
      patient,
      'exam_ai',
      'La concentración fue de 14 millones/mL. Conviene repetirla.',
    );
    const copy = await startReview(signer, draft);
    const replaces = await idOfValue(set, 'concentration');
    const signing = await db().transaction(async (transaction) => {
      await transaction.insert(resultValues).values({
        ...{ id: `val_${crypto.randomUUID()}`, setId: set, position: 0, analyte: 'concentration' },
        ...{ value: '41', unit: '10*6/mL', replaces },
      });
      const begun = signCopy(signer, copy, { type: 'correction', reason: 'Se completó el texto' });
      // It has read the old value and waits for the report that this transaction holds.
      await expect
        .poll(async () => {
          const { rows } = await db().execute(
            sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows.length;
        })
        .toBeGreaterThan(0);
      return { begun };
    });
    expect((await signing.begun).statusCode).toBe(200);
    expect((await readBasis(patient))?.changes).toMatchObject([
      { before: { value: '14' }, after: { value: '41' } },
    ]);
  });
});
