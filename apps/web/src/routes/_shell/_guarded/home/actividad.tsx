import { createFileRoute } from '@tanstack/react-router';
import { ActivityPage } from '../../../../features/dashboard/activity/ActivityPage.tsx';
import { periodSearch } from '../../../../lib/period/period.ts';

export const Route = createFileRoute('/_shell/_guarded/home/actividad')({
  ...periodSearch.route,
  component: ActivityPage,
});
