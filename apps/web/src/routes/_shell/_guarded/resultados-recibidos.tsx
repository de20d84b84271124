import { createFileRoute } from '@tanstack/react-router';
import { ReceivedPage } from '../../../features/results/received/ReceivedPage.tsx';
import { choice, listSearch } from '../../../lib/search-params.ts';

const { route } = listSearch({ estado: choice(['esperan', 'descartados'], 'esperan') });

export const Route = createFileRoute('/_shell/_guarded/resultados-recibidos')({
  staticData: { capabilities: ['results.receive'] },
  ...route,
  component: ReceivedPage,
});
