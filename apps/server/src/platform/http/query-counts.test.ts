import { contract } from '@simiente/contract';
import { and, eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { loadDemo } from '../../commands/serve/migrate.ts';
import { reportVersions } from '../../schema/reports.ts';
import { resultSets } from '../../schema/results.ts';
import {
  addDataRequest,
  addDoctor,
  addDoctorAppointment,
  addFailedMessage,
  addFailedWebhook,
  addPatient,
  addPeopleImport,
  addReceivedResult,
} from '../../testing/records.ts';
import { addWorkingCopy } from '../../testing/reports/reports.ts';
import { addSignedReport } from '../../testing/reports/signed-reports.ts';
import { testCalls, toQuery } from '../../testing/requests.ts';
import { watchedApplication } from '../../testing/watched-application.ts';

/** The PostgreSQL queries of each reading call: the session with its account, the read, the audit. */
const QUERIES: Readonly<Record<string, number>> = {
  'account.read': 6,
  'account.sessions': 2,
  'accounts.getOne': 3,
  'accounts.list': 5,
  'appointments.freeTimes': 4,
  'appointments.getOne': 3,
  // The first day is a holiday, so two periods are read.
  'appointments.nextFree': 5,
  'audit.accesses': 4,
  'audit.actors': 3,
  'audit.affected': 3,
  'audit.list': 3,
  'audit.ownActivity': 3,
  'audit.state': 2,
  'branches.list': 5,
  'branches.places': 5,
  'branches.getOne': 3,
  'calendly.attention': 3,
  'calendly.withoutPatient': 4,
  'calendly.suggestedPatients': 3,
  'calendlyInbox.list': 4,
  'calendlyInbox.read': 3,
  'consents.list': 4,
  'notes.list': 4,
  'analyteRanges.list': 4,
  'dashboard.today': 3,
  'dashboard.waitingRecipes': 4,
  'dashboard.figures': 3,
  'dashboard.attendance': 3,
  'dashboard.activity': 3,
  'dashboard.exams': 4,
  'deliveries.ofPatient': 5,
  'deliveries.ofVersion': 6,
  'deliveries.requests': 3,
  'emergencyAccess.recent': 3,
  'examOrders.days': 2,
  'examOrders.list': 4,
  'examOrders.listAll': 6,
  'examOrders.branches': 3,
  'examOrders.downloads': 4,
  'exams.laboratory': 3,
  'exams.laboratories': 3,
  'doctors.list': 4,
  'doctors.getOne': 3,
  'doctors.agenda': 4,
  'doctors.upcoming': 4,
  'doctors.day': 4,
  'health.live': 0,
  'health.ready': 1,
  'partners.getAll': 4,
  'partners.list': 5,
  'partners.getOne': 4,
  'clinic.settings': 4,
  'letterhead.getOne': 3,
  'notices.list': 4,
  'notices.ofPatient': 5,
  'patientMerges.list': 4,
  'patientMerges.preview': 6,
  // The pairs of changed patients are found first.
  'patients.listSimilar': 10,
  // The patients shown are read and audited before the first row is sent.
  'patients.getAll': 6,
  'patients.list': 4,
  'patients.getOne': 3,
  'patients.getMedicalHistory': 8,
  'people.list': 3,
  'people.progress': 2,
  'professionalIdentity.getOne': 4,
  'professionalIdentity.readOwn': 2,
  'prospects.getAll': 5,
  'prospects.list': 4,
  'prospects.getOne': 3,
  'prospects.ofPatient': 5,
  'receivedResults.candidates': 5,
  'receivedResults.list': 5,
  'laboratoryInbox.list': 4,
  'laboratoryInbox.read': 3,
  'reminders.attention': 2,
  'reminders.list': 4,
  'rights.getOne': 6,
  'rights.list': 4,
  'reports.attention': 3,
  'reports.getVersion': 4,
  'reports.getWorkingCopy': 6,
  'reports.ofPatient': 6,
  'reports.queue': 7,
  'reports.statistics': 3,
  'results.attention': 9,
  'results.critical': 3,
  'results.entry': 5,
  'results.getOne': 6,
  'results.ofPatient': 6,
  'results.pending': 4,
  'system.status': 2,
  'results.secondReading': 3,
  'trash.list': 4,
};

/** Required inputs of some calls, by field. */
const parameters: Record<string, string> = {
  from: '2026-11-16T06:00:00Z',
  to: '2026-11-23T06:00:00Z',
  start: '2026-01-01',
  end: '2026-12-31',
  date: '2026-11-20',
  examType: 'Seminograma',
  kind: 'exam_ai',
};

const testApp = watchedApplication(async (run, { database, store }) => {
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
    parameters[field] = rows[0]?.id ?? '';
  }
  const { rows } = await pool.query<{ id: string }>(
    'select patient_id as id from result_sets limit 1',
  );
  parameters['results.ofPatient idUser'] = rows[0]?.id ?? '';
  parameters['receivedResults.candidates idReceived'] = await addReceivedResult(
    db,
    parameters.idLaboratory ?? '',
  );
  parameters.idOther = await addPatient(db);
  // Appointments to confirm begin tomorrow, whatever the day of the demo.
  await addDoctorAppointment(
    db,
    { patientId: parameters.idOther, doctorId: await addDoctor(db) },
    { startsAt: new Date(Date.now() + 36 * 3_600_000) },
  );
  parameters.idRequest = await addDataRequest(db, parameters.idUser ?? null);
  parameters['people.list kind'] = 'patients';
  parameters.idImport = await addPeopleImport(db);
  parameters.idMessage = await addFailedMessage(db, parameters.idLaboratory ?? '');
  parameters['calendlyInbox.read idMessage'] = await addFailedWebhook(db);
  const withResults = db.select({ id: resultSets.patientId }).from(resultSets);
  const [draft] = await db
    .select()
    .from(reportVersions)
    .where(and(eq(reportVersions.kind, 'exam_ai'), inArray(reportVersions.patientId, withResults)));
  parameters['reports.getWorkingCopy idUser'] = draft?.patientId ?? '';
  await addWorkingCopy(db, draft?.id ?? '', parameters.idAccount ?? '');
  parameters['deliveries.ofVersion idVersion'] = await addSignedReport(db, await addPatient(db));
  await run('update recipe_appointments set patient_id = null where id = $1', [
    parameters.idAppointment,
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

test('every reading call is in the table of query numbers', () => {
  expect(calls.map(({ name }) => name).toSorted()).toEqual(Object.keys(QUERIES).toSorted());
});

test.each(calls)('$name sends its number of queries, whatever it finds', async (call) => {
  const required = call.required.map(
    (field) => [field, parameters[`${call.name} ${field}`] ?? parameters[field]] as const,
  );
  for (const page of call.pages) {
    const sent = await testApp().recordQueries(`${call.path}?${toQuery([...required, ...page])}`);
    expect(sent.length).toBe(QUERIES[call.name]);
  }
});
