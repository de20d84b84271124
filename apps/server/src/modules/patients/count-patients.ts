import type { StatusFilter, StatusGroup } from '@simiente/contract/patient-filters';
import type { PatientPage } from '@simiente/contract/patients';
import type { SQL } from 'drizzle-orm';
import { isTerm } from '../../platform/database/search.ts';
import { patients } from '../../schema/patients.ts';
import {
  countedRecords,
  exactFigures,
  type Figures,
  keptFigures,
  presentFigures,
  searchedFigures,
} from '../record-counts/public.ts';
import { inStatus, matches, type PatientFilter } from './filter.ts';

type Filter = PatientFilter & { readonly status: StatusFilter };
export type PatientFigures = Figures<StatusGroup>;

const GROUPS = [1, 2, 3, 4] as const satisfies readonly StatusGroup[];

/** The counts of all patients, as JSON. */
export const allFigures = keptFigures(countedRecords('patient'));

/** Whether the status is the only filter. */
export function isPlain({ search, upcoming, ...narrowed }: PatientFilter): boolean {
  const { createdFrom, createdTo, laboratory } = narrowed;
  const others = [createdFrom, createdTo, laboratory];
  return !isTerm(search) && !upcoming && others.every((it) => it === undefined);
}

/** How many patients match the filter, by status, as JSON; those of a search are in `found`. */
export function figuresOf(filter: Filter, clinicTimeZone: string, found: SQL): SQL {
  if (isPlain(filter)) return allFigures;
  const where = matches(filter, clinicTimeZone);
  if (!isTerm(filter.search)) return exactFigures(patients, where);
  const chosen = filter.status === 0 ? undefined : inStatus(filter.status);
  return searchedFigures(found, patients, where, chosen);
}

/** The counts in the form of a page. */
export function presentCounts(
  { search, status }: Pick<Filter, 'status'> & { readonly search?: string | undefined },
  figures: PatientFigures,
): Pick<PatientPage, 'counts' | 'countsAreCapped' | 'total' | 'totalIsCapped'> {
  const group = status === 0 ? undefined : status;
  return presentFigures(GROUPS, figures, { group, isSearch: isTerm(search) });
}
