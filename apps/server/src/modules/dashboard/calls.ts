import type { DashboardFilter, dashboardContract } from '@simiente/contract/dashboard/calls';
import type { Handlers } from '../../platform/calls/handlers.ts';
import { audited, getPersonIds } from '../audit/public.ts';
import { listActivity } from './list-activity.ts';
import { listExamsOfPeriod } from './list-exams.ts';
import { readAttendance } from './read-attendance.ts';
import { readDashboardCounts } from './read-counts.ts';
import { readToday } from './read-today.ts';
import { listWaitingPrescriptions } from './waiting-prescriptions.ts';

/** The part of a filter that the audit stores: no names. */
function auditedFilter({ start, end, laboratory }: DashboardFilter) {
  return { start, end, ...(laboratory === undefined ? {} : { laboratory }) };
}

export const dashboardCalls: Handlers<typeof dashboardContract> = {
  today: audited(
    ({ db, actor, clinicTimeZone }) => readToday(db, actor, clinicTimeZone),
    (_, { appointments: { total, next }, present, recipes: { oldest } }) => ({
      action: 'today.read',
      details: { count: total },
      shown: [
        ...[...next, ...present.patients].map(({ idUser }) => idUser),
        ...(oldest === null ? [] : [oldest.idUser]),
      ],
    }),
  ),

  waitingRecipes: audited(
    ({ db, cursors }, input) => listWaitingPrescriptions(db, input, cursors),
    (input, { recipes }) => ({
      action: 'recipes.listed',
      details: {
        filter: { limit: input.limit, continued: input.cursor !== undefined },
        count: recipes.length,
      },
      shown: recipes.map(({ patient }) => patient.idUser),
    }),
  ),

  figures: audited(
    ({ db, clinicTimeZone }, input) => readDashboardCounts(db, input, clinicTimeZone),
    (input) => ({ action: 'dashboard.read', details: { filter: auditedFilter(input) } }),
  ),

  attendance: audited(
    ({ db, clinicTimeZone }, period) => readAttendance(db, period, clinicTimeZone),
    (filter) => ({ action: 'dashboard.read', details: { filter } }),
  ),

  activity: audited(
    ({ db, cursors, clinicTimeZone }, input) => listActivity(db, input, cursors, clinicTimeZone),
    (input, { items }) => ({
      action: 'activity.listed',
      details: {
        filter: {
          ...auditedFilter(input),
          limit: input.limit,
          continued: input.cursor !== undefined,
        },
        count: items.length,
      },
      shown: items.flatMap(({ subject, patient }) => getPersonIds(subject, patient)),
    }),
  ),

  exams: audited(listExamsOfPeriod, (input, { exams }) => ({
    action: 'exams.listed',
    details: {
      filter: {
        ...auditedFilter(input),
        sort: input.sort,
        limit: input.limit,
        // The text may be a name, so only the fact of a search is stored.
        searched: input.search !== undefined,
        continued: input.cursor !== undefined,
      },
      count: exams.length,
    },
    shown: exams.map(({ patient }) => patient.idUser),
  })),
};
