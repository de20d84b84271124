import { hash } from 'node:crypto';
import { isFullFolio, parseFolio } from '@simiente/contract/exam-orders/calls';
import type { ReadValue } from '@simiente/contract/results/fields';
import { findImplausibility } from '@simiente/contract/results/plausibility';
import type { WaitingReason } from '@simiente/contract/results/states';
import { EMPTY_VALUE, pickReportedFields } from '@simiente/contract/results/values';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Act } from '../../../platform/act.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { newRecordId } from '../../../platform/database/records.ts';
import { examOrderStudies, examOrders } from '../../../schema/exam-orders.ts';
import { patients } from '../../../schema/patients.ts';
import {
  laboratoryPatients,
  receivedResults,
  resultDeliveries,
  resultSets,
} from '../../../schema/results.ts';
import { writeAudit } from '../../audit/public.ts';
import { findOpenOrders } from '../../exam-orders/public.ts';
import { attachDocuments } from '../../exams/public.ts';
import { changeByLaboratory, describeCritical } from '../entering/change-set.ts';
import { writeSet } from '../entering/enter-results.ts';
import type { SampleColumns } from '../entering/sample.ts';
import {
  findOtherPatientSet,
  findSameSample,
  type Hold,
  isOtherPerson,
  type LaboratoryRow,
  type Origin,
} from './same-sample.ts';

/**
 * Adds a laboratory's sample to the record of its patient, or stores it in 'Resultados recibidos' for review.
 * @param hold if present, the sample is always stored for review, for this reason
 * @returns the outcome, or the reason for the review
 */
