import { createFileRoute } from '@tanstack/react-router';
import { readPartnersSearch } from '../../../features/partners/list-search.ts';
import { PartnersPage } from '../../../features/partners/PartnersPage.tsx';

export const Route = createFileRoute('/_shell/_guarded/partners/')({
  validateSearch: readPartnersSearch,
  component: PartnersPage,
});
