import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../../schema/audit.ts';
import { consents } from '../../../schema/consents.ts';
import { reportDeliveries } from '../../../schema/deliveries.ts';
import { exams } from '../../../schema/exams.ts';
import { MANY_ATTEMPTS, sharedApplication } from '../../../testing/application.ts';
import { mergeRequests } from '../../../testing/calls/merge-requests.ts';
import { formRequest, makePdf } from '../../../testing/files/uploads.ts';
import {
  addConsent,
  addDelivery,
  addDoctor,
  addDoctorAppointment,
  addExam,
  addNote,
  addPatients,
  addReport,
  addResultSet,
} from '../../../testing/records.ts';
import {
  makeSigner,
  readReport,
  signCopy,
  signVersion,
  startReview,
} from '../../../testing/reports/reports.ts';
import { verifySigned } from '../../reports/signing/verify-signed.ts';

const testApp = sharedApplication({ attemptLimits: MANY_ATTEMPTS });
const { send, merge, completeMerge, undo, preview } = mergeRequests(testApp);
const db = () => testApp().database.db;

async function addTwo(one: object = {}, other: object = {}): Promise<[string, string]> {
  const [kept = '', merged = ''] = await addPatients(db(), [
    { name: 'Héctor Barragán', ...one },
    { name: 'Hector B', ...other },
  ]);
  return [kept, merged];
}

describe('the id of the merged record', () => {
  test('E-10.1803: leads to the kept record in reads, changes and uploads', async () => {
    const [kept, mergedOne] = await addTwo();
    await completeMerge(kept, mergedOne, { take: ['name'] });
    expect(await send('GET', `/v1/user/get-one?idUser=${mergedOne}`)).toMatchObject({
      data: { idUser: kept, name: 'Hector B' },
    });
    expect(
      await send('PUT', '/v1/user/update', { idUser: mergedOne, phone: '55 1234 5678' }),
    ).toMatchObject({
      data: { patient: { idUser: kept, phone: '55 1234 5678' } },
    });
    expect(
      await send('PUT', '/v1/user/update-status', { idUsers: [mergedOne, kept], status: 3 }),
    ).toMatchObject({ data: { updated: 1 } });
    const answer = await testApp().staff.request({
      method: 'POST',
      url: '/v1/exam/create',
      ...(await formRequest({ idUser: mergedOne, examType: 'Seminograma' }, { bytes: makePdf() })),
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const stored = await db().select().from(exams).where(eq(exams.patientId, kept));
    expect(stored).toHaveLength(1);
  });

  test('E-10.1803: answers an edit of the merged record’s last version with a conflict and the kept record', async () => {
    const [kept, mergedOne] = await addTwo();
    await completeMerge(kept, mergedOne);
    // The kept record has this version too.
    expect(
      await send('PUT', '/v1/user/update', { idUser: mergedOne, name: 'Otro', version: 2 }),
    ).toMatchObject({
      code: 'STALE_VERSION',
      details: { current: { idUser: kept, name: 'Héctor Barragán' } },
    });
  });

  test('E-10.1803: cannot be deleted, restored or merged again, and the answer has the kept id', async () => {
    const [kept, mergedOne] = await addTwo();
    await completeMerge(kept, mergedOne);
    const rejected = { status: 409, code: 'PATIENT_MERGED', details: { idUser: kept } };
    expect(await send('POST', '/v1/user/delete', { idUsers: [mergedOne] })).toMatchObject(rejected);
    expect(await send('POST', '/v1/trash/restore', { ids: [mergedOne] })).toMatchObject(rejected);
    const [third = ''] = await addPatients(db(), [{ name: 'Tres' }]);
    expect(await merge(third, mergedOne)).toMatchObject(rejected);
    const trash = await testApp().staff.get('/v1/trash/list');
    expect(JSON.stringify(trash.body)).not.toContain(mergedOne);
  });

  test('E-10.1803: lists accesses to the merged record with those to the kept one', async () => {
    const [kept, mergedOne] = await addTwo();
    await send('GET', `/v1/user/get-medical-history-patient?idUser=${mergedOne}`);
    await completeMerge(kept, mergedOne);
    const { entries } = (
      (await testApp().staff.get(`/v1/user/accesses?idUser=${mergedOne}`)).body as {
        data: { entries: { action: string }[] };
      }
    ).data;
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['patient.history_read', 'patient.merged']),
    );
  });
});

