import { createHash, randomUUID } from 'node:crypto';
import { DEFAULT_REMINDER_RULES, type ReminderRules } from '@simiente/contract/reminders/rules';
import type { ReportKind } from '@simiente/contract/reports/states';
import { type AnalyteKey, getAnalyte } from '@simiente/contract/results/analytes/catalogue';
import { readValue } from '@simiente/contract/results/fields';
import { and, eq } from 'drizzle-orm';
import type { Database, Transaction } from '../platform/database/database.ts';
import type { FileStore } from '../platform/storage/storage.ts';
import { appointmentLinks } from '../schema/appointment-links.ts';
import { doctorAppointments, recipeAppointments } from '../schema/appointments.ts';
import { clinicSettings } from '../schema/clinic-settings.ts';
import { consents } from '../schema/consents.ts';
import { dataRequests } from '../schema/data-requests.ts';
import { reportDeliveries } from '../schema/deliveries.ts';
import { doctors } from '../schema/doctors.ts';
import { emergencyAccesses } from '../schema/emergency-accesses.ts';
import { examOrderDownloads, examOrders } from '../schema/exam-orders.ts';
import { exams } from '../schema/exams.ts';
import { files } from '../schema/files.ts';
import { patientNotes } from '../schema/notes.ts';
import { inboxMessages } from '../schema/operation/inbox.ts';
import { branches, partners } from '../schema/partners.ts';
import { fertilityTests, patients } from '../schema/patients.ts';
import { peopleImports } from '../schema/people-imports.ts';
import { privacyNotices } from '../schema/privacy-notices.ts';
import { prospects } from '../schema/prospects.ts';
import { reportVersions } from '../schema/reports.ts';
import { analyteRanges, receivedResults, resultSets, resultValues } from '../schema/results.ts';

/** An id that no other record has. */
export function newId(kind: string): string {
  return `${kind}_${randomUUID()}`;
}

export type Row<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>;

/**
 * Adds patients in one statement.
 * @returns their ids, in order
 */
export async function addPatients(
  db: Database | Transaction,
  rows: readonly Row<typeof patients>[],
): Promise<string[]> {
  const complete = rows.map((row) => ({ id: newId('usr'), name: 'Ana Pérez', ...row }));
  if (complete.length > 0) await db.insert(patients).values(complete);
  return complete.map(({ id }) => id);
}

export async function addPatient(
  db: Database | Transaction,
  row: Row<typeof patients> = {},
): Promise<string> {
  const [id = ''] = await addPatients(db, [row]);
  return id;
}

export async function addFertilityTest(db: Database, patientId: string, userName: string | null) {
  await db.insert(fertilityTests).values({ patientId, userName });
}

/** A further draft of a report. */
export async function addReport(
  db: Database,
  patientId: string,
  kind: ReportKind,
  text: string,
  row: Row<typeof reportVersions> = {},
): Promise<string> {
  const id = newId('rpv');
  const isReport = and(eq(reportVersions.patientId, patientId), eq(reportVersions.kind, kind));
  await db.insert(reportVersions).values({
    id,
    patientId,
    kind,
    number: 1 + (await db.$count(reportVersions, isReport)),
    type: 'draft',
    text,
    source: 'ia',
    ...row,
  });
  return id;
}

/** Adds an open delivery of a signed version; returns its id. */
export async function addDelivery(
  db: Database,
  row: Row<typeof reportDeliveries> & { patientId: string; versionId: string },
): Promise<string> {
  const id = newId('rdl');
  await db.insert(reportDeliveries).values({
    id,
    tokenHash: id,
    linkBy: 'hand',
    codeBy: 'voice',
    consentVersion: '2026-11',
    createdBy: 'stf_nadie',
    expiresAt: new Date(Date.now() + 3_600_000),
    ...row,
  });
  return id;
}

/** An emergency access that is open for an hour. */
export async function addEmergencyAccess(
  db: Database,
  row: Row<typeof emergencyAccesses> & { patientId: string; openedBy: string },
): Promise<void> {
  await db.insert(emergencyAccesses).values({
    reason: 'Llegó con dolor intenso',
    expiresAt: new Date(Date.now() + 3_600_000),
    ...row,
  });
}

