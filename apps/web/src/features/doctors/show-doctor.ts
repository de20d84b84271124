import type { Doctor } from '@simiente/contract/doctors/calls';
import type { QueryClient } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';

/** Replaces the doctor on every screen. */
export async function showDoctor(cache: QueryClient, next: Doctor): Promise<void> {
  const { queryKey } = queries.doctors.getOne.queryOptions({ input: { idDoctor: next.idDoctor } });
  // A pending answer predates the change.
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, { status: 200, data: next });
  void cache.invalidateQueries({ queryKey: queries.doctors.list.key() });
}
