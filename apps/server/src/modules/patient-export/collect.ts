import { formatFolio } from '@simiente/contract/exam-orders/calls';
import {
  type PatientRecordPart,
  patientRecordParts,
} from '@simiente/contract/patient-record/calls';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { pick, remainingInvalidDates, toWire } from '../../platform/database/records.ts';
import { Problem } from '../../platform/problem.ts';
import { appointmentLinks } from '../../schema/appointment-links.ts';
import { doctorAppointments, recipeAppointments } from '../../schema/appointments.ts';
import type { InvalidDates } from '../../schema/columns.ts';
import { dataRequests } from '../../schema/data-requests.ts';
import { doctors } from '../../schema/doctors.ts';
import { examOrderDownloads, examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { branches, partners } from '../../schema/partners.ts';
import { fertilityTests, patients } from '../../schema/patients.ts';
import { privacyNotices, privacyReceipts } from '../../schema/privacy-notices.ts';
import { prospects } from '../../schema/prospects.ts';
import { staffName } from '../../schema/staff.ts';
import { presentAttendance } from '../appointments/public.ts';
import { readConsents } from '../consents/public.ts';
import { examOrder } from '../exams/public.ts';
import { readNotes } from '../notes/public.ts';
import { patientFieldColumns, patientIdentificationColumns } from '../patients/public.ts';
import { readRecordReports } from '../reports/public.ts';
import { readRecordResults } from '../results/public.ts';
import { presentPlace, storedPlaceAt } from '../schedules/public.ts';
import { collectFiles, findName, readStaffNames, type StaffNames } from './collect-files.ts';

/** A patient's record, and the keys of its files in the store. */
export type CollectedRecord = Awaited<ReturnType<typeof collectRecord>>;
export type PatientRecord = CollectedRecord['record'];

/** The restricted parts of a record, and whether its reader may see each. */
export type ReadableParts = Readonly<Record<PatientRecordPart, boolean>>;
export const allParts: ReadableParts = {
  reports: true,
  exam_files: true,
  results: true,
  request_files: true,
};

/**
 * All data of a patient that are not deleted, in the snapshot of the caller's transaction.
 * @throws Problem NOT_FOUND for an unknown, deleted or blocked patient
 */
export async function collectRecord(
  transaction: Transaction,
  id: string,
  now: Date,
  readable: ReadableParts,
) {
  const patient = await readPatient(transaction, id);
  const staffNames = await readStaffNames(transaction);
  const allExams = await readExams(transaction, id);
  const readableExams = readable.exam_files
    ? allExams
    : allExams.map((exam) => ({ ...exam, fileId: null, externalUrl: null }));
  const recipes = await readPrescriptionAppointments(transaction, id);
  const collectedFiles = await collectFiles(
    transaction,
    {
      exams: readable.exam_files ? readableExams : [],
      recipes,
      requestsPatientId: readable.request_files ? id : null,
    },
    staffNames,
  );
  const leftOut = patientRecordParts.filter((part) => !readable[part]);
  return {
    entries: collectedFiles.entries,
    record: {
      format: 'simiente.expediente',
      version: 2,
      exportedAt: now.toISOString(),
      ...(leftOut.length > 0 && { leftOut }),
      patient,
      reports: readable.reports
        ? await readRecordReports(transaction, id, (...args) => findName(staffNames, ...args))
        : [],
      exams: readableExams.map(({ laboratoryId, laboratoryName, fileId, ...exam }) => ({
        ...toRecord(exam),
        laboratory:
          laboratoryId !== null && laboratoryName !== null
            ? { id: laboratoryId, name: laboratoryName }
            : null,
        file: fileId,
        earlierFiles: collectedFiles.findReplaced(exam.id),
      })),
      results: readable.results ? await readRecordResults(transaction, id) : [],
      doctorAppointments: await readDoctorAppointments(transaction, id),
      recipeAppointments: recipes.map(({ prescriptionFileId, ...recipe }) => ({
        ...toRecord(recipe),
        attendance: presentAttendance(recipe),
        file: prescriptionFileId,
        earlierFiles: collectedFiles.findReplaced(recipe.id),
      })),
      examOrders: await readOrders(transaction, id, staffNames),
      privacyReceipts: await readReceipts(transaction, id, staffNames),
      dataRequests: (await readRequests(transaction, id, staffNames)).map((request) => ({
        ...request,
        files: collectedFiles.findEvidence(request.idRequest),
      })),
      mergedRecords: await readMergedRecords(transaction, id),
      prospects: await readProspects(transaction, id, staffNames),
      files: collectedFiles.files,
    },
  };
}

/** A row with its instants as texts, and the texts of dates that no edit has replaced. */
const toRecord = <Row extends { readonly invalidDates: InvalidDates | null }>(row: Row) => ({
  ...toWire(row),
  invalidDates: remainingInvalidDates({ ...row }),
});

const personColumns = {
  id: patients.id,
  ...patientFieldColumns,
  ...patientIdentificationColumns,
  testUserName: fertilityTests.userName,
  historyName: fertilityTests.historyName,
};

async function readPatient(transaction: Transaction, id: string) {
  const [row] = await transaction
    .select({
      ...personColumns,
      ...pick(patients, ['createdAt', 'lastAccessAt', 'invalidDates', 'insertedAt', 'updatedAt']),
    })
    .from(patients)
    .leftJoin(fertilityTests, eq(fertilityTests.patientId, patients.id))
    .where(and(eq(patients.id, id), isNull(patients.deletedAt)));
  if (!row) throw new Problem('NOT_FOUND');
  const consents = (await readConsents(transaction, id)).toReversed();
  const notes = (await readNotes(transaction, id)).toReversed();
  return { ...toRecord(row), consents, notes };
}

function readExams(transaction: Transaction, id: string) {
  return transaction
    .select({
      id: exams.id,
      type: exams.type,
      laboratoryId: exams.laboratoryId,
      laboratoryName: partners.name,
      ...pick(exams, ['externalUrl', 'fileId', 'examDate', 'createdAt', 'invalidDates']),
      ...pick(exams, ['insertedAt', 'updatedAt']),
    })
    .from(exams)
    .leftJoin(partners, eq(partners.id, exams.laboratoryId))
    .where(and(eq(exams.patientId, id), isNull(exams.deletedAt)))
    .orderBy(examOrder);
}

async function readDoctorAppointments(transaction: Transaction, id: string) {
  const table = doctorAppointments;
  const rows = await transaction
    .select({
      id: table.id,
      doctor: pick(doctors, ['id', 'name', 'email', 'specialties']),
      ...pick(table, ['status', 'attendance', 'cancellationReason', 'startsAt', 'endsAt']),
      ...pick(table, ['branchId', 'isVideoCall', 'createdAt', 'invalidDates', 'insertedAt']),
      updatedAt: table.updatedAt,
      place: storedPlaceAt(table.branchId),
      link: {
        ...pick(appointmentLinks, ['createdAt', 'startsAt', 'readAt', 'request', 'requestedAt']),
        ...pick(appointmentLinks, ['cancelledAt', 'whatsappAt']),
      },
      whatsappBy: staffName(appointmentLinks.whatsappBy, appointmentLinks.whatsappAt),
    })
    .from(table)
    .leftJoin(appointmentLinks, eq(appointmentLinks.id, table.id))
    .innerJoin(doctors, eq(doctors.id, table.doctorId))
    .where(and(eq(table.patientId, id), isNull(table.deletedAt)))
    .orderBy(sql`${table.startsAt} desc nulls last`, table.id);
  return rows.map(({ branchId, isVideoCall, place, link, whatsappBy, ...row }) => ({
    ...toRecord(row),
    place: presentPlace({ branchId, isVideoCall }, place),
    link: link && { ...toWire(link), whatsappBy },
    attendance: presentAttendance(row),
  }));
}

function readPrescriptionAppointments(transaction: Transaction, id: string) {
  const table = recipeAppointments;
  return transaction
    .select({
      ...pick(table, ['id', 'status', 'attendance', 'cancellationReason', 'type', 'startsAt']),
      ...pick(table, ['endsAt', 'isVisit']),
      doctor: { id: doctors.id, name: doctors.name },
      ...pick(table, ['hostEmails', 'meetingUrl', 'meetingPlace', 'prescriptionExplanation']),
      ...pick(table, ['inviteeName', 'inviteeEmail', 'calendlyInviteeUri', 'prescriptionFileId']),
      ...pick(table, ['createdAt', 'invalidDates', 'insertedAt', 'updatedAt']),
    })
    .from(table)
    .leftJoin(doctors, eq(doctors.id, table.doctorId))
    .where(and(eq(table.patientId, id), isNull(table.deletedAt)))
    .orderBy(sql`${table.startsAt} desc nulls last`, table.id);
}

async function readOrders(transaction: Transaction, id: string, names: StaffNames) {
  const rows = await transaction
    .select({
      id: examOrders.id,
      folio: examOrders.folio,
      ...pick(examOrders, ['exams', 'createdAt', 'createdBy']),
      partner: { id: partners.id, name: partners.name },
      branch: { id: branches.id, name: branches.name },
    })
    .from(examOrders)
    .innerJoin(partners, eq(partners.id, examOrders.partnerId))
    .innerJoin(branches, eq(branches.id, examOrders.branchId))
    .where(and(eq(examOrders.patientId, id), isNull(examOrders.deletedAt)))
    .orderBy(asc(examOrders.folio));
  const ids = rows.map((order) => order.id);
  const downloads = await transaction
    .select()
    .from(examOrderDownloads)
    .where(inArray(examOrderDownloads.orderId, ids))
    .orderBy(asc(examOrderDownloads.at), asc(examOrderDownloads.id));
  return rows.map((order) => ({
    ...order,
    folio: formatFolio(order.folio),
    createdAt: order.createdAt.toISOString(),
    createdBy: findName(names, order.createdBy, order.createdAt),
    downloads: downloads
      .filter(({ orderId }) => orderId === order.id)
      .map(({ at, staffId }) => ({ at: at.toISOString(), by: findName(names, staffId, at) })),
  }));
}

async function readReceipts(transaction: Transaction, id: string, names: StaffNames) {
  const rows = await transaction
    .select({ receipt: privacyReceipts, effectiveOn: privacyNotices.effectiveOn })
    .from(privacyReceipts)
    .innerJoin(privacyNotices, eq(privacyNotices.id, privacyReceipts.noticeId))
    .where(eq(privacyReceipts.patientId, id))
    .orderBy(asc(privacyReceipts.id));
  return rows.map(
    ({ receipt: { noticeId, receivedOn, way, recordedAt, recordedBy }, effectiveOn }) => ({
      idNotice: noticeId,
      effectiveOn,
      receivedOn,
      way,
      recordedAt: recordedAt.toISOString(),
      recordedBy: findName(names, recordedBy, recordedAt),
    }),
  );
}

async function readRequests(transaction: Transaction, id: string, names: StaffNames) {
  const rows = await transaction
    .select()
    .from(dataRequests)
    .where(eq(dataRequests.patientId, id))
    .orderBy(asc(dataRequests.receivedOn), dataRequests.id);
  return rows.map(({ id: idRequest, patientId: _, version: _version, ...row }) => ({
    ...toWire(row),
    idRequest,
    registeredBy: findName(names, row.registeredBy, row.insertedAt),
    answeredBy: findName(names, row.answeredBy, row.updatedAt),
    closedBy: findName(names, row.closedBy, row.updatedAt),
  }));
}

function readMergedRecords(transaction: Transaction, id: string) {
  return transaction
    .select(personColumns)
    .from(patients)
    .leftJoin(fertilityTests, eq(fertilityTests.patientId, patients.id))
    .where(sql`${patients.id} = any(merged_ids(${id})) and ${patients.id} <> ${id}`)
    .orderBy(asc(patients.deletedAt), patients.id);
}

async function readProspects(transaction: Transaction, id: string, names: StaffNames) {
  const table = prospects;
  const rows = await transaction
    .select({
      ...pick(table, ['id', 'name', 'email', 'phone', 'reason', 'status', 'notes', 'createdAt']),
      ...pick(table, ['invalidDates', 'consentAt', 'consentVersion', 'convertedAt', 'convertedBy']),
      ...pick(table, ['insertedAt', 'updatedAt']),
    })
    .from(table)
    .where(and(eq(table.patientId, id), isNull(table.deletedAt)))
    .orderBy(asc(table.insertedAt), table.id);
  return rows.map((row) => ({
    ...toRecord(row),
    convertedBy: findName(names, row.convertedBy, row.convertedAt),
  }));
}
