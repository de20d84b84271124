import { createFileRoute } from '@tanstack/react-router';
import { ReceivedPage } from '../../../features/results/received/ReceivedPage.tsx';
import { receivedSearch } from '../../../features/results/received/received-search.ts';
import { May } from '../../../features/session/public.ts';
import { NotAllowedPage } from '../../../features/shell/public.ts';

export const Route = createFileRoute('/_shell/_guarded/resultados-recibidos')({
  validateSearch: receivedSearch.validateSearch,
  search: receivedSearch.search,
  component: GuardedPage,
});

function GuardedPage() {
  return (
    <May act="results.receive" otherwise={<NotAllowedPage />}>
      <ReceivedPage />
    </May>
  );
}