export async function addNotice(
  db: Database,
  row: Row<typeof privacyNotices> = {},
): Promise<string> {
  const id = newId('prv');
  await db.insert(privacyNotices).values({
    ...{ id, effectiveOn: '2026-01-01', shortText: 'Breve', fullText: 'Completo' },
    ...{ necessaryPurposes: 'Atenderle', ...row },
  });
  return row.id ?? id;
}

export async function addDataRequest(
  db: Database,
  patientId: string | null,
  row: Row<typeof dataRequests> = {},
): Promise<string> {
  const id = newId('req');
  await db.insert(dataRequests).values({
    ...{ id, patientId, kind: 'access', requester: 'Ana Ruiz', details: 'Pide una copia' },
    ...{ receivedOn: '2026-11-02', answerBy: '2026-12-01', ...row },
  });
  return row.id ?? id;
}

export async function addNote(
  db: Database,
  patientId: string,
  row: Row<typeof patientNotes> = {},
): Promise<string> {
  const id = row.id ?? newId('nte');
  await db.insert(patientNotes).values({ id, patientId, text: 'Prefiere la tarde', ...row });
  return id;
}

export async function addConsent(
  db: Database,
  patientId: string,
  row: Row<typeof consents> = {},
): Promise<void> {
  await db
    .insert(consents)
    .values({ patientId, version: '2026-11', givenOn: '2026-11-20', way: 'paper', ...row });
}

export async function addExam(
  db: Database,
  patientId: string,
  row: Row<typeof exams> = {},
): Promise<string> {
  const id = newId('exm');
  await db.insert(exams).values({ id, patientId, type: 'Seminograma', ...row });
  return row.id ?? id;
}

/** Adds a file with its bytes in the store, or without them if `store` is null. */
export async function addFile(
  db: Database,
  store: FileStore | null,
  { bytes = Buffer.from('%PDF-1.7 …'), ...row }: Row<typeof files> & { bytes?: Uint8Array } = {},
): Promise<string> {
  const id = newId('file');
  const storageKey = `tests/${id}`;
  await store?.put(storageKey, bytes);
  await db.insert(files).values({
    id,
    storageKey,
    name: 'resultado.pdf',
    mediaType: 'application/pdf',
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...row,
  });
  return id;
}

export async function addDoctor(db: Database, row: Row<typeof doctors> = {}): Promise<string> {
  const id = newId('doc');
  await db.insert(doctors).values({ id, name: 'Laura Ibáñez', ...row });
  return id;
}

export async function addDoctorAppointment(
  db: Database,
  owners: { patientId: string; doctorId: string },
  row: Row<typeof doctorAppointments> = {},
): Promise<string> {
  const id = newId('apt');
  await db.insert(doctorAppointments).values({ id, status: 'pending', ...owners, ...row });
  return id;
}

/** A start in the far future, of appointments that wait for a confirmation. */
export const AWAITED_START = new Date('2100-03-03T16:00:00.000Z');

export async function addAppointmentLink(
  db: Database,
  id: string,
  row: Row<typeof appointmentLinks> = {},
): Promise<void> {
  await db.insert(appointmentLinks).values({ id, tokenHash: newId('hash'), ...row });
}

/** Turns reminders on, with the default rules or others. */
export async function turnRemindersOn(
  db: Database,
  rules: Partial<ReminderRules> = {},
): Promise<void> {
  const reminders = { ...DEFAULT_REMINDER_RULES, isOn: true, ...rules };
  await db
    .insert(clinicSettings)
    .values({ reminders })
    .onConflictDoUpdate({ target: clinicSettings.id, set: { reminders } });
}

export async function addRecipeAppointment(
  db: Database,
  patientId: string | null,
  row: Row<typeof recipeAppointments> = {},
): Promise<string> {
  const id = newId('rec');
  await db.insert(recipeAppointments).values({ id, patientId, status: 'pending', ...row });
  return id;
}

export async function addPartner(db: Database, row: Row<typeof partners> = {}): Promise<string> {
  const id = newId('par');
  await db.insert(partners).values({ id, name: 'Clínica Norte', ...row });
  return id;
}

export async function addBranch(
  db: Database,
  partnerId: string,
  row: Row<typeof branches> = {},
): Promise<string> {
  const id = newId('brn');
  await db.insert(branches).values({ id, partnerId, name: 'Sucursal Centro', ...row });
  return id;
}

