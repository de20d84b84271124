import { createFileRoute } from '@tanstack/react-router';
import { HomePage } from '../../../../features/dashboard/HomePage.tsx';
import { periodSearch } from '../../../../lib/period/period.ts';

export const Route = createFileRoute('/_shell/_guarded/home/')({
  ...periodSearch.route,
  component: HomePage,
});
