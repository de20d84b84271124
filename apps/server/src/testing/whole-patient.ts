import { sexes } from '@simiente/contract/patients/identification';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { dataRequestFiles } from '../schema/data-requests.ts';
import { replacedFiles } from '../schema/operation/replaced-files.ts';
import { privacyReceipts } from '../schema/privacy-notices.ts';
import { resultCorrections, resultValues } from '../schema/results.ts';
import { addIdentity } from './accounts/records.ts';
import type { TestApplication } from './application.ts';
import { queryAsOwner } from './database.ts';
import {
  addAppointmentLink,
  addBranch,
  addConsent,
  addDataRequest,
  addDelivery,
  addDoctor,
  addDoctorAppointment,
  addExam,
  addExamOrder,
  addFertilityTest,
  addFile,
  addNote,
  addNotice,
  addOrderDownload,
  addPartner,
  addPatient,
  addProspect,
  addReceivedResult,
  addRecipeAppointment,
  addReport,
  addResultSet,
  newId,
} from './records.ts';
import { addEndings, addSignedVersion, addWorkingCopy } from './reports/reports.ts';

/** Any text that PostgreSQL can store. */
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((value) => value.replaceAll('\0', ''));
const maybe = fc.option(text);
const instant = fc.date({
  min: new Date('2001-01-01'),
  max: new Date('2040-01-01'),
  noInvalidDate: true,
});
const optionalInstant = fc.option(instant);
const shortArray = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 3 });
const aFile = fc.record({
  name: text,
  mediaType: fc.constantFrom('application/pdf', 'image/png'),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 200 }),
  createdAt: instant,
  createdBy: maybe,
});
const holder = fc.record({
  type: text,
  status: text,
  createdAt: optionalInstant,
  startsAt: optionalInstant,
  note: maybe,
  url: fc.option(fc.webUrl()),
  current: fc.option(aFile),
  earlier: shortArray(aFile),
  replacedAt: instant,
});
/** A patient with every part of a record, with arbitrary texts and dates. */
export const wholePatient = fc.record({
  row: fc.record({
    name: text,
    email: maybe,
    phone: maybe,
    status: fc.option(fc.integer({ min: -9, max: 9 })),
    createdAt: optionalInstant,
    lastAccessAt: optionalInstant,
    birthDate: fc.option(fc.constantFrom('1992-03-12', '1900-01-01')),
    sex: fc.option(fc.constantFrom(...sexes)),
    // Two patients cannot share a CURP.
    curp: fc.option(fc.uuid()),
    street: maybe,
    colony: maybe,
    municipality: maybe,
    state: maybe,
    zip: maybe,
    country: maybe,
    identityDocument: maybe,
    emergencyName: maybe,
    emergencyPhone: maybe,
    emergencyRelation: maybe,
  }),
  notes: shortArray(fc.record({ text })),
  consents: shortArray(fc.record({ withdrawnAt: instant, withdrawalReason: text })),
  userName: maybe,
  reports: fc.record({ exam_ai: maybe, first_medical: maybe }),
  exams: shortArray(holder),
  recipes: shortArray(holder),
  visits: fc.array(instant, { maxLength: 2 }),
  orders: shortArray(
    fc.record({
      exams: fc.array(text, { minLength: 1, maxLength: 3 }),
      downloads: shortArray(instant),
    }),
  ),
  results: shortArray(
    fc.record({
      method: maybe,
      free: text,
      reason: text,
      collectedAt: optionalInstant,
      isReceived: fc.boolean(),
      isCorrected: fc.boolean(),
    }),
  ),
  requests: shortArray(text.map((words) => words.trim()).filter((words) => words !== '')),
  prospects: shortArray(
    fc.record({
      name: text,
      email: maybe,
      reason: maybe,
      notes: maybe,
      consentAt: optionalInstant,
    }),
  ),
});
type WholePatient = typeof wholePatient extends fc.Arbitrary<infer Whole> ? Whole : never;
type Holder = WholePatient['exams'][number];

/**
 * Writes the whole patient.
 * @returns the patient's id
 */
