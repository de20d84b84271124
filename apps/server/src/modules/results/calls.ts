import type { InboxContract } from '@simiente/contract/inbox/calls';
import type { resultsContract } from '@simiente/contract/results/calls';
import type { resultFilesContract } from '@simiente/contract/results/file-calls';
import type { analyteRangesContract } from '@simiente/contract/results/range-calls';
import type { receivedResultsContract } from '@simiente/contract/results/received-calls';
import { eq } from 'drizzle-orm';
import { may } from '../../platform/act.ts';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { idempotent } from '../../platform/idempotency/idempotency-key.ts';
import { Problem } from '../../platform/problem.ts';
import { resultSets } from '../../schema/results.ts';
import { audited, auditRead, auditView } from '../audit/public.ts';
import { countOrders } from '../exam-orders/public.ts';
import { inboxCalls } from '../inbox/public.ts';
import {
  assignReceived,
  discardReceived,
  moveResults,
  restoreReceived,
} from './entering/assign-results.ts';
import {
  confirmResults,
  findSecondReading,
  seeCritical,
  validateResults,
} from './entering/confirm-results.ts';
import { correctResults, createResults, updateResults } from './entering/enter-results.ts';
import { readEntryDefaults } from './entering/entry.ts';
import { assignAnalyte } from './hl7/laboratory-codes.ts';
import { laboratoryInbox } from './hl7/ledger.ts';
import type { FileDeps } from './hl7/receive-message.ts';
import { checkFile, importFile } from './import/import-results.ts';
import { listRanges, readRange, setRange, updateRange } from './ranges.ts';
import { countCritical, countPending, listCritical, listPending } from './reading/pending.ts';
import { listResults, openResult, readResult } from './reading/read-results.ts';
import { selectSets } from './reading/read-rows.ts';
import { countWaiting, findCandidates, listReceived, readReceived } from './reading/received.ts';

interface Changed {
  readonly id: string;
}

/** Answers a change with the set. A repeated request changes nothing, so it is audited as a read. */
async function showSet(transaction: Transaction, context: StaffContext, { id }: Changed) {
  const set = await readResult(transaction, context.actor, id);
  await auditView(transaction, context, toReadAudit(set));
  return { set };
}

const toReadAudit = ({ idExam, idUser }: { readonly idExam: string; readonly idUser: string }) =>
  ({ action: 'result.read', subject: { kind: 'exam', id: idExam }, patientId: idUser }) as const;

export const resultCalls: Handlers<typeof resultsContract> = {
  attention: async ({ db, actor }) => {
    const { overdue, rechazada } = await countOrders(db);
    return {
      overdueOrders: overdue,
      rejectedOrders: rechazada,
      ...(may(actor, 'results.validate')
        ? await countCritical(db)
        : { critical: null, criticalReceived: null }),
      toValidate: may(actor, 'results.read') ? await countPending(db) : null,
      received: may(actor, 'results.receive') ? await countWaiting(db) : null,
      failedMessages: may(actor, 'results.receive') ? await laboratoryInbox.countFailed(db) : null,
    };
  },

  ofPatient: audited(
    async ({ db, actor }, { idUser }) => ({ sets: await listResults(db, actor, idUser) }),
    ({ idUser: id }, { sets }) => ({
      action: 'patient.results_read',
      subject: { kind: 'patient', id },
      details: { count: sets.length },
    }),
  ),

  getOne: audited(
    async ({ db, actor }, { idResultSet }) => ({ set: await openResult(db, actor, idResultSet) }),
    (_input, { set }) => toReadAudit(set),
  ),

  entry: audited(readEntryDefaults, ({ idUser: id }) => ({
    action: 'result.entry_read',
    subject: { kind: 'patient', id },
  })),

  create: idempotent('results.create', createResults, showSet),
  update: idempotent('results.update', updateResults, showSet),

  secondReading: async (context, { idResultSet }) => {
    const { db, actor } = context;
    const [set] = await selectSets(db, eq(resultSets.id, idResultSet));
    if (set === undefined) throw new Problem('NOT_FOUND');
    // `way`: whether another user confirms, or the same one retypes `fields`.
    const { way, fields } = await findSecondReading(db, actor.id, set);
    await auditRead(db, context, toReadAudit({ idExam: set.examId, idUser: set.patientId }));
    return {
      way,
      fields: fields.map(({ id, analyte, name, unit }) => ({ idValue: id, analyte, name, unit })),
    };
  },

  confirm: idempotent('results.confirm', confirmResults, showSet),
  validate: idempotent('results.validate', validateResults, showSet),
  correct: idempotent('results.correct', correctResults, showSet),
  move: idempotent('results.move', moveResults, showSet),
  nameValue: idempotent('results.nameValue', assignAnalyte, showSet),

  critical: audited(
    async ({ db }) => ({ results: await listCritical(db) }),
    (_input, { results }) => ({
      action: 'results.critical_listed',
      details: { count: results.length },
      shown: results.map(({ patient }) => patient.idUser),
    }),
  ),
  seeCritical: idempotent('results.seeCritical', seeCritical, showSet),

  pending: audited(
    ({ db, cursors }, input) => listPending(db, input, cursors),
    ({ cursor }, { results }) => ({
      action: 'results.pending_listed',
      details: { filter: { continued: cursor !== undefined }, count: results.length },
      shown: results.map(({ patient }) => patient.idUser),
    }),
  ),
};

