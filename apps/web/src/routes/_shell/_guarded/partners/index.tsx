import { createFileRoute } from '@tanstack/react-router';
import { PartnersPage } from '../../../../features/partners/PartnersPage.tsx';
import { partnersSearch } from '../../../../features/partners/partners-search.ts';

export const Route = createFileRoute('/_shell/_guarded/partners/')({
  ...partnersSearch.route,
  component: PartnersPage,
});
