import { createFileRoute } from '@tanstack/react-router';
import { ProspectsPage } from '../../../features/prospects/list/ProspectsPage.tsx';
import { prospectsSearch } from '../../../features/prospects/prospects-search.ts';

export const Route = createFileRoute('/_shell/_guarded/prospectos')({
  ...prospectsSearch.route,
  component: ProspectsPage,
});
