import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/api/client.ts';
import type { PersonSearch } from './PersonPicker.tsx';

/** As many as somebody looks through before typing more. */
const SHOWN = 20;

/** Doctors who take appointments, by name or e-mail. */
export function useDoctorSearch(text: string, isNeeded: boolean): PersonSearch {
  return useQuery(
    queries.doctors.list.queryOptions({
      input: { state: 'active', limit: SHOWN, ...searchOf(text) },
      enabled: isNeeded,
      placeholderData: keepPreviousData,
      select: ({ data: { doctors, nextCursor } }) => ({
        choices: doctors.map(({ idDoctor, name, specialties, email }) => ({
          id: idDoctor,
          name,
          detail: specialties[0] ?? email ?? undefined,
        })),
        isPartial: nextCursor !== null,
      }),
    }),
  );
}

/** Patients, by name, e-mail or digits of the phone. */
export function usePatientSearch(text: string, isNeeded: boolean): PersonSearch {
  return useQuery(
    queries.patients.list.queryOptions({
      input: { sort: 'name', limit: SHOWN, ...searchOf(text) },
      enabled: isNeeded,
      placeholderData: keepPreviousData,
      select: ({ data: { userData, nextCursor } }) => ({
        choices: userData.map(({ idUser, name, email, phone }) => ({
          id: idUser,
          name,
          detail: email ?? phone ?? undefined,
        })),
        isPartial: nextCursor !== null,
      }),
    }),
  );
}

function searchOf(text: string) {
  return text === '' ? {} : { search: text };
}
