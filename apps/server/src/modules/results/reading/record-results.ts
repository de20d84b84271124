import type { PatientRecord } from '@simiente/contract/patient-record/calls';
import { isOfOthers } from '@simiente/contract/results/states';
import { and, eq, inArray } from 'drizzle-orm';
import type { Reader } from '../../../platform/database/database.ts';
import { exams } from '../../../schema/exams.ts';
import { partners } from '../../../schema/partners.ts';
import { patients } from '../../../schema/patients.ts';
import {
  receivedResults,
  resultCorrections,
  resultSets,
  resultValues,
} from '../../../schema/results.ts';
import { lacksSecondReading, presentSample, toIso } from './present.ts';
import { setNotDeleted, typistsOfSet } from './read-rows.ts';

type RecordResult = PatientRecord['results'][number];

/** Replaces the facts of a sample that may be of another patient. */
const WITHHELD = {
  ...{ patientText: null, nameText: null, birthDateText: null, folioText: null, whereText: null },
  ...{ values: [], documents: [], critical: [] },
};

/**
 * All results of a patient for the exported record: every row of every value, including replaced ones.
 * @param findName the name of a member of the staff at an instant
 */
export async function readRecordResults(
  db: Reader,
  patientId: string,
  findName: (staffId: string | null, at: Date | null) => string | null,
): Promise<RecordResult[]> {
  const sets = await db
    .select({
      set: resultSets,
      laboratory: { id: partners.id, name: partners.name },
      typists: typistsOfSet,
    })
    .from(resultSets)
    .innerJoin(exams, eq(exams.id, resultSets.examId))
    .innerJoin(patients, eq(patients.id, resultSets.patientId))
    .leftJoin(partners, eq(partners.id, resultSets.laboratoryId))
    .where(and(eq(resultSets.patientId, patientId), setNotDeleted))
    .orderBy(resultSets.enteredAt, resultSets.id);
  const ids = sets.map(({ set }) => set.id);
  if (ids.length === 0) return [];
  const values = Map.groupBy(
    await db
      .select()
      .from(resultValues)
      .where(inArray(resultValues.setId, ids))
      .orderBy(resultValues.position, resultValues.enteredAt, resultValues.id),
    ({ setId }) => setId,
  );
  const corrections = Map.groupBy(
    await db
      .select()
      .from(resultCorrections)
      .where(inArray(resultCorrections.setId, ids))
      .orderBy(resultCorrections.id),
    ({ setId }) => setId,
  );
  const received = Map.groupBy(
    await db
      .select()
      .from(receivedResults)
      .where(inArray(receivedResults.setId, ids))
      .orderBy(receivedResults.arrivedAt, receivedResults.id),
    ({ setId }) => setId,
  );
  const presentReceived = (row: typeof receivedResults.$inferSelect) => {
    const { laboratoryId, setId, patientId, fillerNumber, sentAt, version, ...columns } = row;
    return {
      ...columns,
      ...(row.state !== 'assigned' && isOfOthers(row.reason) && WITHHELD),
      ...presentSample(row),
      laboratory: laboratoryId,
      arrivedAt: row.arrivedAt.toISOString(),
      doneAt: toIso(row.doneAt),
      doneBy: findName(row.doneBy, row.doneAt),
      insertedAt: row.insertedAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    };
  };
  return sets.map(({ set, laboratory, typists }): RecordResult => {
    const all = received.get(set.id) ?? [];
    const assigned = all.find(({ state }) => state === 'assigned');
    return {
      id: set.id,
      exam: set.examId,
      laboratory,
      ...presentSample(set),
      status: set.status,
      source: set.source,
      enteredAt: set.enteredAt.toISOString(),
      enteredBy: findName(set.enteredBy, set.enteredAt),
      validatedAt: toIso(set.validatedAt),
      validatedBy: findName(set.validatedBy, set.validatedAt),
      critical: set.critical,
      criticalSeenAt: toIso(set.criticalSeenAt),
      criticalSeenBy: findName(set.criticalSeenBy, set.criticalSeenAt),
      secondReadingWay: set.secondReadingWay,
      secondReadingAt: toIso(set.secondReadingAt),
      secondReadingBy: findName(set.secondReadingBy, set.secondReadingAt),
      lacksSecondReading: lacksSecondReading({ ...set, typists }),
      insertedAt: set.insertedAt.toISOString(),
      updatedAt: set.updatedAt.toISOString(),
      values: (values.get(set.id) ?? []).map(({ setId: _set, ...value }) => ({
        ...value,
        sentAt: toIso(value.sentAt),
        enteredAt: value.enteredAt.toISOString(),
        enteredBy: findName(value.enteredBy, value.enteredAt),
      })),
      corrections: (corrections.get(set.id) ?? []).map(
        ({ setId: _set, otherSetId: _other, ...correction }) => ({
          ...correction,
          at: correction.at.toISOString(),
          by: findName(correction.by, correction.at),
          factsBefore: correction.factsBefore ?? null,
          validatedAt: toIso(correction.validatedAt),
          validatedBy: findName(correction.validatedBy, correction.validatedAt),
        }),
      ),
      received: assigned ? presentReceived(assigned) : null,
      laterReceived: all.filter((row) => row !== assigned).map(presentReceived),
    };
  });
}
