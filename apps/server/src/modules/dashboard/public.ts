import { attendanceNames } from '@simiente/contract/appointments/attendance';
import { examTitles, waitingPrescriptionTitles } from '@simiente/contract/common/column-titles';
import { describeActor, toSentence } from '@simiente/contract/dashboard/activity-sentence';
import type { ActivityItem, ListedExam } from '@simiente/contract/dashboard/calls';
import { getPersonIds } from '../audit/public.ts';
import { day, defineExport, type ListFilters, plain, time } from '../list-exports/public.ts';
import { activityIds, readActivity } from './list-activity.ts';
import { examIds, readListedExams } from './list-exams.ts';
import { readWaitingPrescriptions, waitingPrescriptionIds } from './waiting-prescriptions.ts';

export const activityList = defineExport<ListFilters<'activity'>, ActivityItem>({
  fileName: 'actividad',
  ids: activityIds,
  read: readActivity,
  getId: ({ id }) => String(id),
  getPersonIds: ({ subject, patient }) => getPersonIds(subject, patient),
  columns: [
    time('Fecha', ({ at }) => at),
    plain('Quién', describeActor),
    plain('Qué', (item, timeZone) =>
      toSentence(item, timeZone)
        .map(({ text }) => text)
        .join(''),
    ),
    plain('Id', ({ id }) => id),
  ],
});

type ExportedPrescription = Awaited<ReturnType<typeof readWaitingPrescriptions>>[number];

export const waitingPrescriptionsList = defineExport<object, ExportedPrescription>({
  fileName: 'recetas-por-validar',
  ids: waitingPrescriptionIds,
  read: readWaitingPrescriptions,
  getId: ({ id }) => id,
  getPersonIds: ({ patient }) => [patient.idUser],
  columns: [
    plain(waitingPrescriptionTitles.patient, ({ patient }) => patient.name),
    plain('Teléfono', ({ patient }) => patient.phone),
    plain(waitingPrescriptionTitles.type, ({ type }) => type),
    time(waitingPrescriptionTitles.when, ({ startsAt }) => startsAt),
    time(waitingPrescriptionTitles.since, ({ createDate }) => createDate),
    plain('Asistencia', ({ lastAttendanceStep }) =>
      lastAttendanceStep ? attendanceNames[lastAttendanceStep.step] : null,
    ),
    time('Asistencia registrada', ({ lastAttendanceStep }) => lastAttendanceStep?.at ?? null),
    plain('Id', ({ id }) => id),
  ],
});

export const examsList = defineExport<ListFilters<'exams'>, ListedExam>({
  fileName: 'examenes',
  ids: examIds,
  read: readListedExams,
  getId: ({ id }) => id,
  getPersonIds: ({ patient }) => [patient.idUser],
  columns: [
    // The text that screens show for a type.
    plain(examTitles.type, ({ examType }) => examType.replaceAll('_', ' ')),
    plain(examTitles.patient, ({ patient }) => patient.name),
    plain(examTitles.laboratory, ({ laboratory }) => laboratory?.name ?? null),
    day('Fecha del estudio', ({ examDate }) => examDate),
    time('Agregado', ({ createDate }) => createDate),
    plain(examTitles.file, ({ fileName }) => fileName),
    plain('Id', ({ id }) => id),
  ],
});
