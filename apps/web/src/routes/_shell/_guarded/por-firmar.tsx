import { createFileRoute } from '@tanstack/react-router';
import { QueuePage } from '../../../features/reports/queue/QueuePage.tsx';
import { queueSearch } from '../../../features/reports/queue/queue-search.ts';
import { useMay } from '../../../features/session/public.ts';
import { NotAllowedPage } from '../../../features/shell/public.ts';

export const Route = createFileRoute('/_shell/_guarded/por-firmar')({
  validateSearch: queueSearch.validateSearch,
  search: queueSearch.search,
  component: GuardedPage,
});

function GuardedPage() {
  const may = useMay();
  return may('reports.review') || may('reports.statistics') ? <QueuePage /> : <NotAllowedPage />;
}
