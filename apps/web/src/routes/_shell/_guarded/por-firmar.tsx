import { createFileRoute } from '@tanstack/react-router';
import { QueuePage } from '../../../features/reports/queue/QueuePage.tsx';
import { queueSearch } from '../../../features/reports/report-search.ts';

export const Route = createFileRoute('/_shell/_guarded/por-firmar')({
  staticData: { capabilities: ['reports.review', 'reports.statistics'] },
  ...queueSearch.route,
  component: QueuePage,
});