async function showReceived(transaction: Transaction, context: StaffContext, { id }: Changed) {
  const received = await readReceived(transaction, id);
  await auditView(transaction, context, toReceivedEntry(id));
  return { received };
}

const toReceivedEntry = (id: string) =>
  ({ action: 'received_result.read', subject: { kind: 'received_result', id } }) as const;

export const receivedResultCalls: Handlers<typeof receivedResultsContract> = {
  list: audited(
    ({ db, cursors }, input) => listReceived(db, input, cursors),
    ({ cursor, ...filter }, { received }) => ({
      action: 'received_results.listed',
      details: { filter: { ...filter, continued: cursor !== undefined }, count: received.length },
      shown: received.flatMap(({ patient }) => patient?.idUser ?? []),
    }),
  ),

  candidates: audited(
    async ({ db }, { idReceived, idUser }) => ({
      patients: await findCandidates(db, idReceived, idUser),
    }),
    ({ idReceived }, { patients }) => ({
      ...toReceivedEntry(idReceived),
      shown: patients.map(({ idUser }) => idUser),
    }),
  ),

  assign: idempotent('receivedResults.assign', assignReceived, showReceived),
  discard: idempotent('receivedResults.discard', discardReceived, showReceived),
  restore: idempotent('receivedResults.restore', restoreReceived, showReceived),
};

async function showRange(transaction: Transaction, context: StaffContext, { id }: Changed) {
  const range = await readRange(transaction, context, id);
  await auditView(transaction, context, {
    action: 'analyte_range.read',
    subject: { kind: 'partner', id: range.laboratory.idPartner },
  });
  return { range };
}

/** @param files stores and checks the documents in messages */
export const resultFileCalls = (files: FileDeps): Handlers<typeof resultFilesContract> => ({
  check: async (context, input) => ({ checked: await checkFile(context, input) }),
  import: async (context, input) => ({ outcome: await importFile(context, files, input) }),
});

/** @param files stores and checks the documents in messages */
export const laboratoryInboxCalls = (files: FileDeps): Handlers<InboxContract> =>
  inboxCalls(laboratoryInbox, async (context, messageId) => {
    const { processMessage } = await import('./hl7/receive-message.ts');
    const { db, log, clinicTimeZone: timeZone } = context;
    return processMessage({ ...files, db, log, timeZone }, context, messageId);
  });

export const analyteRangeCalls: Handlers<typeof analyteRangesContract> = {
  list: audited(listRanges, ({ cursor, ...filter }, { ranges }) => ({
    action: 'analyte_ranges.listed',
    details: { filter: { ...filter, continued: cursor !== undefined }, count: ranges.length },
  })),
  set: idempotent('analyteRanges.set', setRange, showRange),
  update: idempotent('analyteRanges.update', updateRange, showRange),
};
