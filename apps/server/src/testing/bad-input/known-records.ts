import { addColleague, addIdentity, addLink, newCedula } from '../accounts/records.ts';
import type { TestApplication } from '../application.ts';
import {
  addBranch,
  addConsent,
  addDataRequest,
  addDelivery,
  addDoctor,
  addDoctorAppointment,
  addExam,
  addExamOrder,
  addFailedMessage,
  addFailedWebhook,
  addNote,
  addNotice,
  addPartner,
  addPatients,
  addPeopleImport,
  addProspect,
  addRange,
  addReceivedResult,
  addRecipeAppointment,
  addReport,
  addResultSet,
  turnRemindersOn,
} from '../records.ts';
import { addWorkingCopy } from '../reports/reports.ts';
import { addSignedReport, seal } from '../reports/signed-reports.ts';
import type { TestCall } from '../requests.ts';

/** A patient's last access, which no call sets. */
export const LAST_ACCESS = new Date('2026-01-02T03:04:05.678Z');
/** Patients, some of whom are deleted, so that a restore finds some. */
export const PATIENT_IDS = Array.from({ length: 30 }, (_, index) => `usr_${index}`);
/** Sessions of the user's own account, for closing. */
export const SPARE_SESSIONS = Array.from({ length: 20 }, (_, index) => `spare-${index}`);

/**
 * Adds records for generated input to hit.
 * @returns the ids for a call
 */
