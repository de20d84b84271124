import { dayIn } from '@simiente/contract/common/days';
import type { DataRequest, RequestPage, rightsContract } from '@simiente/contract/rights/calls';
import { addBusinessDays } from '@simiente/contract/rights/words';
import {
  and,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { ChangeAct } from '../../platform/act.ts';
import type { StaffContext } from '../../platform/calls/call-context.ts';
import type { CallInput } from '../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { byText, keyset } from '../../platform/database/pages/keyset.ts';
import { findChanges, newRecordId } from '../../platform/database/records.ts';
import { Problem, rejectStale, toFieldProblem } from '../../platform/problem.ts';
import { auditEvents } from '../../schema/audit.ts';
import { dataRequests } from '../../schema/data-requests.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { exams } from '../../schema/exams.ts';
import { partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { resultSets } from '../../schema/results.ts';
import { staffName } from '../../schema/staff.ts';
import { type AuditAction, writeAudit, writeEdit } from '../audit/public.ts';
import { lockPatient } from '../patients/public.ts';
import { readDueRules } from '../schedules/public.ts';
import { blockPatient } from '../trash/public.ts';

type Context = ChangeAct & Pick<StaffContext, 'actor' | 'clinicTimeZone'>;

export const today = ({ clinicTimeZone }: Pick<StaffContext, 'clinicTimeZone'>) =>
  dayIn(clinicTimeZone, new Date());

const columns = {
  request: dataRequests,
  patientName: sql<string | null>`(select ${patients.name} from ${patients}
    where ${patients.id} = ${dataRequests.patientId} and ${patients.deletedAt} is null)`,
  registeredBy: staffName(dataRequests.registeredBy, dataRequests.insertedAt),
  answeredBy: staffName(dataRequests.answeredBy, dataRequests.updatedAt),
  closedBy: staffName(dataRequests.closedBy, dataRequests.updatedAt),
};

const selectRequests = (db: Reader) => db.select(columns).from(dataRequests);
type Row = Awaited<ReturnType<typeof selectRequests>>[number];

function present({ request, ...row }: Row, day: string): DataRequest {
  const { id, patientId, insertedAt: _created, updatedAt: _updated, ...fields } = request;
  return {
    ...fields,
    ...row,
    idRequest: id,
    idUser: patientId,
    isOverdue: fields.dueOn !== null && fields.dueOn < day,
  };
}

const due = sql`coalesce(${dataRequests.dueOn}::text, '9999')`;
const { readPage } = keyset<'dueOn' | '-dueOn', Row>(dataRequests.id, ({ request }) => request.id, {
  dueOn: byText(due, ({ request }) => request.dueOn ?? '9999'),
});

export async function listRequests(
  { db, cursors, clinicTimeZone }: Pick<StaffContext, 'db' | 'cursors' | 'clinicTimeZone'>,
  input: CallInput<typeof rightsContract.list>,
): Promise<RequestPage> {
  const { closedOn } = dataRequests;
  const stateConditions: Partial<Record<string, SQL>> = {
    open: isNull(closedOn),
    closed: isNotNull(closedOn),
  };
  const where = input.state && stateConditions[input.state];
  const { page, nextCursor } = await readPage(input, cursors, selectRequests(db), where);
  return {
    requests: page.map((row) => present(row, today({ clinicTimeZone }))),
    nextCursor,
    total: await db.$count(dataRequests, where),
    totalIsCapped: false,
  };
}

export async function lockRequest(db: Reader, id: string): Promise<Row['request']> {
  const [row] = await selectRequests(db)
    .where(eq(dataRequests.id, id))
    .for('no key update', { of: dataRequests });
  if (row === undefined) throw new Problem('NOT_FOUND');
  return row.request;
}

export async function readRequest(
  db: Reader,
  context: Pick<StaffContext, 'clinicTimeZone'>,
  id: string,
): Promise<DataRequest> {
  const [row] = await selectRequests(db).where(eq(dataRequests.id, id));
  if (row === undefined) throw new Problem('NOT_FOUND');
  return present(row, today(context));
}

/** Laboratories and partners with studies, orders or results of a patient. */
export async function listHolders(db: Reader, patientId: string | null) {
  if (patientId === null) return [];
  const patientLaboratories = sql`(select ${exams.laboratoryId} from ${exams} where ${exams.patientId} = ${patientId}
    union select ${examOrders.partnerId} from ${examOrders} where ${examOrders.patientId} = ${patientId}
    union select ${resultSets.laboratoryId} from ${resultSets} where ${resultSets.patientId} = ${patientId})`;
  return db
    .select({ idPartner: partners.id, name: partners.name })
    .from(partners)
    .where(sql`${partners.id} in ${patientLaboratories}`)
    .orderBy(partners.name, partners.id);
}

const requestActions: readonly AuditAction[] = [
  'data_request.created',
  'data_request.updated',
  'data_request.file_attached',
  'data_request.automation_stopped',
  'data_request.automation_allowed',
];
/** Audit actions that count as fulfilling a data request. */
const fulfillingActions: readonly AuditAction[] = [
  'patient.exported',
  'patient.updated',
  'consent.withdrawn',
  'record.deleted',
  'record.blocked',
];
const MAX_EVENTS = 100;

/** The latest audit events of a request, and those of its patient that fulfil requests, until about its closing. */
export async function listAuditEvents(db: Reader, { idRequest, idUser, closedOn }: DataRequest) {
  const { subjectKind, subjectId, patientId, action, at } = auditEvents;
  const created = sql`(select ${dataRequests.insertedAt} from ${dataRequests} where ${dataRequests.id} = ${idRequest})`;
  const isRequest = and(
    inArray(action, [...requestActions]),
    eq(subjectKind, 'data_request'),
    eq(subjectId, idRequest),
  );
  const isFulfilment = and(
    inArray(action, [...fulfillingActions]),
    sql`${patientId} = any(merged_ids(${idUser}))`,
  );
  const rows = await db
    .select({ id: auditEvents.id, at, action, by: staffName(auditEvents.actorId, at) })
    .from(auditEvents)
    .where(
      and(
        gte(at, created),
        // The closing day may end later in the clinic's time zone than in the database's.
        closedOn === null ? undefined : lte(at, sql`${closedOn}::date + 2`),
        or(isRequest, isFulfilment),
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(MAX_EVENTS);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

export const toAuditSubject = ({ id, patientId }: { id: string; patientId: string | null }) => ({
  subject: { kind: 'data_request' as const, id },
  patientId,
});

/**
 * Registers a request. The deadline for the answer counts business days from the day after receipt.
 * @throws Problem BAD_REQUEST
 */
export async function createRequest(
  transaction: Transaction,
  context: Context,
  { idUser: patientId, ...fields }: CallInput<typeof rightsContract.create>,
): Promise<{ id: string }> {
  if (fields.receivedOn > today(context)) throw toFieldProblem('BAD_REQUEST', 'receivedOn', FUTURE);
  if (patientId !== null) await lockPatient(transaction, patientId);
  const { holidays, requestDays } = await readDueRules(transaction);
  const id = newRecordId('req');
  await transaction.insert(dataRequests).values({
    id,
    patientId,
    ...fields,
    answerBy: addBusinessDays(fields.receivedOn, requestDays.answer, holidays),
    registeredBy: context.actor.id,
  });
  await writeAudit(transaction, context, {
    action: 'data_request.created',
    ...toAuditSubject({ id, patientId }),
    details: { kind: fields.kind },
  });
  return { id };
}

export const FUTURE = 'La fecha no puede ser futura.';

/**
 * Changes a request. A denial also closes the request.
 * @throws Problem BAD_REQUEST
 */
export async function updateRequest(
  transaction: Transaction,
  context: Context,
  { idRequest: id, version, idUser, ...fields }: CallInput<typeof rightsContract.update>,
): Promise<{ id: string }> {
  const before = await lockRequest(transaction, id);
  const { patientId } = before;
  const shows = patientId === null ? undefined : ({ kind: 'patient', id: patientId } as const);
  await rejectStale(version, before, () => readRequest(transaction, context, id), shows);
  const changed = findChanges(before, { ...fields, patientId: idUser });
  if (Object.keys(changed).length === 0) return { id };
  // Another answer reopens a request that its denial closed.
  const isReopened = before.answer === 'denied' && changed.answer !== undefined;
  const after = { ...before, ...(isReopened && { closedOn: null }), ...changed };
  if (changed.patientId) await lockPatient(transaction, changed.patientId);
  checkSteps(after, today(context));
  const { holidays, requestDays } = await readDueRules(transaction);
  const { answer, answeredOn } = after;
  const isDenied = answer === 'denied';
  const closedOn = isDenied ? answeredOn : after.closedOn;
  const isOtherAnswer = answeredOn !== before.answeredOn || answer !== before.answer;
  const by = context.actor.id;
  await writeEdit(transaction, context, dataRequests, {
    action: 'data_request.updated',
    ...toAuditSubject(after),
    before,
    changed,
    plain: PLAIN_FIELDS,
    columns: {
      ...changed,
      closedOn,
      ...(changed.patientId === null && { automationStopped: false }),
      ...(changed.receivedOn && {
        answerBy: addBusinessDays(changed.receivedOn, requestDays.answer, holidays),
      }),
      ...(isOtherAnswer && {
        answeredBy: answer === null ? null : by,
        carryOutBy:
          answeredOn === null || isDenied
            ? null
            : addBusinessDays(answeredOn, requestDays.carryOut, holidays),
      }),
      ...(closedOn !== before.closedOn && { closedBy: closedOn === null ? null : by }),
    },
  });
  return { id };
}

const PLAIN_FIELDS = [
  'patientId',
  'kind',
  'receivedOn',
  'answer',
  'answeredOn',
  'closedOn',
] as const;

/** @throws Problem BAD_REQUEST with every missing field, and every step out of order */
function checkSteps(after: Row['request'], day: string): void {
  const { receivedOn, answer, answeredOn, response, identityProof, closedOn, outcome } = after;
  const isAnswered = [answer, answeredOn, response].some((value) => value !== null);
  const isClosed = closedOn !== null;
  const rules = [
    [receivedOn > day, 'receivedOn', FUTURE],
    [isAnswered && answer === null, 'answer', 'Elige la respuesta.'],
    [isAnswered && answeredOn === null, 'answeredOn', 'Escribe cuándo se respondió.'],
    [isAnswered && response === null, 'response', 'Escribe qué se respondió.'],
    [isAnswered && identityProof === null, 'identityProof', UNPROVED],
    [isBefore(answeredOn, receivedOn), 'answeredOn', ANSWERED_EARLY],
    [isBefore(day, answeredOn), 'answeredOn', FUTURE],
    [isClosed && answeredOn === null, 'closedOn', 'Antes de cerrarla registra la respuesta.'],
    [isBefore(closedOn, answeredOn), 'closedOn', CLOSED_EARLY],
    [isBefore(day, closedOn), 'closedOn', FUTURE],
    [isClosed && outcome === null && answer !== 'denied', 'outcome', 'Escribe qué se hizo.'],
  ] as const;
  const issues = rules.flatMap(([isBroken, path, message]) =>
    isBroken ? [{ path, message }] : [],
  );
  if (issues.length > 0) throw new Problem('BAD_REQUEST', { issues });
}

const UNPROVED = 'Antes de responder escribe cómo se acreditó la identidad.';
const ANSWERED_EARLY = 'La respuesta no puede ser anterior a la solicitud.';
const CLOSED_EARLY = 'El cierre no puede ser anterior a la respuesta.';

/** Whether both days are known, and the first is before the second. */
const isBefore = (day: string | null, other: string | null) =>
  day !== null && other !== null && day < other;

/**
 * Stops rule-based and model-written drafts for the request's patient, or allows them again.
 * @throws Problem CONFLICT
 */
export async function stopAutomation(
  transaction: Transaction,
  context: Context,
  { idRequest: id, stopped }: { readonly idRequest: string; readonly stopped: boolean },
): Promise<{ id: string }> {
  const request = await lockRequest(transaction, id);
  requirePatient(request);
  if (request.automationStopped === stopped) return { id };
  await transaction
    .update(dataRequests)
    .set({ automationStopped: stopped })
    .where(eq(dataRequests.id, id));
  await writeAudit(transaction, context, {
    action: stopped ? 'data_request.automation_stopped' : 'data_request.automation_allowed',
    ...toAuditSubject(request),
  });
  return { id };
}

/**
 * Blocks the record of the request's patient immediately, without the days in the trash.
 * @throws Problem CONFLICT
 */
export async function blockRecord(
  transaction: Transaction,
  context: Context,
  { idRequest: id }: { readonly idRequest: string },
): Promise<{ id: string }> {
  const request = await lockRequest(transaction, id);
  await blockPatient(transaction, context, requirePatient(request));
  return { id };
}

/** @throws Problem CONFLICT for a request without a patient */
function requirePatient({ patientId }: Row['request']): string {
  if (patientId !== null) return patientId;
  const message = 'La solicitud no tiene un paciente relacionado.';
  throw toFieldProblem('CONFLICT', 'idRequest', message);
}
