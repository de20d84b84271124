import type { PatientRecord } from '@simiente/contract/patient-record/calls';
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
import { iso, lacksSecondReading, presentSample } from './present.ts';
import { setNotDeleted, typistsOfSet } from './read-rows.ts';

type RecordResult = PatientRecord['results'][number];

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
  const received = new Map(
    (await db.select().from(receivedResults).where(inArray(receivedResults.setId, ids))).map(
      (row) => [row.setId, row],
    ),
  );
  return sets.map(({ set, laboratory, typists }): RecordResult => {
    const arrived = received.get(set.id);
    return {
      id: set.id,
      exam: set.examId,
      laboratory,
      ...presentSample(set),
      status: set.status,
      source: set.source,
      enteredAt: set.enteredAt.toISOString(),
      enteredBy: findName(set.enteredBy, set.enteredAt),
      validatedAt: iso(set.validatedAt),
      validatedBy: findName(set.validatedBy, set.validatedAt),
      critical: set.critical,
      criticalSeenAt: iso(set.criticalSeenAt),
      criticalSeenBy: findName(set.criticalSeenBy, set.criticalSeenAt),
      secondReadingWay: set.secondReadingWay,
      secondReadingAt: iso(set.secondReadingAt),
      secondReadingBy: findName(set.secondReadingBy, set.secondReadingAt),
      lacksSecondReading: lacksSecondReading({ ...set, typists }),
      insertedAt: set.insertedAt.toISOString(),
      updatedAt: set.updatedAt.toISOString(),
      values: (values.get(set.id) ?? []).map(({ setId: _set, ...value }) => ({
        ...value,
        sentAt: iso(value.sentAt),
        enteredAt: value.enteredAt.toISOString(),
        enteredBy: findName(value.enteredBy, value.enteredAt),
      })),
      corrections: (corrections.get(set.id) ?? []).map(
        ({ setId: _set, otherSetId: _other, ...correction }) => ({
          ...correction,
          at: correction.at.toISOString(),
          by: findName(correction.by, correction.at),
          factsBefore: correction.factsBefore ?? null,
          validatedAt: iso(correction.validatedAt),
          validatedBy: findName(correction.validatedBy, correction.validatedAt),
        }),
      ),
      received:
        arrived === undefined
          ? null
          : {
              id: arrived.id,
              state: arrived.state,
              source: arrived.source,
              examType: arrived.examType,
              reason: arrived.reason,
              laboratory: arrived.laboratoryId,
              patientText: arrived.patientText,
              nameText: arrived.nameText,
              birthDateText: arrived.birthDateText,
              folioText: arrived.folioText,
              whereText: arrived.whereText,
              ...presentSample(arrived),
              values: arrived.values,
              documents: arrived.documents,
              critical: arrived.critical,
              arrivedAt: arrived.arrivedAt.toISOString(),
              doneAt: iso(arrived.doneAt),
              doneBy: findName(arrived.doneBy, arrived.doneAt),
              insertedAt: arrived.insertedAt.toISOString(),
              updatedAt: arrived.updatedAt.toISOString(),
            },
    };
  });
}