test('E-10.2503: a preview counts the notes of both records', async () => {
  const [kept, merged] = await addTwo({}, {});
  await addNote(db(), merged);
  expect(await preview(kept, merged)).toMatchObject({ counts: { notes: [0, 1] } });
});

describe('a merge of records that may be different people', () => {
  test('E-10.1805: needs typed words if CURP, birth date or sex differ, or validated results share a day', async () => {
    const day = { status: 'validado', collectedAt: new Date('2026-03-02T18:00:00Z') } as const;
    for (const [one, other, warning] of [
      [{ curp: 'BOXW310820HNERXN09' }, { curp: 'HEGG560427MVZRRL04' }, 'curp'],
      [{ birthDate: '1990-01-01' }, { birthDate: '1990-01-02' }, 'birthDate'],
      [{ sex: 'male' }, { sex: 'intersex' }, 'sex'],
      [{}, {}, 'results'],
    ] as const) {
      const [kept, mergedOne] = await addTwo(one, other);
      if (warning === 'results')
        for (const id of [kept, mergedOne]) await addResultSet(db(), id, day);
      expect(await preview(kept, mergedOne)).toMatchObject({ warnings: [warning] });
      for (const confirmation of [undefined, 'si', 'misma']) {
        expect(await merge(kept, mergedOne, { confirmation })).toMatchObject({
          status: 400,
          issues: [{ path: 'confirmation' }],
        });
      }
      await completeMerge(kept, mergedOne, { confirmation: ' Misma persona ' });
      await send('POST', '/v1/user/delete', { idUsers: [kept] });
    }
    const [kept, mergedId] = await addTwo({ birthDate: '1990-01-01' }, {});
    expect(await preview(kept, mergedId)).toMatchObject({ warnings: [] });
    await completeMerge(kept, mergedId, { confirmation: undefined });
  });
});

test('E-10.1803: a merge keeps only the chosen consent to each purpose in force, and leaves links to reports open', async () => {
  for (const take of [[], ['consents']]) {
    const [kept, mergedOne] = await addTwo();
    const signer = await makeSigner(testApp());
    const draft = await addReport(db(), kept, 'exam_ai', 'Un texto de la IA.');
    const { idVersion: versionId } = await signVersion(signer, draft);
    await addConsent(db(), kept, { givenOn: '2026-01-14' });
    await addConsent(db(), mergedOne, { givenOn: '2026-02-03' });
    for (const patientId of [kept, mergedOne]) await addDelivery(db(), { patientId, versionId });
    await completeMerge(kept, mergedOne, { take });
    const rows = await db().select().from(consents).where(eq(consents.patientId, kept));
    const inForce = rows.filter(({ withdrawnAt }) => withdrawnAt === null);
    expect(inForce.map(({ givenOn }) => givenOn)).toEqual([
      take.length === 0 ? '2026-01-14' : '2026-02-03',
    ]);
    expect(rows).toHaveLength(2);
    const links = await db()
      .select()
      .from(reportDeliveries)
      .where(eq(reportDeliveries.patientId, kept));
    expect(links.map(({ closedAt }) => closedAt)).toEqual([null, null]);
  }
});

describe('signed reports of merged patients', () => {
  test('E-10.1806: keep their text, the last signed one is in force, and undoing the merge moves each back', async () => {
    const signer = await makeSigner(testApp());
    const [kept, mergedOne] = await addTwo();
    const sign = async (patient: string, text: string) =>
      (await signVersion(signer, await addReport(db(), patient, 'exam_ai', text))).idVersion;
    const first = await sign(mergedOne, 'El primer texto de la IA.');
    const last = await sign(kept, 'El último texto de la IA.');
    const id = await completeMerge(kept, mergedOne, { take: ['name'] });
    const report = await readReport(testApp().staff, mergedOne);
    expect(report.inForce).toBe(last);
    expect(
      report.versions.map(({ idVersion, number, writtenAs }) => [idVersion, number, writtenAs]),
    ).toEqual([
      [last, 4, { number: 2, name: null }],
      [expect.any(String), 3, { number: 1, name: null }],
      [first, 2, { number: 2, name: 'Hector B' }],
      [expect.any(String), 1, { number: 1, name: 'Hector B' }],
    ]);
    const problems: string[] = [];
    await verifySigned(db(), ({ id: version }) => problems.push(version));
    expect(problems).toEqual([]);

    expect(await undo(id)).toMatchObject({ status: 200 });
    for (const [patient, version] of [
      [kept, last],
      [mergedOne, first],
    ] as const) {
      const { inForce, versions } = await readReport(testApp().staff, patient);
      expect(inForce).toBe(version);
      expect(versions.map(({ number, writtenAs }) => [number, writtenAs])).toEqual([
        [2, null],
        [1, null],
      ]);
    }
  });

  test('E-10.1806: two open reviews of the same kind prevent the merge', async () => {
    const [kept, merged] = await addTwo();
    const signer = await makeSigner(testApp());
    for (const patient of [kept, merged]) {
      await startReview(signer, await addReport(db(), patient, 'exam_ai', 'Un texto de la IA.'));
    }
    expect(await merge(kept, merged)).toMatchObject({ code: 'MERGE_REVIEWS_OPEN' });
  });
});

