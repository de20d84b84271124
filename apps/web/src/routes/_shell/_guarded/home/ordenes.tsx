import { createFileRoute } from '@tanstack/react-router';
import { DownloadsPage } from '../../../../features/exam-orders/DownloadsPage.tsx';
import { periodSearch } from '../../../../lib/period/period.ts';

export const Route = createFileRoute('/_shell/_guarded/home/ordenes')({
  ...periodSearch.route,
  component: DownloadsPage,
});
