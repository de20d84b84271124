import { toKnownResults } from '@simiente/contract/reports/guard/known-result';
import type { KnownFact, KnownResult } from '@simiente/contract/reports/version';
import type { ResultSet } from '@simiente/contract/results/calls';
import type { ResultStatus } from '@simiente/contract/results/states';
import { inArray } from 'drizzle-orm';
import type { Reader } from '../../../platform/database/database.ts';
import { resultSets } from '../../../schema/results.ts';
import { latestValues } from './present.ts';
import { presentSets, selectPatientSets } from './read-results.ts';
import { selectSets, selectValues } from './read-rows.ts';

/** Sets are presented for no account here: only their values are used. */
export const NO_READER = { id: '', capabilities: new Set<never>() };

/** The numbers and choices in force of some patients that a text may quote, by patient, the newest sample first. */
export async function knownResultsOfPatients(
  db: Reader,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, (KnownFact | KnownResult)[]>> {
  const sets = await selectSets(db, inArray(resultSets.patientId, [...patientIds]));
  const presented = await presentSets(db, sets, NO_READER);
  return new Map(
    [...Map.groupBy(presented, ({ idUser }) => idUser)].map(([id, own]) => [
      id,
      toKnownResults(own),
    ]),
  );
}

/** Every set of a patient, for papers: nothing is offered for it. */
export async function findResultSets(db: Reader, patientId: string): Promise<ResultSet[]> {
  return presentSets(db, await selectPatientSets(db, patientId), NO_READER);
}

/** Current facts of a result that a report quotes, besides its value. */
export interface QuotedFacts {
  readonly status: ResultStatus;
  readonly method: string | null;
  /** Flag in the words of the laboratory. */
  readonly flag: string | null;
}

/** The facts of a patient's results; null for a deleted or purged result. */
export async function loadQuotedFacts(
  db: Reader,
  patientId: string,
): Promise<(result: KnownResult) => QuotedFacts | null> {
  const sets = await selectPatientSets(db, patientId);
  const rows = await selectValues(
    db,
    sets.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const withdrawn = new Set(
    latestValues(rows).flatMap(({ row, earlier }) =>
      row.withdrawn ? [row.id, ...earlier.map(({ id }) => id)] : [],
    ),
  );
  return ({ idValue, sources = [], examType, collectedAt }) => {
    const quoted = (idValue === null ? sources : [idValue]).flatMap((id) => byId.get(id) ?? []);
    const set =
      sets.find(({ id }) => id === quoted[0]?.setId || sources.includes(id)) ??
      sets.find(
        (one) =>
          one.examType === examType && (one.collectedAt?.toISOString() ?? null) === collectedAt,
      );
    if (set === undefined) return null;
    // A set is corrected as a whole; a value only if it replaced a final one.
    const isCorrected = quoted.some(
      ({ correctionId, replaces }) =>
        correctionId !== null && byId.get(replaces ?? '')?.preliminary === false,
    );
    const isWithdrawn = set.status === 'retirado' || quoted.some(({ id }) => withdrawn.has(id));
    const validated = set.status === 'capturado' ? 'capturado' : 'validado';
    return {
      status: isWithdrawn ? 'retirado' : isCorrected ? 'corregido' : validated,
      method: set.method,
      flag: idValue === null ? null : (quoted[0]?.laboratoryFlag ?? null),
    };
  };
}