export async function receiveSample(
  transaction: Transaction,
  act: Act,
  origin: Origin,
  row: LaboratoryRow,
  hold?: Hold,
): Promise<'entered' | 'changed' | 'repeated' | WaitingReason> {
  const found = await findPatient(transaction, origin, row);
  const digests = digestRow(origin, row, found);
  const positions =
    row.sample.collectedAt == null
      ? digests.flatMap((digest) => digestPositions(origin, digest))
      : [];
  const claimed = await transaction
    .insert(resultDeliveries)
    .values(digests.map((digest) => ({ digest })))
    .onConflictDoNothing()
    .returning({ digest: resultDeliveries.digest });
  const isKnown = claimed.length < digests.length;
  if (isKnown && (positions.length === 0 || (await recordIfRepeated(transaction, positions)))) {
    return 'repeated';
  }
  const storeDigests = (target: { readonly setId: string } | { readonly receivedId: string }) => {
    const newDigests = isKnown ? positions : [...digests, ...positions];
    return transaction
      .insert(resultDeliveries)
      .values(newDigests.map((digest) => ({ digest, ...target })))
      .onConflictDoUpdate({ target: resultDeliveries.digest, set: target });
  };
  const holdForReview = async (reason: WaitingReason, setId?: string) => {
    await storeDigests({
      receivedId: await addReceived(transaction, act, origin, row, { reason, setId }),
    });
    if (setId) await reopenSet(transaction, act, setId, reason, origin);
    return reason;
  };
  if (hold !== undefined) return holdForReview(hold.reason, hold.setId);
  if ('reason' in found) return holdForReview(found.reason);
  if (isKnown) return holdForReview('maybe-repeated');
  const { laboratoryId, examType, source, timeZone, fillerNumber = null, sentAt = null } = origin;
  const same = await findSameSample(transaction, origin, found.patientId, row);
  if (same !== null && 'reason' in same) return holdForReview(same.reason, same.setId);
  const newValues = same?.added ?? row.values;
  if (newValues.some((value) => findImplausibility(value) !== null))
    return holdForReview('implausible', same?.set.id);
  const otherSet = same === null && (await findOtherPatientSet(transaction, origin, found, row));
  if (otherSet) return holdForReview('shared-values', otherSet);
  if (same !== null) {
    await storeDigests({ setId: same.set.id });
    await attachDocuments(transaction, act, same.set.examId, row.documents ?? []);
    const facts = missingFacts(same.set, row.sample);
    if (same.added.length === 0 && Object.keys(facts).length === 0) return 'repeated';
    const added = [...same.added, ...otherMethod(same, row.sample)];
    const written = added.map((value) => ({ value, replaces: null }));
    const reason = 'El laboratorio agregó valores.';
    const change = { written, facts, sentAt, reason, simulated: origin.simulated };
    await changeByLaboratory(transaction, act, same.set, change);
    return 'changed';
  }
  // The set closes the order only if the order still waits for this study.
  const open = origin.simulated ? [] : await findOpenOrders(transaction, found.patientId, examType);
  const { id: setId, examId } = await writeSet(transaction, act, {
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
  await attachDocuments(transaction, act, examId, row.documents ?? []);
  await storeDigests({ setId });
  return 'entered';
}

/** Reasons for another validation of the set to which a sample is compared. */
const REOPENED: Partial<Record<WaitingReason, string>> = {
  moved: 'El laboratorio envió esta muestra con los datos de otra persona.',
  'shared-values': 'El laboratorio envió los mismos valores con los datos de otra persona.',
  'unclear-correction': 'El laboratorio envió una corrección de esta muestra con otro estudio.',
};

/** Makes a validated set wait for another validation, if the reason of a compared sample requires it. */
async function reopenSet(
  transaction: Transaction,
  act: Act,
  setId: string,
  why: WaitingReason,
  { simulated }: Origin,
): Promise<void> {
  const reason = REOPENED[why];
  if (reason === undefined) return;
  const [set] = await transaction
    .select()
    .from(resultSets)
    .where(and(eq(resultSets.id, setId), eq(resultSets.status, 'validado')))
    .for('update');
  if (set === undefined) return;
  await changeByLaboratory(transaction, act, set, { written: [], reason, simulated });
}

/** The facts of a received sample that its set lacks. */
export const missingFacts = (set: typeof resultSets.$inferSelect, sample: Partial<SampleColumns>) =>
  Object.fromEntries(
    Object.entries(sample).filter(
      ([name, value]) => value != null && set[name as keyof SampleColumns] === null,
    ),
  ) as Partial<SampleColumns>;

/** A row for the method of added values, if the set has another method. */
const otherMethod = (
  {
    set,
    added,
  }: { readonly set: Pick<SampleColumns, 'method'>; readonly added: readonly object[] },
  { method = null }: Partial<SampleColumns>,
): ReadValue[] =>
  added.length === 0 || method === null || set.method === null || method === set.method
    ? []
    : [{ ...EMPTY_VALUE, name: 'Método de los valores agregados', text: method }];

async function addReceived(
  transaction: Transaction,
  act: Act,
  { source, laboratoryId, examType, where, fillerNumber = null, sentAt = null }: Origin,
  { sample, documents = [], ...row }: LaboratoryRow,
  why: { readonly reason: WaitingReason; readonly setId: string | undefined },
): Promise<string> {
  const id = newRecordId('rcv');
  const critical = await describeCritical(
    transaction,
    { laboratoryId, method: sample.method },
    row.values,
  );
  await transaction.insert(receivedResults).values({
    id,
    source,
    laboratoryId,
    examType,
    ...why,
    ...row,
    whereText: where,
    critical,
    documents: await Promise.all(documents.map(({ add }) => add())),
    ...sample,
    fillerNumber,
    sentAt,
  });
  await writeAudit(transaction, act, {
    action: 'received_result.arrived',
    subject: { kind: 'received_result', id },
    details: { source, reason: why.reason },
  });
  return id;
}

export const sha256 = (content: string | Uint8Array) => hash('sha256', content, 'base64url');

/**
 * Digests of an undated sample's position among equal samples of its file or message. Equal values may be two samples,
 * so only the same position of the same file or message proves a duplicate.
 */
function digestPositions({ sourceKeys, undatedCounts }: Origin, digest: string): string[] {
  const position = (undatedCounts.get(digest) ?? 0) + 1;
  undatedCounts.set(digest, position);
  return sourceKeys.map((key) => sha256(JSON.stringify([digest, key, position])));
}

/** Whether a sample was imported before at one of the positions. If so, the other positions are stored too. */
async function recordIfRepeated(
  transaction: Transaction,
  positions: readonly string[],
): Promise<boolean> {
  const [imported] = await transaction
    .select({ setId: resultDeliveries.setId, receivedId: resultDeliveries.receivedId })
    .from(resultDeliveries)
    .where(inArray(resultDeliveries.digest, [...positions]))
    .limit(1);
  if (imported === undefined) return false;
  await transaction
    .insert(resultDeliveries)
    .values(positions.map((digest) => ({ digest, ...imported })))
    .onConflictDoNothing();
  return true;
}

/**
 * Digests of a sample and its values, independent of their order. The digest with the person's data distinguishes
 * equal samples of several persons. An identified patient also has a digest without these data, so that a
 * resent sample with another spelling of the name is a duplicate.
 */
function digestRow(
  { laboratoryId, examType, fillerNumber = null }: Origin,
  row: LaboratoryRow,
  found: FoundPatient,
): string[] {
  const { patientText, folioText, nameText, birthDateText, sex, sample, values } = row;
  const sorted = values
    .map(({ preliminary, laboratoryFlag, ...value }) => ({
      ...pickReportedFields(value),
      ...(preliminary && { preliminary }),
      ...(laboratoryFlag && { laboratoryFlag }),
    }))
    .map((value) => JSON.stringify(Object.entries(value).toSorted()))
    .toSorted();
  const facts = Object.entries(sample)
    .filter(([, value]) => value !== null && value !== false)
    .toSorted();
  const content = [laboratoryId, examType, patientText, folioText, facts, sorted];
  const isAnonymous = patientText === null && folioText === null;
  const person = [nameText, birthDateText, sex, isAnonymous ? fillerNumber : null].filter(Boolean);
  const personal = sha256(JSON.stringify([...content, ...person]));
  return 'reason' in found ? [personal] : [...new Set([sha256(JSON.stringify(content)), personal])];
}

/** Prefix of our patients' ids. */
const OUR_ID = /^usr_/;
const SEVERAL_IDS = /^usr_\S+ \/ usr_/;

/** Whether the text is a patient's id, several merged ids of one, or a laboratory's number that a user assigned. */
export const matchesPatient = (laboratoryId: string, text: string) =>
  or(
    // The id of a merged patient refers to the kept patient.
    sql`${patients.id} = (select case when count(distinct kept_patient(id)) = 1 then min(kept_patient(id)) end
      from unnest(string_to_array(${text}, ' / ')) id)`,
    sql`${patients.id} = (select ${laboratoryPatients.patientId} from ${laboratoryPatients}
      where ${laboratoryPatients.laboratoryId} = ${laboratoryId} and ${laboratoryPatients.number} = ${text})`,
  );

type FoundPatient =
  | { readonly patientId: string; readonly orderId?: string | undefined }
  | { readonly reason: WaitingReason };

/**
 * Finds the patient by the folio of an order, then by our id or the laboratory's number, never by name. A folio
 * alone is enough only in our printed form and if the order asks this laboratory for this study. The patient is
 * rejected if the name, the birth date or the sex differs.
 */
export async function findPatient(
  transaction: Transaction,
  { laboratoryId, examType, source }: Pick<Origin, 'laboratoryId' | 'examType' | 'source'>,
  { patientText, folioText, ...person }: Omit<LaboratoryRow, 'sample' | 'values'>,
): Promise<FoundPatient> {
  const differs = isOtherPerson(person).as('differs');
  const [patient] = await transaction
    .select({ id: patients.id, differs, deletedAt: patients.deletedAt })
    .from(patients)
    .where(matchesPatient(laboratoryId, patientText ?? ''));
  if (patient === undefined && SEVERAL_IDS.test(patientText ?? '')) {
    return { reason: 'patient-differs' };
  }
  // A laboratory's number that was never assigned identifies no patient.
  const identifiedId =
    patient?.id ?? (patientText !== null && OUR_ID.test(patientText) ? patientText : null);
  const byPatient = (): FoundPatient => {
    if (patient === undefined) return { reason: 'unknown-patient' };
    if (patient.deletedAt !== null) return { reason: 'deleted-patient' };
    return patient.differs ? { reason: 'patient-differs' } : { patientId: patient.id };
  };
  if (folioText === null) return byPatient();
  if (identifiedId === null && !isFullFolio(folioText)) return { reason: 'bare-folio' };
  const [order] = await transaction
    .select({
      id: examOrders.id,
      patientId: examOrders.patientId,
      laboratoryId: examOrders.partnerId,
      hasStudy: sql<boolean>`exists (select from ${examOrderStudies}
        where ${examOrderStudies.orderId} = ${examOrders.id}
          and ${examOrderStudies.examType} = ${examType})`,
      differs,
      deletedAt: patients.deletedAt,
    })
    .from(examOrders)
    .innerJoin(patients, eq(patients.id, examOrders.patientId))
    .where(and(eq(examOrders.folio, parseFolio(folioText) ?? -1), isNull(examOrders.deletedAt)));
  // A bare number in a message may be the laboratory's own number.
  const mayBeForeign = source === 'hl7' && !isFullFolio(folioText);
  if (mayBeForeign && (order === undefined || order.patientId !== identifiedId)) return byPatient();
  if (order === undefined) return { reason: 'unknown-folio' };
  if (order.deletedAt !== null) return { reason: 'deleted-patient' };
  const { id, patientId } = order;
  if (identifiedId !== null && identifiedId !== patientId) return { reason: 'folio-of-another' };
  const isAsked = order.hasStudy && order.laboratoryId === laboratoryId;
  if (identifiedId === null && !isAsked) return { reason: 'folio-not-asked' };
  if (order.differs) return { reason: 'patient-differs' };
  return { patientId, orderId: isAsked ? id : undefined };
}
