import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../../schema/audit.ts';
import { resultValues } from '../../../schema/results.ts';
import { staff } from '../../../schema/staff.ts';
import { MANY_ATTEMPTS, sharedApplication } from '../../../testing/application.ts';
import { addPatient, addReport, addResultSet } from '../../../testing/records.ts';
import { changedResults, TEXT } from '../../../testing/reports/changed-results.ts';
import {
  BIRTH,
  deliveryRequests,
  UNLIMITED_VISITS,
} from '../../../testing/reports/report-visits.ts';
import {
  acceptWarnings,
  callReports,
  makeSigner,
  signCopy,
  signVersion,
  startReview,
  type TestSigner,
} from '../../../testing/reports/reports.ts';
import { seal } from '../../../testing/reports/signed-reports.ts';

const testApp = sharedApplication({
  attemptLimits: MANY_ATTEMPTS,
  publicLimits: UNLIMITED_VISITS,
  clinicTimeZone: 'America/Mexico_City',
});
const db = () => testApp().database.db;
const { create, visit, open, post: submit } = deliveryRequests(testApp);
const { signedReport, findValueId, correct, readBasis } = changedResults(testApp);

describe('H-C1, E-10.1351: nothing is delivered until a doctor settles the change', () => {
  test('a link is paused, and works again once the signer confirms the report with a reason', async () => {
    const signer = await makeSigner(testApp());
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
    const { body } = await testApp().staff.get(`/v1/deliveries/of-patient?idUser=${patient}`);
    expect(body).toMatchObject({
      data: { deliverable: [{ isPaused: true }], deliveries: [{ state: 'open', isPaused: true }] },
    });
    const history = await testApp().staff.get(
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

    const confirm = (confirmer: TestSigner, seen: string, reason = 'El laboratorio confirmó 14') =>
      confirmer.call('POST', 'confirm', {
        idVersion,
        reason,
        seen,
        confirmation: confirmer.confirmation(),
      });
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
    const [signer, other] = [await makeSigner(testApp()), await makeSigner(testApp())];
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
    const [signer, other] = [await makeSigner(testApp()), await makeSigner(testApp())];
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
    const signer = await makeSigner(testApp());
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
    await seal(testApp().database);
    expect(await readBasis(patient)).toBeNull();
    const old = await submit(handed.path, { ...BIRTH, code: handed.code });
    expect(old.body).toContain('Este informe se sustituyó por la versión 3');
    expect(old.body).not.toContain('14 millones');
  });

  test('a correction during the signature is noticed in either order', async () => {
    const signer = await makeSigner(testApp());
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
      const isRejected = signed.json().code === 'WARNINGS_OPEN';
      expect(signed.statusCode === 200 || isRejected).toBe(true);
      expect((await readBasis(patient)) === null).toBe(isRejected);
    }
  });

  test('a signature that waits for a concurrent correction quotes the old value, and the change is noticed', async () => {
    const signer = await makeSigner(testApp());
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
    const replaces = await findValueId(set, 'concentration');
    const signing = await db().transaction(async (transaction) => {
      await transaction.insert(resultValues).values({
        ...{ id: `val_${crypto.randomUUID()}`, setId: set, position: 0, analyte: 'concentration' },
        ...{ value: '41', unit: '10*6/mL', replaces },
      });
      const pendingSignature = signCopy(signer, copy, {
        type: 'correction',
        reason: 'Se completó el texto',
      });
      // The correction has read the old value, and waits for the report that this transaction holds.
      await expect
        .poll(async () => {
          const { rows } = await db().execute(
            sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows.length;
        })
        .toBeGreaterThan(0);
      return { begun: pendingSignature };
    });
    expect((await signing.begun).statusCode).toBe(200);
    expect((await readBasis(patient))?.changes).toMatchObject([
      { before: { value: '14' }, after: { value: '41' } },
    ]);
  });
});
