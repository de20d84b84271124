import { createFileRoute } from '@tanstack/react-router';
import { ReceivedPage } from '../../../features/results/received/ReceivedPage.tsx';
import { choice, routeSearch } from '../../../lib/search-params.ts';

const { route } = routeSearch({ estado: choice(['esperan', 'descartados'], 'esperan') });

export const Route = createFileRoute('/_shell/_guarded/resultados-recibidos')({
  staticData: { capabilities: ['results.receive'] },
  ...route,
  component: ReceivedPage,
});
