import { ACCEPTED_SENTENCE } from '@simiente/contract/reports/states';
import { eq } from 'drizzle-orm';
import { hashChanges } from '../../modules/reports/reading/basis.ts';
import { reports } from '../../schema/reports.ts';
import { addIdentity } from '../accounts/records.ts';
import { addConsent, addReport } from '../records.ts';
import { addDraftToken, addSignedVersion, addWorkingCopy, freshCode } from '../reports/reports.ts';
import { type CallRecords, type ExpectedCall, json, noInput, query } from './call-records.ts';

const addDraft = ({ db, patient }: CallRecords) =>
  addReport(db, patient, 'exam_ai', 'La muestra llegó completa.');

const addCopy = async (records: CallRecords) => ({
  idWorkingCopy: await addWorkingCopy(records.db, await addDraft(records), records.staff.id),
  version: 1,
});

/** Makes the account a signer, and confirms with its password and a code. */
async function makeConfirmation({ db, staff }: CallRecords) {
  await addIdentity(db, staff.id, { confirmedAt: new Date() });
  return { password: staff.password, code: await freshCode({ db }, staff) };
}

const QUOTE = {
  start: 0,
  end: 10,
  figure: 'La muestra',
  unit: null,
  analyte: null,
  verdict: 'agrees',
  message: 'coincide',
  explanation: null,
} as const;

/** Digest of 'La muestra llegó completa.' */
const SHA256 = '92f11ce1f22fc7e2adf27dfdd034f522fad53fc973c3d10f4175ca540420d24d';

export const reportCalls: Record<string, ExpectedCall> = {
  'GET /v1/reports/of-patient': {
    audits: 'patient.reports_read',
    namesPatient: true,
    input: ({ patient }) => query({ idUser: patient }),
  },
  'GET /v1/reports/get-version': {
    audits: 'report.version_read',
    namesPatient: true,
    input: async (records) => query({ idVersion: await addDraft(records) }),
  },
  'POST /v1/reports/start-review': {
    audits: 'report.review_started',
    namesPatient: true,
    input: async (records) => json({ idVersion: await addDraft(records) }),
  },
  'GET /v1/reports/get-working-copy': {
    audits: 'report.working_copy_read',
    namesPatient: true,
    input: ({ patient }) => query({ idUser: patient, kind: 'exam_ai' }),
  },
  'PUT /v1/reports/save-working-copy': {
    audits: 'report.working_copy_saved',
    namesPatient: true,
    input: async (records) => json({ ...(await addCopy(records)), sentences: [] }),
  },
  'POST /v1/reports/take-over': {
    audits: 'report.review_taken_over',
    namesPatient: true,
    input: async (records) =>
      json({
        idWorkingCopy: await addWorkingCopy(records.db, await addDraft(records), records.colleague),
        version: 1,
      }),
  },
  'POST /v1/reports/drop-working-copy': {
    audits: 'report.review_dropped',
    namesPatient: true,
    input: async (records) => json(await addCopy(records)),
  },
  'POST /v1/reports/sign': {
    audits: 'report.signed',
    namesPatient: true,
    input: async (records) =>
      json({
        ...(await addCopy(records)),
        sha256: SHA256,
        accepted: ACCEPTED_SENTENCE,
        confirmation: await makeConfirmation(records),
      }),
  },
  'POST /v1/reports/withdraw': {
    audits: 'report.withdrawn',
    namesPatient: true,
    input: async (records) => {
      const confirmation = await makeConfirmation(records);
      return json({
        idVersion: await addSignedVersion(records, await addDraft(records), records.staff.id),
        reason: 'Es de otro paciente',
        confirmation,
      });
    },
  },
  'POST /v1/reports/confirm': {
    audits: 'report.confirmed',
    namesPatient: true,
    input: async (records) => {
      const confirmation = await makeConfirmation(records);
      // A quoted value that was purged.
      const findings = [{ ...QUOTE, quotes: ['val_purgado'] }];
      const draft = await addDraft(records);
      const idVersion = await addSignedVersion(records, draft, records.staff.id, { findings });
      const changes = [
        { source: 'val_purgado', change: 'deleted', now: null, sample: null },
      ] as const;
      return json({
        idVersion,
        reason: 'Sigue igual',
        seen: hashChanges(changes),
        confirmation,
      });
    },
  },
  'POST /v1/reports/discard-draft': {
    audits: 'report.draft_discarded',
    namesPatient: true,
    input: async (records) => json({ idVersion: await addDraft(records), reason: 'No es suyo' }),
  },
  'GET /v1/reports/attention': {
    audits: null,
    why: 'counts without personal data',
    input: noInput,
  },
  'POST /v1/reports/write-draft': {
    audits: 'report.draft_received',
    namesPatient: true,
    input: ({ patient }) => json({ idUser: patient }),
  },
  // The model of these tests is unreachable, because the request is audited before it leaves.
  'POST /v1/reports/word-draft': {
    audits: 'report.sent_to_model',
    namesPatient: true,
    input: async (records) => {
      await addConsent(records.db, records.patient, { purpose: 'automatic_drafts' });
      const facts = { values: ['Volumen: 2.1 mL'], rule: 'OMS' };
      const sentences = [{ text: 'El volumen fue de 2.1 mL.', author: 'ia', facts } as const];
      const draft = { source: 'reglas', ruleVersion: 'reglas-1', sentences } as const;
      const text = 'El volumen fue de 2.1 mL.';
      return json({
        idVersion: await addReport(records.db, records.patient, 'exam_ai', text, draft),
      });
    },
  },
  'GET /v1/reports/:id/fhir': {
    audits: 'report.fhir_read',
    namesPatient: true,
    url: async (records) => {
      await addDraft(records);
      const [report] = await records.db
        .select({ id: reports.id })
        .from(reports)
        .where(eq(reports.patientId, records.patient));
      return `/v1/reports/${report?.id}/fhir`;
    },
    input: noInput,
  },
  'GET /v1/reports/queue': { audits: 'reports.queue_listed', input: noInput },
  'GET /v1/reports/statistics': { audits: 'reports.statistics_read', input: noInput },
  'POST /v1/reports/drafts': {
    audits: 'report.draft_received',
    namesPatient: true,
    input: async ({ db, patient }) => ({
      ...json({ idUser: patient, kind: 'exam_ai', text: 'La muestra llegó completa.' }),
      headers: { authorization: `Bearer ${await addDraftToken(db)}` },
    }),
  },
};
