import { createFileRoute } from '@tanstack/react-router';
import { ReceivedPage } from '../../../features/results/received/ReceivedPage.tsx';
import { receivedSearch } from '../../../features/results/received/received-search.ts';

export const Route = createFileRoute('/_shell/_guarded/resultados-recibidos')({
  staticData: { acts: ['results.receive'] },
  ...receivedSearch.route,
  component: ReceivedPage,
});
