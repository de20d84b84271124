import * as z from 'zod';
import { appointmentPlace, attendance } from '../appointments/calls.ts';
import { call } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import {
  calendarDay,
  importedInstantOrNull,
  isoInstant,
  isoInstantOrNull,
} from '../common/instants.ts';
import { typedKeys } from '../common/lists.ts';
import { pageInput, pageOutput } from '../common/pages.ts';
import { storableText } from '../common/text.ts';
import { laboratory } from '../exams/calls.ts';
import { actionWords } from './activity-words.ts';
import { isPeriod, type Period } from './period.ts';

/** Days of a week in a chart; the last week of a period may be shorter. */
export const WEEK_DAYS = 7;
/** Maximum number of exam types that are counted separately; rarer types share a count. */
export const MAX_EXAM_TYPES = 30;

/** Days of the clinic's calendar, both included, and the chosen laboratory. */
const filterFields = {
  start: calendarDay,
  end: calendarDay,
  /** The id of a partner of type Laboratorio. */
  laboratory: recordId.optional(),
};

/** Requires ordered dates, at most ten years apart. */
function withValidPeriod<Input extends z.ZodType<Period>>(input: Input) {
  return input
    .refine(({ start, end }) => start <= end, {
      error: 'La fecha de fin es anterior a la de inicio.',
      path: ['end'],
    })
    .refine((period) => period.start > period.end || isPeriod(period), {
      error: 'El periodo no puede ser mayor a diez años.',
      path: ['end'],
    });
}

export const dashboardFilter = withValidPeriod(z.strictObject(filterFields));
export type DashboardFilter = z.output<typeof dashboardFilter>;

const count = z.int().min(0);
/** Days in an answer. They are not `calendarDay`, because the previous period may be earlier than any valid input. */
const days = z.strictObject({ start: z.iso.date(), end: z.iso.date() });

/** The counts of a card, as defined in `docs/es/cifras.md`. */
const periodCount = z.strictObject({
  value: count,
  /** The value of the previous period of equal length. */
  previous: count,
  /** One value for each week of the period. */
  series: z.array(count),
});
export type PeriodCount = z.infer<typeof periodCount>;

export const dashboardCounts = z.strictObject({
  period: days,
  patients: periodCount,
  laboratories: periodCount,
  orders: periodCount,
  exams: periodCount,
  /** Patients registered in each week of the period, and in the same week of the previous one. */
  weeks: z.array(days.extend({ value: count, previous: count })),
  /** The counted exams by type, the most frequent first. */
  examTypes: z.array(z.strictObject({ examType: z.string(), count })),
  /** Number of exams of the remaining types. */
  otherExams: count,
  /** Exams without a date, which are in no period. */
  undatedExams: count,
});
export type DashboardCounts = z.infer<typeof dashboardCounts>;

/** Visits with a recorded attendance, and the missed visits among them. */
const visits = { recorded: count, missed: count };

export const attendanceCounts = z.strictObject({
  weeks: z.array(days),
  /** Doctors with visits in the period, by name. */
  doctors: z.array(
    z.strictObject({
      idDoctor: recordId,
      name: z.string(),
      ...visits,
      /** One per week of the period. */
      weeks: z.array(z.strictObject(visits)),
    }),
  ),
});
export type AttendanceCounts = z.infer<typeof attendanceCounts>;

/** The changes in the list of activity. */
export const activityActions = [...typedKeys(actionWords), 'data.imported'] as const;
export type ActivityAction = (typeof activityActions)[number];

/** The record of an action. It has no name if it was deleted or purged. */
const namedRecord = z.strictObject({ id: recordId, name: z.string().nullable() });

const activityItem = z.strictObject({
  id: z.int(),
  at: isoInstant,
  /** Staff, the command line (operator), the system itself, or the public (anonymous). */
  actor: z.strictObject({
    kind: z.literal(['staff', 'operator', 'system', 'anonymous']),
    name: z.string().nullable(),
  }),
  action: z.literal(activityActions),
  /** The changed record; its name is null for kinds without names. */
  subject: z
    .strictObject({ kind: z.string(), id: z.string(), name: z.string().nullable() })
    .nullable(),
  patient: namedRecord.nullable(),
  /** The partner of a branch. */
  partner: namedRecord.nullable(),
  /** The stored status before and after; null if the change did not affect it. */
  status: z.strictObject({ from: z.string().nullable(), to: z.string().nullable() }).nullable(),
  /** The old and new time of an appointment; null if the change did not affect it. */
  startsAt: z.strictObject({ from: isoInstantOrNull, to: isoInstantOrNull }).nullable(),
});
export type ActivityItem = z.infer<typeof activityItem>;

export const activityPage = z.strictObject({
  items: z.array(activityItem),
  nextCursor: z.string().nullable(),
});

const listedExam = z.strictObject({
  id: recordId,
  examType: z.string(),
  examDate: calendarDay.nullable(),
  createDate: isoInstantOrNull,
  patient: z.strictObject({ idUser: recordId, name: z.string() }),
  laboratory: laboratory.nullable(),
  /** A path of the server, or an external link of the legacy export; null without a file. */
  fileUrl: z.string().nullable(),
  /** True for an external `fileUrl`. */
  external: z.boolean(),
  fileName: z.string().nullable(),
});
export type ListedExam = z.infer<typeof listedExam>;

export const examSorts = ['-createDate', 'createDate'] as const;

