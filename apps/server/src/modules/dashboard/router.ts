import type { DashboardFilter } from '@simiente/contract/dashboard';
import { authenticated } from '../../platform/http/procedures.ts';
import { recordAudit } from '../audit/public.ts';
import { listActivity } from './list-activity.ts';
import { listExamsOfPeriod } from './list-exams.ts';
import { readFigures } from './read-figures.ts';

const dashboard = authenticated.dashboard;

/** What of a filter the audit keeps: no name is in it. */
function auditedFilter({ start, end, laboratory }: DashboardFilter) {
  return { start, end, ...(laboratory === undefined ? {} : { laboratory }) };
}

export const dashboardRouter = {
  figures: dashboard.figures.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const data = await readFigures(transaction, input, context.clinicTimeZone);
      await recordAudit(transaction, context, {
        action: 'dashboard.read',
        details: { filter: auditedFilter(input) },
      });
      return { status: 200, data };
    }),
  ),

  activity: dashboard.activity.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const { cursors, clinicTimeZone } = context;
      const data = await listActivity(transaction, input, cursors, clinicTimeZone);
      await recordAudit(transaction, context, {
        action: 'activity.listed',
        details: {
          filter: {
            ...auditedFilter(input),
            limit: input.limit,
            continued: input.cursor !== undefined,
          },
          count: data.items.length,
        },
      });
      return { status: 200, data };
    }),
  ),

  exams: dashboard.exams.handler(({ context, input }) =>
    context.db.transaction(async (transaction) => {
      const { cursors, clinicTimeZone } = context;
      const data = await listExamsOfPeriod(transaction, input, cursors, clinicTimeZone);
      await recordAudit(transaction, context, {
        action: 'exams.listed',
        details: {
          filter: {
            ...auditedFilter(input),
            sort: input.sort,
            limit: input.limit,
            // A search may be somebody's name: that there was one is enough.
            searched: input.search !== undefined,
            continued: input.cursor !== undefined,
          },
          count: data.exams.length,
        },
      });
      return { status: 200, data };
    }),
  ),
};
