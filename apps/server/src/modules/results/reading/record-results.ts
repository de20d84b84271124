import { concernsOtherPatient } from '@simiente/contract/results/states';
import { eq, getTableColumns, inArray } from 'drizzle-orm';
import type { Reader } from '../../../platform/database/database.ts';
import { pick, toWire } from '../../../platform/database/records.ts';
import { receivedResults, resultSets } from '../../../schema/results.ts';
import { staffName } from '../../../schema/staff.ts';
import { lacksSecondReading, presentSample } from './present.ts';
import { selectCorrections, selectSets, selectValues } from './read-rows.ts';

/** Replaces the facts of a sample that may be of another patient. */
const WITHHELD = {
  ...{ patientText: null, nameText: null, birthDateText: null, folioText: null, whereText: null },
  ...{ values: [], documents: [], critical: [] },
};

const selectReceived = (db: Reader, setIds: readonly string[]) =>
  db
    .select({
      ...getTableColumns(receivedResults),
      doneBy: staffName(receivedResults.doneBy, receivedResults.doneAt),
    })
    .from(receivedResults)
    .where(inArray(receivedResults.setId, [...setIds]))
    .orderBy(receivedResults.arrivedAt, receivedResults.id);

function presentReceived(row: Awaited<ReturnType<typeof selectReceived>>[number]) {
  const { laboratoryId, setId, patientId, fillerNumber, sentAt, version, ...columns } = row;
  return {
    ...toWire(columns),
    ...(row.state !== 'assigned' && concernsOtherPatient(row.reason) && WITHHELD),
    ...presentSample(row),
    laboratory: laboratoryId,
  };
}

/** All results of a patient for the exported record: every row of every value, including replaced ones. */
export async function readRecordResults(db: Reader, patientId: string) {
  const sets = await selectSets(db, eq(resultSets.patientId, patientId), [
    resultSets.enteredAt,
    resultSets.id,
  ]);
  const ids = sets.map(({ id }) => id);
  const values = Map.groupBy(await selectValues(db, ids), ({ setId }) => setId);
  const corrections = Map.groupBy(await selectCorrections(db, ids), ({ setId }) => setId);
  const received = Map.groupBy(await selectReceived(db, ids), ({ setId }) => setId);
  return sets.map((set) => {
    const all = received.get(set.id) ?? [];
    const assigned = all.find(({ state }) => state === 'assigned');
    return {
      ...toWire(pick(set, ['id', 'status', 'source', 'enteredAt', 'validatedAt', 'critical'])),
      ...toWire(pick(set, ['criticalSeenAt', 'secondReadingWay', 'secondReadingAt'])),
      ...toWire(pick(set, ['insertedAt', 'updatedAt'])),
      exam: set.examId,
      laboratory:
        set.laboratoryId === null ? null : { id: set.laboratoryId, name: set.laboratoryName ?? '' },
      ...presentSample(set),
      enteredBy: set.enteredByName,
      validatedBy: set.validatedByName,
      criticalSeenBy: set.criticalSeenByName,
      secondReadingBy: set.secondReadingByName,
      lacksSecondReading: lacksSecondReading(set),
      values: (values.get(set.id) ?? []).map(({ setId: _set, enteredByName, ...value }) => ({
        ...toWire(value),
        enteredBy: enteredByName,
      })),
      corrections: (corrections.get(set.id) ?? [])
        .map(({ factsBefore, validatedByName, ...correction }) => ({
          ...toWire(pick(correction, ['id', 'at', 'by', 'kind', 'reason', 'validatedAt'])),
          factsBefore: factsBefore ?? null,
          validatedBy: validatedByName,
        }))
        .toReversed(),
      received: assigned ? presentReceived(assigned) : null,
      laterReceived: all.filter((row) => row !== assigned).map(presentReceived),
    };
  });
}
