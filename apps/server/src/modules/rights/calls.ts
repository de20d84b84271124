import type { rightsContract } from '@simiente/contract/rights/calls';
import type { noticesContract } from '@simiente/contract/rights/notice-calls';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { audited, auditView } from '../audit/public.ts';
import { checkExamFile } from '../exams/public.ts';
import { keepUploads } from '../files/public.ts';
import { partOfPatient } from '../patients/public.ts';
import { attachFile, listFiles } from './evidence.ts';
import { addNotice, handNotice, listNotices, listReceipts } from './notices.ts';
import {
  blockRecord,
  createRequest,
  listActs,
  listHolders,
  listRequests,
  readRequest,
  stopAutomation,
  updateRequest,
} from './requests.ts';

const toReadEntry = (id: string, patientId: string | null) =>
  ({
    action: 'data_request.read',
    subject: { kind: 'data_request', id },
    ...(patientId !== null && { patientId }),
  }) as const;

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
      const acts = await listActs(db, request);
      return { request, holders, acts, files: await listFiles(db, idRequest) };
    },
    ({ idRequest }, { request: { idUser } }) => toReadEntry(idRequest, idUser),
  ),

  create: idempotent('rights.create', createRequest, show),
  update: idempotent('rights.update', updateRequest, show),
  stopAutomation: idempotent('rights.stopAutomation', stopAutomation, show),
  block: idempotent('rights.block', blockRecord, show),

  attach: (context, { file, idRequest }) =>
    keepUploads(
      context,
      store,
      { call: 'rights.attach', input: { idRequest }, received: { file } },
      {
        check: checkExamFile,
        attach: (transaction, addFile) =>
          attachFile(transaction, context, idRequest, () => addFile('file')),
        read: (transaction, id) => show(transaction, context, { id }),
      },
    ),
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

const receipts = partOfPatient('patient.notices_read', (db, idUser, context) =>
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
