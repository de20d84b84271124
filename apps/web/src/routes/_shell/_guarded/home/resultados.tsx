import { createFileRoute } from '@tanstack/react-router';
import { PendingResultsPage } from '../../../../features/results/pending/PendingResultsPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/home/resultados')({
  staticData: { capabilities: ['results.read'] },
  component: PendingResultsPage,
});
