import { createHash } from 'node:crypto';
import { addDays, dayIn, startOfDay } from '@simiente/contract/common/days';
import { isWholeFolio, parseFolio } from '@simiente/contract/exam-orders/calls';
import type { WaitingReason } from '@simiente/contract/results/received-calls';
import type { ResultSource } from '@simiente/contract/results/states';
import { and, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Act } from '../../../platform/act.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { newRecordId } from '../../../platform/database/record-id.ts';
import { examOrderStudies, examOrders } from '../../../schema/exam-orders.ts';
import { exams } from '../../../schema/exams.ts';
import { patients } from '../../../schema/patients.ts';
import { receivedResults, resultDeliveries, resultSets } from '../../../schema/results.ts';
import { writeAudit } from '../../audit/public.ts';
import { openOrders } from '../../exam-orders/public.ts';
import { patientNotDeleted } from '../../patients/public.ts';
import { writeSet } from '../entering/enter-results.ts';
import type { SampleColumns } from '../entering/sample.ts';
import { type DeliveredValue, isSameRow, isSameValue } from '../entering/write-values.ts';
import { isOtherName, isSameBirthDate } from '../evidence.ts';
import { currentValues, saidOf } from '../reading/present.ts';
import { selectValues, setNotDeleted } from '../reading/read-rows.ts';

/** What a laboratory says of one sample, and of whose it is. */
export interface LaboratoryRow {
  readonly patientText: string | null;
  readonly folioText: string | null;
  readonly nameText: string | null;
  readonly birthDateText: string | null;
  readonly sample: Partial<SampleColumns>;
  readonly values: readonly DeliveredValue[];
}

/** Where a sample comes from. */
export interface Origin {
  readonly laboratoryId: string;
  readonly examType: string;
  readonly source: ResultSource;
  readonly where: string;
  readonly timeZone: string;
  /** By which the delivery is known when it comes again: any of them. */
  readonly names: readonly string[];
  /** How many times each sample without a date came in it until now, by digest. */
  readonly undated: Map<string, number>;
  /** By what the laboratory knows it, and when it sent it, where it says so. */
  readonly fillerNumber?: string | null;
  readonly sentAt?: Date | null;
}

/**
 * One sample of a laboratory: into the record of its patient, or to wait for one.
 * @returns why it waits, if it does
 */
export async function deliverRow(
  transaction: Transaction,
  act: Act,
  origin: Origin,
  row: LaboratoryRow,
): Promise<'entered' | 'repeated' | WaitingReason> {
  const digest = digestOf(origin, row);
  const places = row.sample.collectedAt == null ? placesOf(origin, digest) : [];
  const [claimed] = await transaction
    .insert(resultDeliveries)
    .values({ digest })
    .onConflictDoNothing()
    .returning({ digest: resultDeliveries.digest });
  const isKnown = claimed === undefined;
  if (isKnown && (places.length === 0 || (await cameFrom(transaction, places)))) {
    return 'repeated';
  }
  const found = await findPatient(transaction, origin, row);
  const reason =
    'reason' in found
      ? found.reason
      : isKnown
        ? 'maybe-repeated'
        : await conflictOf(transaction, origin, found.patientId, row);
  const keep = (became: { readonly setId: string } | { readonly receivedId: string }) =>
    transaction
      .insert(resultDeliveries)
      .values([...(isKnown ? [] : [digest]), ...places].map((one) => ({ digest: one, ...became })))
      .onConflictDoUpdate({ target: resultDeliveries.digest, set: became });
  const { laboratoryId, examType, source, timeZone, fillerNumber = null, sentAt = null } = origin;
  if (reason !== null || 'reason' in found) {
    const receivedId = newRecordId('rcv');
    const { sample, values, patientText, folioText, nameText, birthDateText } = row;
    await transaction.insert(receivedResults).values({
      id: receivedId,
      source,
      laboratoryId,
      examType,
      reason: reason ?? 'unknown-patient',
      patientText,
      folioText,
      nameText,
      birthDateText,
      whereText: origin.where,
      ...sample,
      values,
      fillerNumber,
      sentAt,
    });
    await keep({ receivedId });
    await writeAudit(transaction, act, {
      action: 'received_result.arrived',
      subject: { kind: 'delivery', id: receivedId },
      details: { source, reason },
    });
    return reason ?? 'unknown-patient';
  }
  // An order that waits for another study, or has this one, is not closed by it.
  const open = await openOrders(transaction, found.patientId, examType);
  const { id: setId } = await writeSet(transaction, act, {
    patientId: found.patientId,
    orderId: open.find(({ idOrder }) => idOrder === found.orderId)?.idOrder,
    examType,
    laboratoryId,
    sample: row.sample,
    values: row.values,
    source,
    enteredBy: null,
    timeZone,
    sent: { fillerNumber, sentAt },
  });
  await keep({ setId });
  return 'entered';
}

export const sha256 = (content: string | Uint8Array) =>
  createHash('sha256').update(content).digest('base64url');

/**
 * Digests of where a sample without a date stands. Two samples of a patient may have the same values; that one
 * came before is certain only of the same place of the same delivery.
 */
function placesOf({ names, undated }: Origin, digest: string): string[] {
  const place = (undated.get(digest) ?? 0) + 1;
  undated.set(digest, place);
  return names.map((name) => sha256(JSON.stringify([digest, name, place])));
}

