import type { QueuedReport } from '@simiente/contract/reports/calls';
import { describe, expect, test } from 'vitest';
import { MANY_ATTEMPTS, sharedApplication } from '../../../testing/application.ts';
import { addPatient, addReport, addResultSet } from '../../../testing/records.ts';
import {
  callReports,
  makeSignature,
  makeSigner,
  signVersion,
  startReview,
  type TestSigner,
} from '../../../testing/reports/reports.ts';

const testApp = sharedApplication({ attemptLimits: MANY_ATTEMPTS });
const db = () => testApp().database.db;

async function addDraft(text = 'La muestra llegó completa. Conviene repetir el estudio.') {
  const patient = await addPatient(db(), { name: 'Alejandro Villaseñor' });
  return { patient, draft: await addReport(db(), patient, 'exam_ai', text) };
}

describe('E-10.617: the queue of reports to sign', () => {
  test('has the reports that wait for a signature, oldest first, with open figures and reviewer', async () => {
    const reviewer = await makeSigner(testApp());
    const first = await addDraft('La concentración fue de 70 millones/ml.');
    await addResultSet(db(), first.patient, { values: { concentration: '14' } });
    const second = await addDraft('Todo llegó bien.');
    await startReview(reviewer, second.draft);
    const answer = await reviewer.call('GET', 'queue', { limit: 100 });
    const { reports, total } = answer.json().data;
    const own = reports.filter(({ patient }: { patient: { idUser: string } }) =>
      [first.patient, second.patient].includes(patient.idUser),
    );
    expect(own).toMatchObject([
      {
        idVersion: first.draft,
        number: 1,
        source: 'ia',
        differing: 1,
        unknown: 0,
        reviewer: null,
      },
      { idVersion: second.draft, differing: 0, reviewer: { idAccount: reviewer.id } },
    ]);
    expect(total).toBe(reports.length);
  });

  test('E-10.3642: compares a text that was listed before with the current results', async () => {
    const reviewer = await makeSigner(testApp());
    const { patient } = await addDraft('La concentración fue de 70 millones/ml.');
    const countDiffering = async () => {
      const answer = await reviewer.call('GET', 'queue', { limit: 100 });
      const { reports }: { reports: QueuedReport[] } = answer.json().data;
      return reports.find((one) => one.patient.idUser === patient)?.differing;
    };
    expect(await countDiffering()).toBe(0);
    await addResultSet(db(), patient, { values: { concentration: '14' } });
    expect(await countDiffering()).toBe(1);
  });

  test('has pages, filters by kind and source, and is exported as CSV', async () => {
    const reviewer = await makeSigner(testApp());
    for (let made = 0; made < 3; made += 1) {
      const { patient } = await addDraft();
      await addReport(db(), patient, 'first_medical', 'Un texto.', { source: 'reglas' });
    }
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await reviewer.call('GET', 'queue', {
        limit: 2,
        kind: 'first_medical',
        source: 'reglas',
        ...(cursor && { cursor }),
      });
      const data: { reports: { idReport: string }[]; nextCursor: string | null } = page.json().data;
      ids.push(...data.reports.map(({ idReport }) => idReport));
      cursor = data.nextCursor;
    } while (cursor !== null);
    expect(new Set(ids).size).toBe(3);
    const answer = await testApp().staff.request({
      method: 'POST',
      url: '/v1/exports',
      payload: { list: 'reportQueue', filters: { kind: 'first_medical' } },
    });
    const file = await testApp().staff.request({
      url: `/v1/exports/${answer.json().data.idExport}`,
    });
    expect(file.statusCode).toBe(200);
    const lines = file.body.trim().split(/\r?\n/);
    expect(lines[0]).toContain('Cifras que no coinciden');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain('Automático');
  });

  test('leaves out signed and discarded drafts, and drafts of a deleted patient', async () => {
    const reviewer = await makeSigner(testApp());
    const { patient, draft } = await addDraft();
    const isQueued = async () => {
      const answer = await reviewer.call('GET', 'queue', { limit: 100 });
      return answer
        .json()
        .data.reports.some(
          (one: { patient: { idUser: string } }) => one.patient.idUser === patient,
        );
    };
    expect(await isQueued()).toBe(true);
    await reviewer.call('POST', 'discard-draft', { idVersion: draft, reason: 'No es suyo' });
    expect(await isQueued()).toBe(false);
    const other = await callReports(testApp().staff.request, 'GET', 'queue', { limit: 1 });
    expect(other.statusCode).toBe(200);
  });

  const readQueue = async (
    reviewer: Pick<TestSigner, 'call'>,
    filters: object = {},
  ): Promise<QueuedReport[]> => {
    const found: QueuedReport[] = [];
    let cursor: string | null = null;
    do {
      const answer = await reviewer.call('GET', 'queue', {
        limit: 100,
        ...filters,
        ...(cursor && { cursor }),
      });
      expect(answer.statusCode).toBe(200);
      found.push(...answer.json().data.reports);
      cursor = answer.json().data.nextCursor;
    } while (cursor !== null);
    return found;
  };

  test('E-10.683: lists an open correction until it is signed or closed, and so a withdrawn text under review', async () => {
    const reviewer = await makeSigner(testApp());
    const { patient, draft } = await addDraft();
    const findOwn = async () =>
      (await readQueue(reviewer)).find(({ patient: { idUser } }) => idUser === patient);
    const signed = await signVersion(reviewer, draft);
    expect(await findOwn()).toBeUndefined();
    const reason = 'El volumen estaba mal';
    const copy = await startReview(reviewer, signed.idVersion, { type: 'correction', reason });
    expect(await findOwn()).toMatchObject({
      idVersion: signed.idVersion,
      number: signed.number,
      work: 'correction',
      source: null,
      arrivedAt: copy.startedAt,
      reviewer: { idAccount: reviewer.id },
    });
    const attention = await reviewer.call('GET', 'attention', {});
    expect(attention.json().data.toSign).toBe((await readQueue(reviewer)).length);

    // A new draft waits after the correction, and the report is one row.
    await addReport(db(), patient, 'exam_ai', 'Un borrador más nuevo.');
    const rows = (await readQueue(reviewer)).filter(
      ({ patient: { idUser } }) => idUser === patient,
    );
    expect(rows).toMatchObject([{ work: 'correction', arrivedAt: copy.startedAt }]);
    await reviewer.call('POST', 'drop-working-copy', {
      idWorkingCopy: copy.idWorkingCopy,
      version: copy.version,
    });
    expect(await findOwn()).toMatchObject({ work: 'draft', source: 'ia' });

    const newest = (await findOwn())?.idVersion ?? '';
    await reviewer.call('POST', 'discard-draft', { idVersion: newest, reason: 'No hace falta' });
    expect(await findOwn()).toBeUndefined();
    const withdrawn = await reviewer.call('POST', 'withdraw', {
      idVersion: signed.idVersion,
      reason: 'Era de otra muestra',
      confirmation: reviewer.confirmation(),
    });
    expect(withdrawn.statusCode).toBe(200);
    const again = await startReview(reviewer, signed.idVersion);
    expect(await findOwn()).toMatchObject({ work: 'again' });
    const answer = await reviewer.call(
      'POST',
      'sign',
      makeSignature(again, reviewer.confirmation()),
    );
    expect(answer.statusCode).toBe(200);
    expect(await findOwn()).toBeUndefined();
  });

  test('E-10.684: filters drafts with and without open warnings, page by page, and the export has the same rows', async () => {
    const reviewer = await makeSigner(testApp());
    const texts = ['La concentración fue de 70 millones/ml.', 'Todo llegó bien.'];
    for (let made = 0; made < 6; made += 1) {
      const { patient } = await addDraft('Sin nada.');
      await addReport(db(), patient, 'first_medical', texts[made % 2] ?? '', { source: 'modelo' });
    }
    const filters = { kind: 'first_medical', source: 'modelo' };
    const all = await readQueue(reviewer, filters);
    expect(all).toHaveLength(6);
    const ids = (rows: readonly QueuedReport[]) => rows.map(({ idReport }) => idReport);
    for (const warnings of ['open', 'none']) {
      const expected = ids(all.filter(({ unknown }) => unknown > 0 === (warnings === 'open')));
      expect(expected).toHaveLength(3);
      expect(ids(await readQueue(reviewer, { ...filters, warnings, limit: 2 }))).toEqual(expected);
      const [first] = [await reviewer.call('GET', 'queue', { ...filters, warnings, limit: 1 })];
      expect(first?.json().data).toMatchObject({ total: 3, totalIsCapped: false });
      const answer = await testApp().staff.request({
        method: 'POST',
        url: '/v1/exports',
        payload: { list: 'reportQueue', filters: { ...filters, warnings } },
      });
      const file = await testApp().staff.request({
        url: `/v1/exports/${answer.json().data.idExport}`,
      });
      const lines = file.body.trim().split(/\r?\n/).slice(1);
      expect(lines.map((line) => line.split(',').at(-1))).toEqual(expected);
    }
    const rejected = await reviewer.call('GET', 'queue', { warnings: 'todas' });
    expect(rejected.statusCode).toBe(400);
  });
});
