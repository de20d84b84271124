import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { patients } from '../../../schema/patients.ts';
import { resultValues } from '../../../schema/results.ts';
import { MANY_ATTEMPTS, sharedApplication } from '../../../testing/application.ts';
import {
  addPartner,
  addPatient,
  addReceivedResult,
  addReport,
  addResultSet,
} from '../../../testing/records.ts';
import { changedResults } from '../../../testing/reports/changed-results.ts';
import {
  makeSigner,
  saveCopy,
  signCopy,
  signVersion,
  startReview,
} from '../../../testing/reports/reports.ts';
import { laboratorySender, makeMessage } from '../../../testing/results/laboratory-messages.ts';

const testApp = sharedApplication({
  attemptLimits: MANY_ATTEMPTS,
  clinicTimeZone: 'America/Mexico_City',
});
const db = () => testApp().database.db;
const laboratory = laboratorySender(testApp);
const { signedReport, send, correct, readBasis, findExamId } = changedResults(testApp);

describe('H-C1, E-10.1350: a change of a result that a signed report quotes is noticed', () => {
  test('a correction is listed with its derived value, author and reason', async () => {
    const signer = await makeSigner(testApp());
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
    const now = await laboratory.findSets(patient);
    const idValue = now[0]?.values.find((one) => one.analyte === 'concentration')?.idValue;
    const values = [{ idValue, value: '14' }];
    await send('/v1/result/correct', { idResultSet: set, reason: 'Era 14', values });
    expect(await readBasis(patient)).toBeNull();
  });

  test('a withdrawn value, a changed sample day, and a deleted study (until it is restored) are listed', async () => {
    const signer = await makeSigner(testApp());
    const { patient, set } = await signedReport(signer);
    const exam = await findExamId(set);
    await send('/v1/user/delete', { idUsers: [exam], reason: 'Está repetido' });
    expect((await readBasis(patient))?.changes.map(({ change, after }) => [change, after])).toEqual(
      Array.from({ length: 4 }, () => ['deleted', null]),
    );
    expect((await readBasis(patient))?.changes[0]).toMatchObject({
      by: 'Mariana Solórzano',
      reason: 'Está repetido',
    });
    await send('/v1/trash/restore', { ids: [exam] });
    expect(await readBasis(patient)).toBeNull();

    const day = { collectedAt: '2026-10-11T15:00:00Z' };
    await send('/v1/result/correct', {
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

  test('E-10.3258: a changed birth date or sex is listed, and stops the report like a changed result', async () => {
    const signer = await makeSigner(testApp());
    const { patient } = await signedReport(signer);
    const change = (fields: object) =>
      db().update(patients).set(fields).where(eq(patients.id, patient));
    // A sex that the signed version lacks contradicts nothing.
    await change({ sex: 'male' });
    expect(await readBasis(patient)).toBeNull();
    await change({ birthDate: '1991-04-09' });
    expect((await readBasis(patient))?.changes).toMatchObject([
      {
        change: 'patient',
        name: 'Fecha de nacimiento',
        before: { text: '9 abr 1992' },
        after: { text: '9 abr 1991' },
      },
    ]);
    const { body } = await testApp().staff.get(`/v1/reports/queue?limit=100`);
    expect(JSON.stringify(body)).toContain(patient);
    await change({ birthDate: '1992-04-09' });
    expect(await readBasis(patient)).toBeNull();
  });

  test('E-10.3259: a corrected method or laboratory of a printed sample, and another flag, are listed', async () => {
    const signer = await makeSigner(testApp());
    const { patient, set } = await signedReport(signer, 'Conviene repetir la muestra.');
    const correctSet = (facts: object) =>
      send('/v1/result/correct', { idResultSet: set, reason: 'Así dice el papel', ...facts });
    await correctSet({ method: 'CASA' });
    expect((await readBasis(patient))?.changes[0]).toMatchObject({
      change: 'sample',
      reason: 'Así dice el papel',
    });
    await correctSet({ method: null });
    expect(await readBasis(patient)).toBeNull();
    await correctSet({ idLaboratory: laboratory.laboratory() });
    expect((await readBasis(patient))?.changes[0]).toMatchObject({ change: 'sample' });

    const other = await addPatient(db());
    const makeFlaggedMessage = (flag: string) =>
      makeMessage({
        patient: other,
        filler: 'H-C1-flag',
        rest: [`OBX|1|NM|9780-8^Concentración^LN||14|10*6/mL||${flag}|||F`],
      });
    await laboratory.post(makeFlaggedMessage('L'));
    const text = 'La concentración fue de 14 millones/mL.';
    await signVersion(signer, await addReport(db(), other, 'exam_ai', text));
    await laboratory.post(makeFlaggedMessage('LL'));
    expect((await readBasis(other))?.changes).toMatchObject([{ change: 'corrected' }]);
  });

  test.each([
    ['C', '41', 'corrected'],
    ['D', '', 'withdrawn'],
    ['P', '14', 'preliminary'],
    ['P', '41', 'held'],
  ])('E-10.3522: a laboratory message with %s is listed', async (status, value, change) => {
    const signer = await makeSigner(testApp());
    const patient = await addPatient(db());
    const filler = `H-C1-${status}${value}`;
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

  test('a sample that the laboratory reassigns to another person is listed', async () => {
    const signer = await makeSigner(testApp());
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

  test.each([
    ['other values', 'other-values'],
    ['values of another patient', 'shared-values'],
  ] as const)(
    'E-10.3402, E-10.3524: a sample that waits because of %s is listed until the decision',
    async (_, reason) => {
      const signer = await makeSigner(testApp());
      const { patient, set } = await signedReport(signer);
      const laboratoryId = await addPartner(db(), { type: 'Laboratorio', name: 'Lab del Norte' });
      const wait = () => addReceivedResult(db(), laboratoryId, { setId: set, reason });
      const first = await wait();
      const held = await readBasis(patient);
      const waits = { change: 'held', reason: null, at: expect.any(String), by: 'Lab del Norte' };
      expect(held?.changes).toContainEqual(expect.objectContaining(waits));
      expect((await send('/v1/result/discard-received', { idReceived: first })).statusCode).toBe(
        200,
      );
      expect(await readBasis(patient)).toBeNull();
      await wait();
      expect((await readBasis(patient))?.seen).not.toBe(held?.seen);
      // A correction of another value does not make its author the one who holds the sample.
      await correct(set, 'volume', { value: '3' });
      const now = (await readBasis(patient))?.changes.filter(({ change }) => change === 'held');
      expect(now?.find(({ derivedFrom }) => derivedFrom === null)).toMatchObject(waits);
    },
  );

  test.each(['No se observan espermatozoides', 'Azoospermia'])(
    'E-10.1459: the result in words %s is listed, also of a sample that is in no table of the version',
    async (words) => {
      const signer = await makeSigner(testApp());
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
    const signer = await makeSigner(testApp());
    const { patient, set } = await signedReport(signer, 'Presenta oligozoospermia.');
    await correct(set, 'concentration', { value: '41' });
    expect((await readBasis(patient))?.changes).toMatchObject([
      { before: { value: '14' }, after: { value: '41' } },
    ]);
  });
});
