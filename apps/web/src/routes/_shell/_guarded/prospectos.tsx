import { createFileRoute } from '@tanstack/react-router';
import { readProspectsSearch } from '../../../features/prospects/list-search.ts';
import { ProspectsPage } from '../../../features/prospects/ProspectsPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/prospectos')({
  validateSearch: readProspectsSearch,
  component: ProspectsPage,
});