const examFields = {
  ...filterFields,
  /** Words of a type, or of the name of a patient; case and accents do not matter. */
  search: storableText(200).optional(),
  sort: z.literal(examSorts).default('-createDate'),
};
const examListInput = withValidPeriod(z.strictObject({ ...examFields, ...pageInput }));
/** The filters of the list without a page, for its export. */
export const examFilter = withValidPeriod(z.strictObject(examFields));
export type ExamListInput = z.output<typeof examListInput>;

export const examPage = z.strictObject({ exams: z.array(listedExam), ...pageOutput });
export type ExamPage = z.infer<typeof examPage>;

/** A pending prescription appointment whose prescription is not issued yet. */
const waitingPrescription = z.strictObject({
  id: recordId,
  type: z.string().nullable(),
  startsAt: importedInstantOrNull,
  createDate: importedInstantOrNull,
  patient: z.strictObject({ idUser: recordId, name: z.string(), phone: z.string().nullable() }),
});
export type WaitingPrescription = z.infer<typeof waitingPrescription>;

export const waitingPrescriptionPage = z.strictObject({
  recipes: z.array(waitingPrescription),
  ...pageOutput,
});
export type WaitingPrescriptionPage = z.infer<typeof waitingPrescriptionPage>;

/** Maximum shown appointments of today that have not begun; the agenda has the rest. */
export const NEXT_APPOINTMENTS = 4;
/** Maximum shown appointments that began less than LATE_MINUTES ago and whose patient has not arrived. */
export const LATE_APPOINTMENTS = 3;
export const LATE_MINUTES = 30;
/** Maximum shown patients in the waiting room and in consultation. */
export const MAX_PRESENT = 30;

const dayAppointment = z.strictObject({
  id: recordId,
  idUser: recordId,
  startsAt: isoInstant,
  status: z.string(),
  attendance,
  version: z.int().min(1),
  patient: z.strictObject({ name: z.string(), phone: z.string().nullable() }),
  /** Null for the validation of a prescription, and for a booking of Calendly whose host is not a doctor. */
  doctor: z.strictObject({ name: z.string(), specialty: z.string().nullable() }).nullable(),
  isRecipe: z.boolean(),
  /** Null means the clinic. */
  place: appointmentPlace.nullable(),
});
export type DayAppointment = z.infer<typeof dayAppointment>;

/** A count that stops at MAX_SEARCHED_TOTAL, and is marked as capped. */
const cappedCount = { count, isCapped: z.boolean() };

/** The first steps of a new clinic, and whether they are completed. */
export const setupSteps = z.strictObject({
  letterhead: z.boolean(),
  doctor: z.boolean(),
  /** A second account. */
  team: z.boolean(),
  patient: z.boolean(),
  reminders: z.boolean(),
});
export type SetupSteps = z.infer<typeof setupSteps>;

/** Today's work of the clinic, by its calendar. */
export const today = z.strictObject({
  date: z.iso.date(),
  appointments: z.strictObject({
    /** Today's appointments with doctors and for prescriptions, without cancelled ones. */
    total: count,
    /** Appointments that have not begun and whose patient has not arrived. */
    left: count,
    /** Appointments that began less than LATE_MINUTES ago and whose patient has not arrived. */
    late: count,
    /** Late appointments (`LATE_APPOINTMENTS`), then the next ones. */
    next: z.array(dayAppointment),
  }),
  /** Patients of today who are in the clinic. */
  present: z.strictObject({
    waiting: count,
    inConsultation: count,
    /** The waiting patients, longest wait first, then those in consultation. */
    patients: z.array(dayAppointment),
  }),
  /** Pending prescription appointments whose prescription is not issued yet. */
  recipes: z.strictObject({
    ...cappedCount,
    /** The patient who has waited longest. */
    oldest: z
      .strictObject({ idUser: recordId, patientName: z.string(), since: isoInstantOrNull })
      .nullable(),
  }),
  prospects: z.strictObject({
    ...cappedCount,
    arrivedToday: count,
  }),
  /**
   * Suspended professional identities that a second administrator has not confirmed; absent for an account that
   * does not manage accounts.
   */
  suspendedIdentities: count.optional(),
  /** Overdue requests about personal data; absent for an account that does not manage them. */
  overdueRequests: count.optional(),
  /** Absent once the clinic has appointments. */
  setup: setupSteps.optional(),
});
export type Today = z.infer<typeof today>;

export const dashboardContract = {
  today: call('patients.read', 'directory.read')
    .get('/v1/dashboard/today', 'El día de hoy de la clínica: las próximas citas y los pendientes')
    .output(today),
  waitingRecipes: call('patients.read')
    .get('/v1/recipe/waiting', 'Una página de las recetas por validar, la más antigua primero')
    .input(z.strictObject(pageInput))
    .output(waitingPrescriptionPage),
  figures: call('patients.read', 'orders.read', 'exams.list', 'directory.read')
    .get(
      '/v1/dashboard/figures',
      'Las cifras y gráficas de un periodo, de todos o de un laboratorio',
    )
    .input(dashboardFilter)
    .output(dashboardCounts),
  attendance: call('patients.read', 'directory.read')
    .get('/v1/dashboard/attendance', 'Las inasistencias de un periodo por médico y semana')
    .input(withValidPeriod(z.strictObject({ start: calendarDay, end: calendarDay })))
    .output(attendanceCounts),
  activity: call('patients.read', 'orders.read', 'exams.list', 'directory.read')
    .get('/v1/dashboard/activity', 'Quién cambió qué en un periodo, lo más reciente primero')
    .input(withValidPeriod(z.strictObject({ ...filterFields, ...pageInput })))
    .output(activityPage),
  exams: call('exams.list')
    .get('/v1/exam/list', 'Una página de los estudios de un periodo, de todos los pacientes')
    .input(examListInput)
    .output(examPage),
};
