import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../lib/api/client.ts';

/** A doctor's appointments between two instants, also those that were cancelled. */
export function useAgenda(idDoctor: string, { from, to }: { from: string; to: string }) {
  return useQuery(
    queries.doctors.agenda.queryOptions({
      input: { idDoctor, from, to },
      select: ({ data }) => data.appointments,
    }),
  );
}
