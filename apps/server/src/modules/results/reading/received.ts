import { parseFolio } from '@simiente/contract/exam-orders/calls';
import { findImplausibility } from '@simiente/contract/results/plausibility';
import type {
  ReceivedCandidate,
  ReceivedResult,
  receivedResultsContract,
} from '@simiente/contract/results/received-calls';
import { EMPTY_VALUE, pickReportedFields } from '@simiente/contract/results/values';
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { CallInput } from '../../../platform/calls/handlers.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { CursorCodec } from '../../../platform/database/pages/cursor.ts';
import { byDate, keyset } from '../../../platform/database/pages/keyset.ts';
import { pick } from '../../../platform/database/records.ts';
import { Problem } from '../../../platform/problem.ts';
import { examOrders } from '../../../schema/exam-orders.ts';
import { partners } from '../../../schema/partners.ts';
import { patients } from '../../../schema/patients.ts';
import { receivedResults, resultSets } from '../../../schema/results.ts';
import { patientNotDeleted } from '../../patients/public.ts';
import type { SampleColumns } from '../entering/sample.ts';
import type { SentValue } from '../entering/write-values.ts';
import { matchesPatient } from '../import/receive-sample.ts';
import { isSameBirthDate } from '../import/same-sample.ts';
import { currentValues, excludeWithdrawn } from './present.ts';
import { selectValues, type ValueRow } from './read-rows.ts';

const NEWEST_FIRST = '-arrivedAt';
const { readPage } = keyset<typeof NEWEST_FIRST, Row>(receivedResults.id, ({ one }) => one.id, {
  arrivedAt: byDate(sql`${receivedResults.arrivedAt}`, ({ one }) => one.arrivedAt),
});

/** One page of the results without a patient, the latest first. */
export async function listReceived(
  db: Reader,
  input: CallInput<typeof receivedResultsContract.list>,
  cursors: CursorCodec,
) {
  const inState = eq(receivedResults.state, input.state);
  const { page, nextCursor } = await readPage(
    { ...input, sort: NEWEST_FIRST },
    cursors,
    selectReceived(db),
    inState,
  );
  return {
    received: await presentAll(db, page),
    nextCursor,
    total: await db.$count(receivedResults, inState),
    totalIsCapped: false,
  };
}

/** Patients of results to which waiting results are compared. */
const others = alias(patients, 'others');

function selectReceived(db: Reader) {
  return db
    .select({
      one: receivedResults,
      laboratory: { idPartner: partners.id, name: partners.name },
      patientName: patients.name,
      other: { idUser: others.id, name: others.name },
      compared: { abstinenceDays: resultSets.abstinenceDays },
    })
    .from(receivedResults)
    .innerJoin(partners, eq(partners.id, receivedResults.laboratoryId))
    .leftJoin(patients, and(eq(patients.id, receivedResults.patientId), patientNotDeleted))
    .leftJoin(
      resultSets,
      and(eq(resultSets.id, receivedResults.setId), eq(receivedResults.state, 'waiting')),
    )
    .leftJoin(others, and(eq(others.id, resultSets.patientId), isNull(others.deletedAt)));
}
type Row = Awaited<ReturnType<typeof selectReceived>>[number];

async function presentAll(db: Reader, rows: readonly Row[]): Promise<ReceivedResult[]> {
  const compared = rows.flatMap(({ one, other }) => (one.setId && other ? [one.setId] : []));
  const values = Map.groupBy(await selectValues(db, compared), ({ setId }) => setId);
  return rows.map((row) => present(row, values.get(row.one.setId ?? '') ?? []));
}

/** The abstinence as a value, so that users compare it like the other values. */
const abstinenceRow = (sample: Pick<SampleColumns, 'abstinenceDays'> | null): SentValue[] =>
  sample?.abstinenceDays == null
    ? []
    : [{ ...EMPTY_VALUE, name: 'Días de abstinencia', value: sample.abstinenceDays }];

function present(
  { one, laboratory, patientName, other, compared }: Row,
  comparedValues: readonly ValueRow[],
): ReceivedResult {
  return {
    ...pick(one, ['state', 'examType', 'reason', 'critical', 'collectedTimeKnown', 'version']),
    idReceived: one.id,
    source: one.source === 'hl7' ? 'hl7' : 'csv',
    laboratory,
    evidence: {
      patient: one.patientText,
      name: one.nameText,
      birthDate: one.birthDateText,
      folio: one.folioText,
      where: one.whereText,
    },
    collectedAt: one.collectedAt?.toISOString() ?? null,
    receivedAt: one.arrivedAt.toISOString(),
    values: [...abstinenceRow(one), ...(one.values as SentValue[])].map((value) => ({
      ...pickReportedFields(value),
      laboratoryFlag: value.laboratoryFlag ?? null,
      preliminary: value.preliminary ?? false,
      note: [value.note, findImplausibility(value)].filter(Boolean).join(' ') || null,
    })),
    against:
      other === null || one.setId === null
        ? null
        : {
            idResultSet: one.setId,
            patient: other,
            values: [
              ...abstinenceRow(compared),
              ...excludeWithdrawn(currentValues(comparedValues, one.examType)),
            ],
          },
    patient:
      one.patientId === null || patientName === null
        ? null
        : { idUser: one.patientId, name: patientName },
    idResultSet: one.setId,
  };
}

export const countWaiting = (db: Reader): Promise<number> =>
  db.$count(receivedResults, eq(receivedResults.state, 'waiting'));

export async function readReceived(db: Reader, id: string): Promise<ReceivedResult> {
  const [row] = await selectReceived(db).where(eq(receivedResults.id, id));
  const [received] = await presentAll(db, row ? [row] : []);
  if (received === undefined) throw new Problem('NOT_FOUND');
  return received;
}

/** Maximum number of suggested patients. */
const MAX_CANDIDATES = 10;

/**
 * The patients whom the evidence may mean, with the matching evidence. The user decides.
 * @param only the patient to compare, even if the evidence means another one
 */
export async function findCandidates(
  db: Reader,
  id: string,
  only: string | undefined,
): Promise<ReceivedCandidate[]> {
  const { evidence, laboratory } = await readReceived(db, id);
  const folio = evidence.folio === null ? null : parseFolio(evidence.folio);
  const folioOrder = db
    .select({ id: examOrders.patientId })
    .from(examOrders)
    .where(and(eq(examOrders.folio, folio ?? -1), isNull(examOrders.deletedAt)));
  const orFalse = (condition: SQL | undefined) => sql<boolean>`coalesce(${condition}, false)`;
  const hasId = matchesPatient(laboratory?.idPartner ?? '', evidence.patient ?? '');
  const hasFolio = sql`${patients.id} in ${folioOrder}`;
  const name = evidence.name ?? evidence.patient;
  const sameId = orFalse(hasId);
  const sameFolio = orFalse(hasFolio);
  const sameName = orFalse(
    sql`fold_text(${patients.name}) = fold_text(${name}::text) and ${name}::text <> ''`,
  );
  const sameBirthDate = orFalse(isSameBirthDate(evidence.birthDate));
  return db
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
              hasId,
              hasFolio,
              // The search index finds the name; `sameName` checks equality.
              name === null || name === ''
                ? undefined
                : sql`${patients.searchText} like '%' || fold_text(${name}::text) || '%'`,
            )
          : eq(patients.id, only),
      ),
    )
    .orderBy(
      sql`(${sameFolio})::int + (${sameId})::int + (${sameBirthDate})::int desc`,
      patients.id,
    )
    .limit(MAX_CANDIDATES);
}
