import { type ProspectGroup, prospectGroups } from '@simiente/contract/prospect-filters';
import type { ProspectPage } from '@simiente/contract/prospects';
import type { SQL } from 'drizzle-orm';
import { isTerm } from '../../platform/database/search.ts';
import { prospects } from '../../schema/prospects.ts';
import {
  countedRecords,
  type Figures,
  keptFigures,
  presentFigures,
  searchedFigures,
} from '../record-counts/public.ts';
import { inGroup, matches } from './filter.ts';

interface Filter {
  readonly status?: ProspectGroup | undefined;
  readonly search?: string | undefined;
}
export type ProspectFigures = Figures<ProspectGroup>;

/** The counts of all prospects, as JSON. */
export const allFigures = keptFigures(countedRecords('prospect'));

/** How many prospects match the search, by status, as JSON; those of a search are in `found`. */
export function figuresOf(filter: Filter, found: SQL): SQL {
  if (!isTerm(filter.search)) return allFigures;
  const chosen = filter.status === undefined ? undefined : inGroup(filter.status);
  return searchedFigures(found, prospects, matches(filter), chosen);
}

/** The counts in the form of a page. */
export function presentCounts(
  { status, search }: Filter,
  figures: ProspectFigures,
): Pick<ProspectPage, 'counts' | 'countsAreCapped' | 'total' | 'totalIsCapped'> {
  return presentFigures(prospectGroups, figures, { group: status, isSearch: isTerm(search) });
}
