import { actorOf, sentenceOf } from '@simiente/contract/activity-sentence';
import type { ActivityItem } from '@simiente/contract/dashboard';
import type { ExportRequest } from '@simiente/contract/list-exports';
import { activityIds, readActivity } from '../../dashboard/public.ts';
import { exportedList, plain } from './exported-list.ts';
import { time } from './time-column.ts';

type Filters = Extract<ExportRequest, { list: 'activity' }>['filters'];

export const activityList = exportedList<Filters, ActivityItem>({
  fileName: 'actividad',
  ids: activityIds,
  read: readActivity,
  idOf: ({ id }) => String(id),
  columns: [
    time('Fecha', ({ at }) => at),
    plain('Quién', actorOf),
    plain('Qué', (item) =>
      sentenceOf(item)
        .map(({ text }) => text)
        .join(''),
    ),
    plain('Id', ({ id }) => id),
  ],
});
