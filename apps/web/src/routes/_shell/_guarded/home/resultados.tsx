import { createFileRoute } from '@tanstack/react-router';
import { PendingResultsPage } from '../../../../features/results/pending/PendingResultsPage.tsx';
import { May } from '../../../../features/session/public.ts';
import { NotAllowedPage } from '../../../../features/shell/public.ts';

export const Route = createFileRoute('/_shell/_guarded/home/resultados')({
  component: () => (
    <May act="results.read" otherwise={<NotAllowedPage />}>
      <PendingResultsPage />
    </May>
  ),
});