export async function addKnownRecords({
  database,
  staff,
}: Pick<TestApplication, 'database' | 'staff'>): Promise<(call: TestCall) => readonly string[]> {
  const { db } = database;
  await addPatients(
    db,
    PATIENT_IDS.map((id, index) => ({
      id,
      name: `Paciente ${index}`,
      lastAccessAt: LAST_ACCESS,
      deletedAt: index % 2 ? new Date() : null,
    })),
  );
  const doctorId = await addDoctor(db);
  await turnRemindersOn(db);
  const appointmentId = await addDoctorAppointment(db, { patientId: 'usr_0', doctorId });
  const prescriptionId = await addRecipeAppointment(db, 'usr_0');
  const examId = await addExam(db, 'usr_0');
  const unknownId = await addRecipeAppointment(db, null, {
    calendlyInviteeUri: 'https://api.calendly.com/invitees/1',
    inviteeName: 'Paciente',
  });
  const placeId = await addBranch(db, await addPartner(db), {
    exams: ['SEM', 'HORMO'],
  });
  const laboratoryId = await addPartner(db, { type: 'Laboratorio' });
  // Repeated, so that generated input hits each of them.
  const ids = [
    ...PATIENT_IDS,
    ...[doctorId, appointmentId, examId, laboratoryId].flatMap((id) => Array(15).fill(id)),
  ];
  const partnerId = await addPartner(db);
  const branchId = await addBranch(db, partnerId, { exams: ['SEM', 'HORMO'] });
  const [certain = ''] = await addPatients(db, [{ name: 'Paciente' }]);
  const prospectIds = await Promise.all(Array.from({ length: 20 }, () => addProspect(db)));
  await addNotice(db);
  const notes = await Promise.all(Array.from({ length: 10 }, () => addNote(db, certain)));
  const consenting = PATIENT_IDS.slice(0, 10);
  for (const id of consenting) await addConsent(db, id);
  const colleagues = await Promise.all(Array.from({ length: 4 }, () => addColleague(db)));
  const freeDoctors = await Promise.all(Array.from({ length: 60 }, () => addDoctor(db)));
  const tokens = await Promise.all(
    Array.from({ length: 200 }, async () => addLink(db, await addColleague(db))),
  );
  const suspended = await addColleague(db);
  const suspendedVersion = await addIdentity(db, suspended, { suspendedAt: new Date() });
  const ownVersion = await addIdentity(db, staff.id);
  const cedulas = Array.from({ length: 6 }, newCedula);
  const sets = await Promise.all(Array.from({ length: 10 }, () => addResultSet(db, certain)));
  const validated = await Promise.all(
    Array.from({ length: 10 }, () => addResultSet(db, certain, { status: 'validado' })),
  );
  const ranges = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      addRange(db, laboratoryId, { method: `Método ${index}` }),
    ),
  );
  const received = await Promise.all(
    Array.from({ length: 10 }, () => addReceivedResult(db, laboratoryId)),
  );
  const discarded = await Promise.all(
    Array.from({ length: 10 }, () => addReceivedResult(db, laboratoryId, { state: 'discarded' })),
  );
  const reported = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      const [patient = ''] = await addPatients(db, [{ name: 'Paciente' }]);
      const draft = await addReport(db, patient, 'exam_ai', 'La muestra llegó completa.');
      const copy = index % 3 === 0 ? null : await addWorkingCopy(db, draft, staff.id);
      return { draft, copy };
    }),
  );
  const drafts = reported.flatMap(({ draft, copy }) => (copy === null ? [draft] : []));
  const copies = reported.flatMap(({ copy }) => copy ?? []);
  const [recipient = ''] = await addPatients(db, [
    { name: 'Paciente', email: 'p@correo.example', birthDate: '1992-04-09' },
  ]);
  const signed = await addSignedReport(db, recipient);
  await seal(database);
  const deliveries = await Promise.all(
    Array.from({ length: 10 }, () =>
      addDelivery(db, { patientId: certain, versionId: signed, requestedAt: new Date() }),
    ),
  );
  // Fewer ids for calls whose names begin so, because much else of their input must match too.
  const knownTo: Readonly<Record<string, readonly string[]>> = {
    account: SPARE_SESSIONS,
    accountLinks: tokens,
    'accounts.invite': freeDoctors,
    'accounts.update': [...colleagues, doctorId],
    // The other accounts may all be suspended when this call comes.
    'accounts.makeLink': [await addColleague(db)],
    accounts: colleagues,
    emergencyAccess: [certain],
    'notes.change': [certain, ...notes],
    notes: [certain],
    'consents.withdraw': consenting,
    consents: [certain, ...PATIENT_IDS.slice(10, 14)],
    'rights.create': [certain],
    notices: [certain],
    rights: await Promise.all(Array.from({ length: 10 }, () => addDataRequest(db, 'usr_2'))),
    'appointments.updateRecipe': [prescriptionId, prescriptionId, appointmentId],
    appointments: [certain, doctorId, appointmentId],
    reminders: [appointmentId],
    exams: [examId, laboratoryId],
    patients: [certain, ...PATIENT_IDS.slice(0, 4)],
    'deliveries.create': [signed],
    'deliveries.ofPatient': [recipient],
    'deliveries.ofVersion': [signed],
    'deliveries.revoke': deliveries.slice(5),
    deliveries: deliveries.slice(0, 5),
    dashboard: [laboratoryId, laboratoryId, 'lab_nadie'],
    branches: [partnerId, branchId, branchId],
    calendly: [certain, unknownId],
    calendlyInbox: await Promise.all(Array.from({ length: 12 }, () => addFailedWebhook(db))),
    doctors: [doctorId, doctorId, 'doc_nadie'],
    'examOrders.requestAgain': [
      await addExamOrder(db, { patientId: certain, branchId: placeId, partnerId: laboratoryId }),
    ],
    examOrders: [certain, placeId],
    'professionalIdentity.confirmOwn': [ownVersion],
    'professionalIdentity.confirmReturn': [suspended, suspendedVersion],
    professionalIdentity: [...colleagues, ...cedulas],
    // Each prospect can be converted once.
    prospects: [...prospectIds, certain],
    'people.progress': [await addPeopleImport(db)],
    'people.cancel': [await addPeopleImport(db)],
    'people.undo': await Promise.all(
      Array.from({ length: 10 }, () => addPeopleImport(db, { state: 'done' })),
    ),
    partners: [partnerId, partnerId, 'nadie'],
    'reports.startReview': drafts,
    'reports.getVersion': drafts,
    'reports.discardDraft': drafts,
    // The patient with results.
    'reports.writeDraft': [certain],
    'reports.wordDraft': drafts,
    'reports.ofPatient': [certain],
    'reports.receiveDraft': [certain],
    reports: copies,
    'results.correct': validated,
    'results.move': await Promise.all(Array.from({ length: 10 }, () => addResultSet(db, certain))),
    'results.create': [certain],
    'results.entry': [certain, laboratoryId],
    'results.ofPatient': [certain],
    results: sets,
    'receivedResults.restore': discarded,
    // The patient must exist too.
    'receivedResults.assign': [...Array(10).fill(certain), ...received],
    receivedResults: received,
    'analyteRanges.update': [...Array(10).fill(laboratoryId), ...ranges],
    laboratoryInbox: await Promise.all(
      Array.from({ length: 12 }, () => addFailedMessage(db, laboratoryId)),
    ),
    resultFiles: [laboratoryId],
    analyteRanges: [laboratoryId],
  };
  return ({ name }) => knownTo[name] ?? knownTo[name.split('.')[0] ?? ''] ?? ids;
}
