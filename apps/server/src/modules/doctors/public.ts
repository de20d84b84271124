import type { Doctor } from '@simiente/contract/doctors';
import { exportedList, type FiltersOf, plain, time } from '../list-exports/public.ts';
import { doctorIds, readDoctors } from './read-doctors.ts';

export const doctorsList = exportedList<FiltersOf<'doctors'>, Doctor>({
  fileName: 'medicos',
  ids: doctorIds,
  read: readDoctors,
  idOf: ({ idDoctor }) => idDoctor,
  personsOf: () => [],
  columns: [
    plain('Nombre', ({ name }) => name),
    plain('Especialidades', ({ specialties }) => specialties.join('; ')),
    plain('Correo', ({ email }) => email),
    plain('Próximas citas', ({ upcoming }) => upcoming),
    plain('Estado', ({ retiredAt }) => (retiredAt === null ? 'Activo' : 'Retirado')),
    time('Retirado desde', ({ retiredAt }) => retiredAt),
    plain('Id', ({ idDoctor }) => idDoctor),
  ],
});
