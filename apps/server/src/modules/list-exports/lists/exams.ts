import type { ListedExam } from '@simiente/contract/dashboard';
import type { ExportRequest } from '@simiente/contract/list-exports';
import { examIds, readListedExams } from '../../dashboard/public.ts';
import { exportedList, plain } from './exported-list.ts';
import { time } from './time-column.ts';

type Filters = Extract<ExportRequest, { list: 'exams' }>['filters'];

export const examsList = exportedList<Filters, ListedExam>({
  fileName: 'examenes',
  ids: examIds,
  read: readListedExams,
  idOf: ({ id }) => id,
  columns: [
    // As screens show a type.
    plain('Estudio', ({ examType }) => examType.replaceAll('_', ' ')),
    plain('Paciente', ({ patient }) => patient.name),
    plain('Laboratorio', ({ laboratory }) => laboratory?.name ?? null),
    time('Fecha', ({ createDate }) => createDate),
    plain('Archivo', ({ fileName }) => fileName),
    plain('Id', ({ id }) => id),
  ],
});