export async function addProspect(db: Database, row: Row<typeof prospects> = {}): Promise<string> {
  const id = newId('prs');
  await db.insert(prospects).values({ id, name: 'Luis Gómez', ...row });
  return id;
}

export async function addExamOrder(
  db: Database,
  owners: { patientId: string; branchId: string; partnerId: string },
  row: Row<typeof examOrders> = {},
): Promise<string> {
  const id = newId('ord');
  await db.insert(examOrders).values({ id, exams: ['SEM'], ...owners, ...row });
  return row.id ?? id;
}

export async function addOrderDownload(
  db: Database,
  orderId: string,
  row: Row<typeof examOrderDownloads> = {},
): Promise<void> {
  await db.insert(examOrderDownloads).values({ orderId, ...row });
}

/** Adds a result set with a new exam, and exact values in the usual units; returns its id. */
export async function addResultSet(
  db: Database,
  patientId: string,
  {
    values = { concentration: '14' },
    ...row
  }: Row<typeof resultSets> & { values?: Partial<Record<AnalyteKey, string>> } = {},
): Promise<string> {
  const id = newId('res');
  const examId = row.examId ?? (await addExam(db, patientId, { type: 'Seminograma' }));
  await db.insert(resultSets).values({ id, patientId, ...row, examId });
  await db.insert(resultValues).values(
    Object.entries(values).map(([analyte, value], position) => ({
      id: newId('val'),
      setId: id,
      position,
      analyte,
      value,
      unit: getAnalyte(analyte as AnalyteKey).units[0] ?? null,
    })),
  );
  return id;
}

/** Adds a printed range of the volume. */
export async function addRange(
  db: Database,
  laboratoryId: string,
  row: Row<typeof analyteRanges> = {},
): Promise<string> {
  const id = newId('rng');
  await db.insert(analyteRanges).values({
    id,
    laboratoryId,
    analyte: 'volume',
    unit: 'mL',
    range: '≥ 1.4',
    validFrom: '2026-03-01',
    ...row,
  });
  return id;
}

/** Adds a running import of patients without rows; returns its id. */
export async function addPeopleImport(
  db: Database,
  row: Partial<Row<typeof peopleImports>> = {},
): Promise<string> {
  const id = newId('imp');
  const values = { kind: 'patients', fileName: 'a.csv', actorId: 'x', total: 1, ...row } as const;
  await db.insert(peopleImports).values({ id, state: 'running', ...values });
  return id;
}

/** Adds a result of a laboratory that waits for its patient; returns its id. */
export async function addReceivedResult(
  db: Database,
  laboratoryId: string,
  row: Row<typeof receivedResults> = {},
): Promise<string> {
  const id = newId('rcv');
  const values = [readValue({ analyte: 'volume', value: '2,1' })].flatMap((read) =>
    'value' in read ? [read.value] : [],
  );
  await db.insert(receivedResults).values({
    id,
    laboratoryId,
    source: 'csv',
    examType: 'Seminograma',
    reason: 'unknown-patient',
    patientText: 'nadie',
    values,
    ...row,
  });
  return id;
}

export async function addFailedMessage(
  db: Database,
  laboratoryId: string,
  row: Row<typeof inboxMessages> = {},
): Promise<string> {
  const [added] = await db
    .insert(inboxMessages)
    .values({
      kind: 'laboratory_message',
      laboratoryId,
      digest: newId('msg'),
      content: Buffer.from('MSH|^~\\&|LIS'),
      outcome: 'failed',
      reason: 'Falta el identificador (MSH-10).',
      attempts: 1,
      ...row,
    })
    .returning({ id: inboxMessages.id });
  return String(added?.id);
}

/** Adds a failed webhook of Calendly; returns its id. */
export async function addFailedWebhook(
  db: Database,
  row: Partial<typeof inboxMessages.$inferInsert> = {},
): Promise<string> {
  const [added] = await db
    .insert(inboxMessages)
    .values({
      kind: 'calendly_delivery',
      digest: newId('dlv'),
      event: 'invitee.created',
      payload: { payload: { name: 'Rosa Mendez' } },
      outcome: 'failed',
      reason: 'fault',
      ...row,
    })
    .returning({ id: inboxMessages.id });
  return String(added?.id);
}
