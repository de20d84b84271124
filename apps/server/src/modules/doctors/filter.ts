import type { doctorListInput } from '@simiente/contract/doctors';
import { and, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type * as z from 'zod';
import { matchesSearch } from '../../platform/database/search.ts';
import { doctors } from '../../schema/doctors.ts';

export type DoctorFilter = Pick<z.output<typeof doctorListInput>, 'search' | 'state'>;

/** Doctors who are not deleted, retired or not. */
export const listed = isNull(doctors.deletedAt);

/** The common conditions of list and count. */
export function matches({ search, state }: DoctorFilter): SQL | undefined {
  return and(listed, inState(state), matchesSearch(doctors.searchText, search));
}

function inState(state: DoctorFilter['state']): SQL | undefined {
  if (state === 'all') return undefined;
  return state === 'retired' ? isNotNull(doctors.retiredAt) : isNull(doctors.retiredAt);
}