describe('simultaneous merges and edits', () => {
  const outcomes = (answers: readonly { status: number; code?: string }[]) =>
    answers.map(({ status, code }) => code ?? status).sort();

  test('E-10.1807: one of two merges of the same patients succeeds', async () => {
    const [one, other] = await addTwo();
    const answers = await Promise.all([merge(one, other), merge(other, one)]);
    expect(outcomes(answers)[0]).toBe(200);
    expect(outcomes(answers)[1]).toMatch(/PATIENT_MERGED|BAD_REQUEST|STALE_VERSION/);
  });

  test('E-10.1807: an edit and a merge do not overwrite each other', async () => {
    const [kept, merged] = await addTwo();
    const edit = send('PUT', '/v1/user/update', { idUser: merged, name: 'Editado', version: 1 });
    const [edited, joined] = await Promise.all([edit, merge(kept, merged, { otherVersion: 1 })]);
    expect(outcomes([edited, joined])).toEqual([200, 'STALE_VERSION']);
  });

  test('E-10.2905: a change that waits for a merge is made in the kept record', async () => {
    const [kept, merged] = await addTwo();
    const patientId = merged;
    const idExam = await addExam(db(), patientId);
    const doctorId = await addDoctor(db());
    const idAppointment = await addDoctorAppointment(db(), { patientId, doctorId });
    const findWaiting = () =>
      db().execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
    const sent = await db().transaction(async (transaction) => {
      await transaction.execute(sql`select from ${exams} where id = ${idExam} for update`);
      const joined = merge(kept, merged);
      await expect.poll(async () => (await findWaiting()).rows.length).toBe(1);
      const date = '2026-12-02T16:00:00.000Z';
      const moved = send('PUT', '/v1/doctor/update_appointment_status', {
        ...{ idAppointment, date, status: 'assigned' },
      });
      await expect.poll(async () => (await findWaiting()).rows.length).toBe(2);
      return { joined, moved };
    });
    expect(await sent.joined).toMatchObject({ status: 200 });
    expect(await sent.moved).toMatchObject({
      status: 200,
      data: { appointment: { idUser: kept } },
    });
  });

  test('E-10.1807: a signature and a merge lose no version', async () => {
    const signer = await makeSigner(testApp());
    const [kept, merged] = await addTwo();
    const copy = await startReview(signer, await addReport(db(), merged, 'exam_ai', 'Un texto.'));
    const [signed, joined] = await Promise.all([signCopy(signer, copy), merge(kept, merged)]);
    expect(joined).toMatchObject({ status: 200 });
    const { versions, review } = await readReport(testApp().staff, kept);
    expect(versions).toHaveLength(signed.statusCode === 200 ? 2 : 1);
    // A rejected signature loses nothing: the review continues in the kept record.
    expect(review === null).toBe(signed.statusCode === 200);
  });
});

test('E-10.1803: a merge and its undo are in the audit of the kept patient', async () => {
  const [kept, mergedOne] = await addTwo();
  await addExam(db(), mergedOne);
  await undo(await completeMerge(kept, mergedOne, { take: ['name'] }));
  const rows = await db().select().from(auditEvents).where(eq(auditEvents.patientId, kept));
  const acts = rows.filter(({ action }) => /merged/.test(action));
  expect(acts.map(({ action, details }) => [action, details?.other])).toEqual([
    ['patient.merged', mergedOne],
    ['patient.unmerged', mergedOne],
  ]);
  expect(JSON.stringify(acts)).not.toContain('Hector');
});
