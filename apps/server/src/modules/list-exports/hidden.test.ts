import { getCapabilities } from '@simiente/contract/common/access/roles';
import { exportFormats } from '@simiente/contract/common/paths';
import { type ExportRequest, exportCapabilities } from '@simiente/contract/list-exports/calls';
import { expect, test } from 'vitest';
import { replacedFiles } from '../../schema/operation/replaced-files.ts';
import { sharedApplication } from '../../testing/application.ts';
import { requestExport } from '../../testing/calls/list-exports.ts';
import { fetchRecord } from '../../testing/calls/patient-record.ts';
import {
  addBranch,
  addExam,
  addExamOrder,
  addFile,
  addOrderDownload,
  addPartner,
  addPatient,
  addRecipeAppointment,
  addReport,
  addResultSet,
} from '../../testing/records.ts';
import { readReport } from '../../testing/reports/reports.ts';
import { readZip } from '../patient-export/testing/read-zip.ts';

const testApp = sharedApplication();
const db = () => testApp().database.db;

/** Words that only accounts with access to exams, results and reports may see. */
const SECRETS = ['ocultoarchivo', 'ocultoanterior', 'ocultoenlace', '73.19', 'ocultoinforme'];

/** Adds a patient whose files, results and reports contain the secrets, to every list. */
async function addSecretPatient() {
  const { store, staff } = testApp();
  const patient = await addPatient(db(), { name: 'Ana Pérez' });
  const fileId = await addFile(db(), store, { name: 'ocultoarchivo.pdf' });
  const exam = await addExam(db(), patient, { fileId, createdAt: new Date() });
  const earlier = await addFile(db(), store, { name: 'ocultoanterior.pdf' });
  await db().insert(replacedFiles).values({ fileId: earlier, examId: exam });
  const externalUrl = 'https://fuera.example/ocultoenlace';
  const deleted = await addExam(db(), patient, { externalUrl, createdAt: new Date() });
  await addExam(db(), patient, { externalUrl, createdAt: new Date() });
  const payload = { idExam: deleted };
  await staff.request({ method: 'POST', url: '/v1/exam/delete', payload });
  await addResultSet(db(), patient, {
    examId: exam,
    values: { concentration: '73.19' },
    collectedAt: new Date(),
    status: 'validado',
  });
  await addReport(db(), patient, 'exam_ai', 'ocultoinforme de 73.19 millones/ml');
  await addRecipeAppointment(db(), patient);
  const partner = await addPartner(db());
  const branch = await addBranch(db(), partner);
  const order = await addExamOrder(db(), {
    patientId: patient,
    partnerId: partner,
    branchId: branch,
  });
  await addOrderDownload(db(), order);
  const { idReport } = await readReport(staff, patient);
  return { patient, partner, report: idReport };
}

const period = { start: '2026-01-01', end: '2035-12-31' };

/** The filters with which each list has all rows of the patient. */
const makeFilters = ({ patient, partner }: { patient: string; partner: string }) =>
  ({
    patients: {},
    doctors: {},
    appointmentsWithoutPatient: {},
    waitingRecipes: {},
    partners: {},
    branches: { idPartner: partner },
    prospects: {},
    exams: period,
    activity: period,
    orderDownloads: {},
    orders: {},
    patientResults: { idUser: patient },
    reportQueue: {},
    trash: {},
    audit: {},
    affected: { idStaff: patient, from: '2026-01-01T00:00:00Z', to: '2035-12-31T00:00:00Z' },
  }) satisfies Record<ExportRequest['list'], object>;

test('T-L13: files of a list omit everything that the account’s screens hide', async () => {
  const all = await addSecretPatient();
  const { signInAs } = testApp();
  const administrator = await signInAs('oculta@simiente.example', ['administracion']);
  const auditor = await signInAs('ve@simiente.example', ['auditoria']);
  for (const [list, filters] of Object.entries(makeFilters(all))) {
    const needed = exportCapabilities[list as ExportRequest['list']];
    if (!getCapabilities(['administracion']).has(needed)) {
      const payload = { list, filters };
      const rejected = await administrator.request({ method: 'POST', url: '/v1/exports', payload });
      expect([list, rejected.statusCode]).toEqual([list, 403]);
      continue;
    }
    for (const format of exportFormats) {
      const url = await requestExport(administrator, list, filters, format);
      const { rawPayload } = await administrator.request({ url });
      const parts = format === 'csv' ? [rawPayload] : (await readZip(rawPayload)).values();
      const text = [...parts].map(String).join('\n');
      expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([]);
    }
  }
  const seen = await auditor.request({ url: await requestExport(auditor, 'exams', period) });
  expect(seen.body).toContain('ocultoarchivo.pdf');
});

test('T-L13: the record’s ZIP and the FHIR bundle have nothing that the account’s screens hide', async () => {
  const { patient, report } = await addSecretPatient();
  const { signInAs } = testApp();
  const administrator = await signInAs('zip@simiente.example', ['administracion']);
  const auditor = await signInAs('todo@simiente.example', ['auditoria']);
  const toText = ({ entries }: Awaited<ReturnType<typeof fetchRecord>>) =>
    [...entries].flat().map(String).join('\n');
  const hidden = toText(await fetchRecord(administrator, patient));
  expect(SECRETS.filter((secret) => hidden.includes(secret))).toEqual([]);
  const whole = toText(await fetchRecord(auditor, patient));
  expect(SECRETS.filter((secret) => !whole.includes(secret))).toEqual([]);
  const url = `/v1/reports/${report}/fhir`;
  expect((await administrator.request({ url })).statusCode).toBe(403);
  expect((await auditor.request({ url })).statusCode).toBe(200);
});
