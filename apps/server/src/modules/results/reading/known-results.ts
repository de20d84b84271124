import { knownResultsOf } from '@simiente/contract/reports/guard/known-result';
import type { KnownFact, KnownResult } from '@simiente/contract/reports/version';
import type { ResultSet } from '@simiente/contract/results/calls';
import type { ResultStatus } from '@simiente/contract/results/states';
import { eq, inArray } from 'drizzle-orm';
import type { Reader } from '../../../platform/database/database.ts';
import { resultSets } from '../../../schema/results.ts';
import { countedOf, currentValues, presentSet } from './present.ts';
import { presentSets, setsOf } from './read-results.ts';
import { selectSets, selectValues } from './read-rows.ts';

/** Sets are presented for no account here: only their values are used. */
const NO_READER = { id: '', capabilities: new Set<never>() };

/** The numbers and choices in force of some patients that a text may quote, by patient, the newest sample first. */
export async function knownResultsOfPatients(
  db: Reader,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, (KnownFact | KnownResult)[]>> {
  const sets = await selectSets(db, inArray(resultSets.patientId, [...patientIds]));
  const ids = sets.map(({ id }) => id);
  const values = Map.groupBy(await selectValues(db, ids), ({ setId }) => setId);
  const ofPatient = Map.groupBy(sets, ({ patientId }) => patientId);
  return new Map(
    [...ofPatient].map(([patientId, own]) => [
      patientId,
      knownResultsOf(
        own.map((set) => {
          const current = currentValues(values.get(set.id) ?? [], set.examType);
          const counted = countedOf(current);
          return presentSet(
            set,
            { current, counted, corrections: [], known: new Map() },
            NO_READER,
          );
        }),
      ),
    ]),
  );
}

/** Every set of a patient, for papers: nothing is offered for it. */
export async function resultSetsOf(db: Reader, patientId: string): Promise<ResultSet[]> {
  return presentSets(db, await setsOf(db, patientId), NO_READER);
}

/** The states of a patient's sets, by study and moment of the sample; null where there is no such set any more. */
export async function resultStatusesOf(
  db: Reader,
  patientId: string,
): Promise<(examType: string, collectedAt: string | null) => ResultStatus | null> {
  const sets = await selectSets(db, eq(resultSets.patientId, patientId));
  return (examType, collectedAt) =>
    sets.find(
      (set) =>
        set.examType === examType && (set.collectedAt?.toISOString() ?? null) === collectedAt,
    )?.status ?? null;
}
