import type { rightsContract } from '@simiente/contract/rights/calls';
import type { noticesContract, PrivacyNotice } from '@simiente/contract/rights/notice-calls';
import { desc, eq, sql } from 'drizzle-orm';
import type { ChangeAct } from '../../platform/act.ts';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { CallInput, Handlers } from '../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { newRecordId, toWire } from '../../platform/database/records.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { toFieldProblem } from '../../platform/problem.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { dataRequestFiles, dataRequests } from '../../schema/data-requests.ts';
import { noticeInForce, privacyNotices, privacyReceipts } from '../../schema/privacy-notices.ts';
import { staffName } from '../../schema/staff.ts';
import { audited, auditView, writeAudit } from '../audit/public.ts';
import { checkExamFile } from '../exams/public.ts';
import { type AddFile, keepUpload, readStoredFiles } from '../files/public.ts';
import { lockPatient, patientSection } from '../patients/public.ts';
import {
  blockRecord,
  createRequest,
  FUTURE,
  listAuditEvents,
  listHolders,
  listRequests,
  lockRequest,
  readRequest,
  stopAutomation,
  toAuditSubject,
  today,
  updateRequest,
} from './requests.ts';

const toReadEntry = (id: string, patientId: string | null) =>
  ({ action: 'data_request.read', ...toAuditSubject({ id, patientId }) }) as const;

export const rightsCalls = (store: FileStore): Handlers<typeof rightsContract> => ({
  list: audited(
    (context, input) => listRequests(context, input),
    ({ state }, { requests }) => ({
      action: 'data_requests.listed',
      details: { state, count: requests.length },
      shown: requests.flatMap(({ idUser }) => idUser ?? []),
    }),
  ),

  getOne: audited(
    async (context, { idRequest }) => {
      const { db } = context;
      const request = await readRequest(db, context, idRequest);
      const holders = await listHolders(db, request.idUser);
      const acts = await listAuditEvents(db, request);
      return { request, holders, acts, files: await listFiles(db, idRequest) };
    },
    ({ idRequest }, { request: { idUser } }) => toReadEntry(idRequest, idUser),
  ),

  create: idempotent('rights.create', createRequest, show),
  update: idempotent('rights.update', updateRequest, show),
  stopAutomation: idempotent('rights.stopAutomation', stopAutomation, show),
  block: idempotent('rights.block', blockRecord, show),

  attach: keepUpload(store, 'rights.attach', checkExamFile, attachFile, show),
});

async function show(
  transaction: Transaction,
  context: StaffContext,
  { id }: { readonly id: string },
) {
  const request = await readRequest(transaction, context, id);
  await auditView(transaction, context, toReadEntry(id, request.idUser));
  return { request };
}

const receipts = patientSection('patient.notices_read', (db, idUser, context) =>
  listReceipts(db, context, idUser),
);

export const noticeCalls: Handlers<typeof noticesContract> = {
  list: audited(
    async (context) => ({ notices: await listNotices(context.db, context) }),
    () => ({ action: 'privacy_notices.listed' }),
  ),

  add: idempotent('notices.add', addNotice, async (transaction, context) => {
    await auditView(transaction, context, { action: 'privacy_notices.listed' });
    return { notices: await listNotices(transaction, context) };
  }),

  ofPatient: receipts.list,
  hand: idempotent('notices.hand', handNotice, receipts.show),
};

async function listFiles(db: Reader, idRequest: string) {
  const { fileId, requestId } = dataRequestFiles;
  const rows = await db.select({ fileId }).from(dataRequestFiles).where(eq(requestId, idRequest));
  const ids = rows.map((row) => row.fileId);
  const files = await readStoredFiles(db, ids);
  return [...files.values()].sort((a, b) => (a.uploadedAt < b.uploadedAt ? -1 : 1));
}

/**
 * Adds a file to the evidence of a request.
 * @returns the request's id
 */
