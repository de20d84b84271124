import type { Doctor } from '@simiente/contract/doctors';
import type { ExportRequest } from '@simiente/contract/list-exports';
import { doctorIds, readDoctors } from '../../doctors/public.ts';
import { exportedList, plain } from './exported-list.ts';
import { time } from './time-column.ts';

type Filters = Extract<ExportRequest, { list: 'doctors' }>['filters'];

export const doctorsList = exportedList<Filters, Doctor>({
  fileName: 'medicos',
  ids: doctorIds,
  read: readDoctors,
  idOf: ({ idDoctor }) => idDoctor,
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
