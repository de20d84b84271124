import { contract } from '@simiente/contract';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { loadDemo } from '../../modules/import/demo/load-demo.ts';
import { reportVersions } from '../../schema/reports.ts';
import { addFailedMessage, addPatient, addReceivedResult } from '../../testing/records.ts';
import { addWorkingCopy } from '../../testing/reports/reports.ts';
import { addSignedReport } from '../../testing/reports/signed-reports.ts';
import { testCalls, toQuery } from '../../testing/requests.ts';
import { watchedApplication } from '../../testing/watched-application.ts';

/**
 * The PostgreSQL queries of each reading call: the session and its account, the read, the audit.
 */
const QUERIES: Readonly<Record<string, number>> = {
  'account.read': 7,
  'account.sessions': 3,
  'accounts.getOne': 4,
  'accounts.list': 6,
  'appointments.freeTimes': 5,
  'appointments.getOne': 5,
  'audit.accesses': 5,
  'audit.actors': 4,
  'audit.list': 4,
  'audit.ownActivity': 4,
  'audit.state': 3,
  'branches.list': 4,
  'branches.places': 6,
  'branches.getOne': 4,
  'calendly.attention': 4,
  'calendly.withoutPatient': 5,
  'calendly.suggestedPatients': 4,
  'calendly.failedDeliveries': 5,
  'consents.list': 5,
  'analyteRanges.list': 5,
  'dashboard.today': 4,
  'dashboard.waitingRecipes': 5,
  'dashboard.figures': 4,
  'dashboard.activity': 4,
  'dashboard.exams': 5,
  'dashboard.examFigures': 4,
  'deliveries.ofPatient': 6,
  'deliveries.ofVersion': 7,
  'deliveries.requests': 4,
  'emergencyAccess.recent': 4,
  'examOrders.days': 3,
  'examOrders.list': 5,
  'examOrders.listAll': 5,
  'examOrders.figures': 4,
  'examOrders.branches': 4,
  'examOrders.downloads': 5,
  'examOrders.downloadFigures': 4,
  'exams.laboratory': 4,
  'exams.laboratories': 4,
  'doctors.list': 6,
  'doctors.figures': 4,
  'doctors.getOne': 5,
  'doctors.agenda': 6,
  'doctors.day': 7,
  'health.live': 0,
  'health.ready': 1,
  'partners.getAll': 5,
  'partners.list': 6,
  'partners.getOne': 5,
  'letterhead.getOne': 4,
  // Whose data is sent is read and kept before the first row.
  'patients.getAll': 6,
  'patients.figures': 4,
  'patients.list': 4,
  'patients.getOne': 4,
  'patients.getMedicalHistory': 4,
  'professionalIdentity.getOne': 5,
  'professionalIdentity.readOwn': 3,
  'prospects.getAll': 5,
  'prospects.figures': 4,
  'prospects.list': 4,
  'prospects.getOne': 4,
  'prospects.ofPatient': 4,
  'receivedResults.candidates': 5,
  'receivedResults.list': 5,
  'resultFiles.failedMessage': 4,
  'resultFiles.failedMessages': 5,
  'reports.attention': 4,
  'reports.getVersion': 5,
  'reports.getWorkingCopy': 6,
  'reports.ofPatient': 7,
  'reports.queue': 7,
  'reports.statistics': 4,
  'results.attention': 6,
  'results.entry': 6,
  'results.getOne': 7,
  'results.ofPatient': 7,
  'results.pending': 5,
  'results.secondReading': 4,
  'trash.list': 5,
};

/** Required inputs of some calls, by field. */
const known: Record<string, string> = {
  from: '2026-11-16T06:00:00Z',
  to: '2026-11-23T06:00:00Z',
  start: '2026-01-01',
  end: '2026-12-31',
  date: '2026-11-20',
  examType: 'Seminograma',
  kind: 'exam_ai',
};

const running = watchedApplication(async (run, { database, store }) => {
  const { db, pool } = database;
  await loadDemo({ db, store, patients: 40, now: new Date('2026-11-20T18:00:00Z') });
  for (const [field, table] of [
    ['idUser', 'patients'],
    ['idAccount', 'staff'],
    ['idDoctor', 'doctors'],
    ['idPartner', 'partners'],
    ['idBranch', 'branches'],
    ['idProspect', 'prospects'],
    ['idAppointment', 'recipe_appointments'],
    ['appointments.getOne idAppointment', 'doctor_appointments'],
    ['idResultSet', 'result_sets'],
    ['idLaboratory', 'partners'],
    ['idVersion', 'report_versions'],
  ] as const) {
    const { rows } = await pool.query<{ id: string }>(`select id from ${table} limit 1`);
    known[field] = rows[0]?.id ?? '';
  }
  const { rows } = await pool.query<{ id: string }>(
    'select patient_id as id from result_sets limit 1',
  );
  known['results.ofPatient idUser'] = rows[0]?.id ?? '';
  known['receivedResults.candidates idReceived'] = await addReceivedResult(
    db,
    known.idLaboratory ?? '',
  );
  known.idMessage = await addFailedMessage(db, known.idLaboratory ?? '');
  const [draft] = await db.select().from(reportVersions).where(eq(reportVersions.kind, 'exam_ai'));
  known['reports.getWorkingCopy idUser'] = draft?.patientId ?? '';
  await addWorkingCopy(db, draft?.id ?? '', known.idAccount ?? '');
  known['deliveries.ofVersion idVersion'] = await addSignedReport(db, await addPatient(db));
  await run('update recipe_appointments set patient_id = null where id = $1', [
    known.idAppointment,
  ]);
});

const calls = testCalls(contract)
  .filter(({ method }) => method === 'GET')
  .map(({ name, path, input }) => {
    const { properties = {}, required = [] } = input ? z.toJSONSchema(input, { io: 'input' }) : {};
    const { limit } = properties as { limit?: { maximum: number } };
    const sizes = limit === undefined ? [] : [1, limit.maximum];
    const pages = sizes.map((size) => [['limit', size] as const]);
    return { name, path, required, pages: limit === undefined ? [[]] : pages };
  });

test('every reading call has its number of queries', () => {
  expect(calls.map(({ name }) => name).toSorted()).toEqual(Object.keys(QUERIES).toSorted());
});

test.each(calls)('$name sends its number of queries, whatever it finds', async (call) => {
  const asked = call.required.map(
    (field) => [field, known[`${call.name} ${field}`] ?? known[field]] as const,
  );
  for (const page of call.pages) {
    const sent = await running().sentBy(`${call.path}?${toQuery([...asked, ...page])}`);
    expect(sent.length).toBe(QUERIES[call.name]);
  }
});
