import { isWholeFolio, parseFolio } from '@simiente/contract/exam-orders/calls';
import type { ReadValue } from '@simiente/contract/results/fields';
import type {
  ReceivedCandidate,
  ReceivedResult,
  StaleReceivedDetails,
} from '@simiente/contract/results/received-calls';
import { reportedValue } from '@simiente/contract/results/reported-value';
import { and, count, eq, isNull, or, sql } from 'drizzle-orm';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { Reader, Transaction } from '../../../platform/database/database.ts';
import type { CursorCodec } from '../../../platform/database/pages/cursor.ts';
import { byDate, keyset } from '../../../platform/database/pages/keyset.ts';
import { Problem } from '../../../platform/problem.ts';
import { examOrders } from '../../../schema/exam-orders.ts';
import { partners } from '../../../schema/partners.ts';
import { patients } from '../../../schema/patients.ts';
import { receivedResults, resultDeliveries } from '../../../schema/results.ts';
import { writeAudit } from '../../audit/public.ts';
import { openOrders } from '../../exam-orders/public.ts';
import { patientNotDeleted } from '../../patients/public.ts';
import { writeSet } from '../entering/enter-results.ts';
import type { DeliveredValue } from '../entering/write-values.ts';
import { isSameBirthDate } from '../evidence.ts';

const NEWEST_FIRST = '-arrivedAt';
const { readPage } = keyset<typeof NEWEST_FIRST, Row>(receivedResults.id, ({ one }) => one.id, {
  arrivedAt: byDate(sql`${receivedResults.arrivedAt}`, ({ one }) => one.arrivedAt.toISOString()),
});