export async function addWholePatient(
  { database, store, staff }: TestApplication,
  whole: WholePatient,
): Promise<string> {
  const { db } = database;
  await addIdentity(db, staff.id, { confirmedAt: new Date() });
  const id = await addPatient(db, whole.row);
  const run = (text: string, values: readonly unknown[]) => queryAsOwner(database, text, values);
  const keep = async (file: Holder['current']) =>
    file === null ? null : addFile(db, store, { ...file, createdBy: file.createdBy ?? staff.id });
  const keepEarlier = async (
    item: Holder,
    owner: { examId: string } | { recipeAppointmentId: string },
  ) => {
    for (const file of item.earlier) {
      const fileId = (await keep(file)) ?? '';
      await db.insert(replacedFiles).values({ fileId, replacedAt: item.replacedAt, ...owner });
    }
  };
  for (const note of whole.notes) await addNote(db, id, { ...note, createdBy: staff.id });
  for (const consent of whole.consents)
    await addConsent(db, id, { ...consent, recordedBy: staff.id });
  if (whole.userName !== null) await addFertilityTest(db, id, whole.userName);
  for (const kind of ['exam_ai', 'first_medical'] as const) {
    const message = whole.reports[kind];
    if (message === null) continue;
    const draft = await addReport(db, id, kind, message, { model: message });
    const signed = await addSignedVersion({ db, run }, draft, staff.id);
    await addDelivery(db, {
      patientId: id,
      versionId: signed,
      email: message,
      createdBy: staff.id,
    });
    const later = await addReport(db, id, kind, `${message} `, { createdBy: staff.id });
    if (kind === 'exam_ai') await addWorkingCopy(db, later, staff.id);
    else await addEndings({ db, run }, { draft: later, signed, by: staff.id, reason: message });
  }
  const partnerId = await addPartner(db);
  const branchId = await addBranch(db, partnerId);
  for (const item of whole.exams) {
    const exam = await addExam(db, id, {
      type: item.type,
      createdAt: item.createdAt,
      externalUrl: item.url,
      laboratoryId: partnerId,
      fileId: await keep(item.current),
    });
    await keepEarlier(item, { examId: exam });
  }
  for (const item of whole.recipes) {
    const recipe = await addRecipeAppointment(db, id, {
      status: item.status,
      type: item.type,
      startsAt: item.startsAt,
      createdAt: item.createdAt,
      meetingUrl: item.url,
      prescriptionExplanation: item.note,
      inviteeName: item.note,
      prescriptionFileId: await keep(item.current),
    });
    await keepEarlier(item, { recipeAppointmentId: recipe });
  }
  for (const startsAt of whole.visits) {
    const visit = await addDoctorAppointment(
      db,
      { patientId: id, doctorId: await addDoctor(db) },
      { startsAt },
    );
    const request = { days: ['mar' as const], hours: [], message: 'Después de las 17' };
    await addAppointmentLink(db, visit, {
      ...{ startsAt, readAt: startsAt, request, requestedAt: startsAt },
      ...{ whatsappAt: new Date(), whatsappBy: staff.id },
    });
  }
  for (const { exams: codes, downloads } of whole.orders) {
    const order = await addExamOrder(db, { patientId: id, partnerId, branchId }, { exams: codes });
    for (const at of downloads) await addOrderDownload(db, order, { at });
  }
  for (const { free, reason, isReceived, isCorrected, ...item } of whole.results) {
    const set = await addResultSet(db, id, {
      ...item,
      laboratoryId: partnerId,
      enteredBy: staff.id,
      abstinenceDays: '3.5',
    });
    const [before] = await db.select().from(resultValues).where(eq(resultValues.setId, set));
    const factsBefore = isCorrected ? { method: reason, abstinenceDays: null } : null;
    const [correction] = await db
      .insert(resultCorrections)
      .values({
        setId: set,
        by: staff.id,
        reason,
        factsBefore,
        validatedAt: new Date('2026-01-02T03:04:05Z'),
        validatedBy: staff.id,
      })
      .returning({ id: resultCorrections.id });
    await db.insert(resultValues).values({
      id: newId('val'),
      setId: set,
      position: 0,
      name: free,
      text: free,
      replaces: before?.id ?? null,
      correctionId: correction?.id ?? null,
      enteredBy: staff.id,
    });
    if (isReceived) {
      await addReceivedResult(db, partnerId, {
        state: 'assigned',
        patientId: id,
        setId: set,
        nameText: free,
        doneBy: staff.id,
      });
    }
  }
  for (const details of whole.requests) {
    const fields = { details, registeredBy: staff.id, requester: details };
    const requestId = await addDataRequest(db, id, fields);
    const fileId = await addFile(db, store, { name: details, createdBy: staff.id });
    await db.insert(dataRequestFiles).values({ fileId, requestId });
    const noticeId = await addNotice(db);
    const receipt = { receivedOn: '2026-11-02', way: 'email' as const, recordedBy: staff.id };
    await db.insert(privacyReceipts).values({ patientId: id, noticeId, ...receipt });
  }
  for (const prospect of whole.prospects) await addProspect(db, { ...prospect, patientId: id });
  return id;
}
