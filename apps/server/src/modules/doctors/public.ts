import { doctorTitles } from '@simiente/contract/common/column-titles';
import type { Doctor } from '@simiente/contract/doctors/calls';
import { defineExport, type ListFilters, plain, time } from '../list-exports/public.ts';
import { doctorIds, readDoctors } from './read-doctors.ts';

export const doctorsList = defineExport<ListFilters<'doctors'>, Doctor>({
  fileName: 'medicos',
  ids: doctorIds,
  read: readDoctors,
  getId: ({ idDoctor }) => idDoctor,
  getPersonIds: () => [],
  columns: [
    plain(doctorTitles.name, ({ name }) => name),
    plain(doctorTitles.specialties, ({ specialties }) => specialties.join('; ')),
    plain(doctorTitles.email, ({ email }) => email),
    plain(doctorTitles.upcoming, ({ upcoming }) => upcoming),
    plain('Estado', ({ retiredAt }) => (retiredAt === null ? 'Activo' : 'Inactivo')),
    time('Inactivo desde', ({ retiredAt }) => retiredAt),
    plain('Id', ({ idDoctor }) => idDoctor),
  ],
});