async function attachFile(
  transaction: Transaction,
  context: ChangeAct,
  { idRequest: id }: { readonly idRequest: string },
  addFile: AddFile,
): Promise<{ readonly id: string }> {
  const request = await lockRequest(transaction, id);
  const fileId = await addFile();
  await transaction.insert(dataRequestFiles).values({ fileId, requestId: id });
  // The update notifies open screens.
  await transaction
    .update(dataRequests)
    .set({ updatedAt: sql`now()` })
    .where(eq(dataRequests.id, id));
  await writeAudit(transaction, context, {
    action: 'data_request.file_attached',
    ...toAuditSubject(request),
    details: { file: fileId },
  });
  return { id };
}

/** The id of the notice that is in force on a day. */
async function findInForce(db: Reader, day: string): Promise<string | null> {
  const { rows } = await db.execute<{ id: string | null }>(sql`select ${noticeInForce(day)} as id`);
  return rows[0]?.id ?? null;
}

async function listNotices(db: Reader, context: StaffContext): Promise<PrivacyNotice[]> {
  const inForce = await findInForce(db, today(context));
  const rows = await db
    .select({
      notice: privacyNotices,
      received: sql<number>`(select count(distinct r.patient_id)::int from privacy_receipts r
        where r.notice_id = privacy_notices.id)`,
      addedBy: staffName(privacyNotices.insertedBy, privacyNotices.insertedAt),
    })
    .from(privacyNotices)
    .orderBy(desc(privacyNotices.effectiveOn), desc(privacyNotices.insertedAt));
  return rows.map(({ notice: { id, insertedAt: _at, insertedBy: _by, ...fields }, ...row }) => ({
    idNotice: id,
    ...fields,
    ...row,
    isInForce: id === inForce,
  }));
}

async function addNotice(
  transaction: Transaction,
  context: StaffContext,
  fields: CallInput<typeof noticesContract.add>,
): Promise<{ id: string }> {
  const id = newRecordId('prv');
  await transaction.insert(privacyNotices).values({ id, ...fields, insertedBy: context.actor.id });
  await writeAudit(transaction, context, {
    action: 'privacy_notice.added',
    details: { idNotice: id, effectiveOn: fields.effectiveOn },
  });
  return { id };
}

/** A patient's receipts, newest first, and whether any version is in force. */
async function listReceipts(db: Reader, context: StaffContext, patientId: string) {
  const inForce = await findInForce(db, today(context));
  const rows = await db
    .select({
      idNotice: privacyNotices.id,
      effectiveOn: privacyNotices.effectiveOn,
      receivedOn: privacyReceipts.receivedOn,
      way: privacyReceipts.way,
      recordedAt: privacyReceipts.recordedAt,
      recordedBy: staffName(privacyReceipts.recordedBy, privacyReceipts.recordedAt),
    })
    .from(privacyReceipts)
    .innerJoin(privacyNotices, eq(privacyNotices.id, privacyReceipts.noticeId))
    .where(eq(privacyReceipts.patientId, patientId))
    .orderBy(desc(privacyReceipts.id));
  const receipts = rows.map((row) => ({
    ...toWire(row),
    isInForce: row.idNotice === inForce,
  }));
  return { receipts, isAnyInForce: inForce !== null };
}

/**
 * Records that a patient received the privacy notice, in the version that was in force on the day of receipt.
 * @throws Problem BAD_REQUEST for a day that is in the future on the clinic's calendar
 * @throws Problem CONFLICT without a version in force on that day
 */
async function handNotice(
  transaction: Transaction,
  context: StaffContext,
  { idUser: patientId, ...fields }: CallInput<typeof noticesContract.hand>,
): Promise<{ id: string }> {
  if (fields.receivedOn > today(context)) {
    throw toFieldProblem('BAD_REQUEST', 'receivedOn', FUTURE);
  }
  await lockPatient(transaction, patientId);
  const noticeId = await findInForce(transaction, fields.receivedOn);
  if (noticeId === null) {
    const message =
      'Ese día no había un aviso de privacidad vigente. Revisa la fecha, o agrégalo en «Privacidad».';
    throw toFieldProblem('CONFLICT', 'receivedOn', message);
  }
  await transaction
    .insert(privacyReceipts)
    .values({ patientId, noticeId, ...fields, recordedBy: context.actor.id });
  await writeAudit(transaction, context, {
    action: 'privacy_notice.handed',
    subject: { kind: 'patient', id: patientId },
    details: { idNotice: noticeId, way: fields.way },
  });
  return { id: patientId };
}
