import type { Claims } from './claims.ts';
import type { HistoryRecords, IncomingHistory } from './read-history.ts';

export interface ClaimedHistory {
  /** Without what is repeated. */
  readonly own: IncomingHistory;
  readonly repeated: HistoryRecords & { readonly history: boolean };
}

/** Parts what a history holds from what the export held before, in another record's place. */
export function claimHistory(incoming: IncomingHistory, claims: Claims): ClaimedHistory {
  // No id holds a blank, so a history's claim never meets a record's.
  const owned = claims.owns(`historial de ${incoming.patientId}`);
  const exams = part(incoming.exams, claims);
  const recipes = part(incoming.recipeAppointments, claims);
  const visits = part(incoming.doctorAppointments, claims);
  return {
    own: {
      ...incoming,
      history: owned ? incoming.history : null,
      exams: exams.own,
      recipeAppointments: recipes.own,
      doctorAppointments: visits.own,
    },
    repeated: {
      history: !owned && incoming.history !== null,
      exams: exams.repeated,
      recipeAppointments: recipes.repeated,
      doctorAppointments: visits.repeated,
    },
  };
}

function part<T extends { readonly row: { readonly id: string } }>(
  records: readonly T[],
  claims: Claims,
): { own: T[]; repeated: T[] } {
  const own: T[] = [];
  const repeated: T[] = [];
  for (const record of records) (claims.owns(record.row.id) ? own : repeated).push(record);
  return { own, repeated };
}