interface ListInput {
  readonly state: 'waiting' | 'discarded';
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** One page of the results without a patient, the latest first. */
export async function listReceived(db: Reader, input: ListInput, cursors: CursorCodec) {
  const inState = eq(receivedResults.state, input.state);
  const { page, nextCursor } = await readPage(
    { ...input, sort: NEWEST_FIRST },
    cursors,
    ({ next, inOrder, limit }) =>
      selectReceived(db)
        .where(and(inState, next))
        .orderBy(...inOrder)
        .limit(limit),
  );
  const [counted] = await db.select({ figure: count() }).from(receivedResults).where(inState);
  return {
    received: page.map(present),
    nextCursor,
    total: counted?.figure ?? 0,
    totalIsCapped: false,
  };
}

function selectReceived(db: Reader) {
  return db
    .select({
      one: receivedResults,
      laboratory: { idPartner: partners.id, name: partners.name },
      patientName: patients.name,
    })
    .from(receivedResults)
    .innerJoin(partners, eq(partners.id, receivedResults.laboratoryId))
    .leftJoin(patients, and(eq(patients.id, receivedResults.patientId), patientNotDeleted));
}
type Row = Awaited<ReturnType<typeof selectReceived>>[number];

function present({ one, laboratory, patientName }: Row): ReceivedResult {
  return {
    idReceived: one.id,
    state: one.state,
    source: one.source === 'hl7' ? 'hl7' : 'csv',
    laboratory,
    examType: one.examType,
    reason: one.reason,
    evidence: {
      patient: one.patientText,
      name: one.nameText,
      birthDate: one.birthDateText,
      folio: one.folioText,
      where: one.whereText,
    },
    collectedAt: one.collectedAt?.toISOString() ?? null,
    collectedTimeKnown: one.collectedTimeKnown,
    receivedAt: one.arrivedAt.toISOString(),
    values: (one.values as ReadValue[]).map(reportedValue),
    patient:
      one.patientId === null || patientName === null
        ? null
        : { idUser: one.patientId, name: patientName },
    idResultSet: one.setId,
    version: one.version,
  };
}

export async function countWaiting(db: Reader): Promise<number> {
  const [counted] = await db
    .select({ figure: count() })
    .from(receivedResults)
    .where(eq(receivedResults.state, 'waiting'));
  return counted?.figure ?? 0;
}

/** @throws Problem NOT_FOUND */
export async function readReceived(db: Reader, id: string): Promise<ReceivedResult> {
  const [row] = await selectReceived(db).where(eq(receivedResults.id, id));
  if (row === undefined) throw new Problem('NOT_FOUND');
  return present(row);
}

/** Most patients that are offered. */
const MOST_CANDIDATES = 10;

/**
 * The patients whom the evidence could mean, with what of it agrees. A name alone offers a patient and decides
 * nothing: a person does.
 * @param only this patient, also when the identifiers of the message match another one
 * @throws Problem NOT_FOUND
 */
export async function findCandidates(
  db: Reader,
  id: string,
  only: string | undefined,
): Promise<ReceivedCandidate[]> {
  const { evidence } = await readReceived(db, id);
  const folio = evidence.folio === null ? null : parseFolio(evidence.folio);
  const ofFolio = db
    .select({ id: examOrders.patientId })
    .from(examOrders)
    .where(and(eq(examOrders.folio, folio ?? -1), isNull(examOrders.deletedAt)));
  const agrees = (condition: ReturnType<typeof sql>) => sql<boolean>`coalesce(${condition}, false)`;
  const sameId = agrees(sql`${patients.id} = ${evidence.patient}::text`);
  const sameFolio = agrees(sql`${patients.id} in ${ofFolio}`);
  const named = evidence.name ?? evidence.patient;
  const sameName = agrees(
    sql`fold_text(${patients.name}) = fold_text(${named}::text) and ${named}::text <> ''`,
  );
  const sameBirthDate = agrees(isSameBirthDate(evidence.birthDate));
  const rows = await db
    .select({
      idUser: patients.id,
      name: patients.name,
      birthDate: patients.birthDate,
      sameId,
      sameFolio,
      sameName,
      sameBirthDate,
    })
    .from(patients)
    .where(
      and(
        patientNotDeleted,
        only === undefined
          ? or(
              sql`${patients.id} = ${evidence.patient}::text`,
              sql`${patients.id} in ${ofFolio}`,
              // The index of searched names finds these; equality is checked above.
              named === null || named === ''
                ? undefined
                : sql`${patients.searchText} like '%' || fold_text(${named}::text) || '%'`,
            )
          : eq(patients.id, only),
      ),
    )
    .orderBy(
      sql`(${sameFolio})::int + (${sameId})::int + (${sameBirthDate})::int desc`,
      patients.id,
    )
    .limit(MOST_CANDIDATES);
  return rows;
}

type Handled = { readonly idReceived: string; readonly version?: number | undefined };

/** @throws Problem NOT_FOUND, STALE_VERSION, RECEIVED_DONE */
async function lockReceived(
  transaction: Transaction,
  { idReceived: id, version }: Handled,
  state: 'waiting' | 'discarded',
) {
  const [row] = await transaction
    .select()
    .from(receivedResults)
    .where(eq(receivedResults.id, id))
    .for('update');
  if (row === undefined) throw new Problem('NOT_FOUND');
  if (row.state !== state) throw new Problem('RECEIVED_DONE');
  if (version !== undefined && version !== row.version) {
    const current = await readReceived(transaction, id);
    throw new Problem('STALE_VERSION', { details: { current } satisfies StaleReceivedDetails });
  }
  return row;
}

const edited = { version: sql`${receivedResults.version} + 1`, updatedAt: sql`now()` };

/** The order whose whole folio the laboratory wrote, where it asks it for this study of the patient and waits. */
async function orderOfFolio(
  transaction: Transaction,
  { folioText, examType, laboratoryId }: typeof receivedResults.$inferSelect,
  patientId: string,
): Promise<string | undefined> {
  // A bare number may be of the laboratory's own.
  if (folioText === null || !isWholeFolio(folioText)) return undefined;
  const [asked] = await transaction
    .select({ id: examOrders.id })
    .from(examOrders)
    .where(
      and(
        eq(examOrders.folio, parseFolio(folioText) ?? -1),
        eq(examOrders.partnerId, laboratoryId),
      ),
    );
  const open = await openOrders(transaction, patientId, examType);
  return open.find(({ idOrder }) => idOrder === asked?.id)?.idOrder;
}

/**
 * Says whose a received result is: it is captured in their record.
 * @throws Problem NOT_FOUND, STALE_VERSION, RECEIVED_DONE
 */
export async function assignReceived(
  transaction: Transaction,
  context: StaffContext,
  input: Handled & { readonly idUser: string; readonly idOrder?: string | undefined },
): Promise<{ id: string }> {
  const row = await lockReceived(transaction, input, 'waiting');
  const { id: setId } = await writeSet(transaction, context, {
    patientId: input.idUser,
    examType: row.examType,
    laboratoryId: row.laboratoryId,
    orderId: input.idOrder ?? (await orderOfFolio(transaction, row, input.idUser)),
    sample: {
      collectedAt: row.collectedAt,
      collectedTimeKnown: row.collectedTimeKnown,
      receivedAt: row.receivedAt,
      analyzedAt: row.analyzedAt,
      abstinenceDays: row.abstinenceDays,
      fastingHours: row.fastingHours,
      completeSample: row.completeSample,
      method: row.method,
      whoEdition: row.whoEdition,
    },
    values: row.values as DeliveredValue[],
    sent: { fillerNumber: row.fillerNumber, sentAt: row.sentAt },
    source: row.source,
    enteredBy: null,
    timeZone: context.clinicTimeZone,
    received: row.id,
  });
  await transaction
    .update(resultDeliveries)
    .set({ setId })
    .where(eq(resultDeliveries.receivedId, row.id));
  await transaction
    .update(receivedResults)
    .set({
      state: 'assigned',
      patientId: input.idUser,
      setId,
      doneBy: context.actor.id,
      doneAt: sql`now()`,
      ...edited,
    })
    .where(eq(receivedResults.id, row.id));
  return { id: row.id };
}

/** @throws Problem NOT_FOUND, STALE_VERSION, RECEIVED_DONE */
export async function discardReceived(
  transaction: Transaction,
  context: StaffContext,
  input: Handled,
): Promise<{ id: string }> {
  const row = await lockReceived(transaction, input, 'waiting');
  await transaction
    .update(receivedResults)
    .set({ state: 'discarded', doneBy: context.actor.id, doneAt: sql`now()`, ...edited })
    .where(eq(receivedResults.id, row.id));
  await writeAudit(transaction, context, {
    action: 'received_result.discarded',
    subject: { kind: 'delivery', id: row.id },
  });
  return { id: row.id };
}

/** @throws Problem NOT_FOUND, STALE_VERSION, RECEIVED_DONE */
export async function restoreReceived(
  transaction: Transaction,
  context: StaffContext,
  input: Handled,
): Promise<{ id: string }> {
  const row = await lockReceived(transaction, input, 'discarded');
  await transaction
    .update(receivedResults)
    .set({ state: 'waiting', doneBy: null, doneAt: null, ...edited })
    .where(eq(receivedResults.id, row.id));
  await writeAudit(transaction, context, {
    action: 'received_result.restored',
    subject: { kind: 'delivery', id: row.id },
  });
  return { id: row.id };
}
