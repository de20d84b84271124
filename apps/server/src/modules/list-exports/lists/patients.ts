import type { ExportRequest } from '@simiente/contract/list-exports';
import { statusGroup, statusNames } from '@simiente/contract/patient-filters';
import type { PatientSummary } from '@simiente/contract/patients';
import { patientIds, readPatients } from '../../patients/public.ts';
import { exportedList, plain } from './exported-list.ts';
import { time } from './time-column.ts';

type Filters = Extract<ExportRequest, { list: 'patients' }>['filters'];

export const patientsList = exportedList<Filters, PatientSummary>({
  fileName: 'pacientes',
  ids: patientIds,
  read: readPatients,
  idOf: ({ idUser }) => idUser,
  columns: [
    plain('Nombre', ({ name }) => name),
    plain('Correo', ({ email }) => email),
    plain('Teléfono', ({ phone }) => phone),
    time('Fecha de creación', ({ createDate }) => createDate),
    time('Último acceso', ({ lastConnection }) => lastConnection),
    plain('Estatus', ({ status }) => statusNames[statusGroup(status)]),
    plain('Id', ({ idUser }) => idUser),
  ],
});