/** Whether a sample came from one of these places before; then it is known by all of them. */
async function cameFrom(transaction: Transaction, places: readonly string[]): Promise<boolean> {
  const [known] = await transaction
    .select({ setId: resultDeliveries.setId, receivedId: resultDeliveries.receivedId })
    .from(resultDeliveries)
    .where(inArray(resultDeliveries.digest, [...places]))
    .limit(1);
  if (known === undefined) return false;
  await transaction
    .insert(resultDeliveries)
    .values(places.map((digest) => ({ digest, ...known })))
    .onConflictDoNothing();
  return true;
}

/** The same sample with the same values has the same one, whatever the order of columns. */
function digestOf({ laboratoryId, examType }: Origin, row: LaboratoryRow): string {
  const { patientText, folioText, sample, values } = row;
  const sorted = values.map((value) => JSON.stringify(Object.entries(value).toSorted())).toSorted();
  const facts = Object.entries(sample)
    .filter(([, value]) => value !== null && value !== false)
    .toSorted();
  return sha256(JSON.stringify([laboratoryId, examType, patientText, folioText, facts, sorted]));
}

type Found =
  | { readonly patientId: string; readonly orderId?: string | undefined }
  | { readonly reason: WaitingReason };

/**
 * By the folio of an order first, then by the patient's id, never by a name. A folio alone decides where it is
 * written as we print it and the order asks this laboratory for this study; a name or birth date that is not the
 * patient's decides against either.
 */
export async function findPatient(
  transaction: Transaction,
  { laboratoryId, examType }: Pick<Origin, 'laboratoryId' | 'examType'>,
  { patientText, folioText, nameText, birthDateText }: Omit<LaboratoryRow, 'sample' | 'values'>,
): Promise<Found> {
  const differs = sql<boolean>`(${isOtherName(nameText)}
    or ${isSameBirthDate(birthDateText)} is false)`.as('differs');
  if (folioText === null) {
    const [patient] = await transaction
      .select({ id: patients.id, differs })
      .from(patients)
      .where(and(eq(patients.id, patientText ?? ''), patientNotDeleted));
    if (patient === undefined) return { reason: 'unknown-patient' };
    return patient.differs ? { reason: 'patient-differs' } : { patientId: patient.id };
  }
  if (patientText === null && !isWholeFolio(folioText)) return { reason: 'bare-folio' };
  const [order] = await transaction
    .select({
      id: examOrders.id,
      patientId: examOrders.patientId,
      laboratoryId: examOrders.partnerId,
      asks: sql<boolean>`exists (select from ${examOrderStudies}
        where ${examOrderStudies.orderId} = ${examOrders.id}
          and ${examOrderStudies.examType} = ${examType})`,
      differs,
    })
    .from(examOrders)
    .innerJoin(patients, and(eq(patients.id, examOrders.patientId), patientNotDeleted))
    .where(and(eq(examOrders.folio, parseFolio(folioText) ?? -1), isNull(examOrders.deletedAt)));
  if (order === undefined) return { reason: 'unknown-folio' };
  const { id, patientId, asks, laboratoryId: asked } = order;
  if (patientText !== null && patientText !== patientId) return { reason: 'folio-of-another' };
  const isAsked = asks && asked === laboratoryId;
  if (patientText === null && !isAsked) return { reason: 'folio-not-asked' };
  if (order.differs) return { reason: 'patient-differs' };
  return { patientId, orderId: isAsked ? id : undefined };
}

/**
 * Whether the patient has other values of the same minute, study and laboratory, or of the same day where one of the
 * two has no hour: a person decides which hold.
 */
async function conflictOf(
  transaction: Transaction,
  { laboratoryId, examType, timeZone }: Origin,
  patientId: string,
  { sample, values }: LaboratoryRow,
): Promise<WaitingReason | null> {
  const { collectedAt, collectedTimeKnown } = sample;
  if (!collectedAt) return null;
  const day = dayIn(timeZone, collectedAt);
  const same = await transaction
    .select({ id: resultSets.id })
    .from(resultSets)
    .innerJoin(exams, eq(exams.id, resultSets.examId))
    .innerJoin(patients, eq(patients.id, resultSets.patientId))
    .where(
      and(
        eq(resultSets.patientId, patientId),
        eq(resultSets.laboratoryId, laboratoryId),
        gte(resultSets.collectedAt, startOfDay(day, timeZone)),
        lt(resultSets.collectedAt, startOfDay(addDays(day, 1), timeZone)),
        collectedTimeKnown
          ? or(eq(resultSets.collectedAt, collectedAt), eq(resultSets.collectedTimeKnown, false))
          : undefined,
        eq(exams.type, examType),
        setNotDeleted,
      ),
    );
  const ids = same.map(({ id }) => id);
  if (ids.length === 0) return null;
  const rows = Map.groupBy(await selectValues(transaction, ids), ({ setId }) => setId);
  const known = [...rows.values()].flatMap((of) => currentValues(of, examType));
  const differs = values.some((value) =>
    known.some(({ row }) => isSameRow(saidOf(row), value) && !isSameValue(saidOf(row), value)),
  );
  return differs ? 'other-values' : null;
}
