import { createFileRoute } from '@tanstack/react-router';
import { RightsPage } from '../../../features/rights/RightsPage.tsx';
import { rightsSearch } from '../../../features/rights/rights-search.ts';

export const Route = createFileRoute('/_shell/_guarded/privacidad')({
  staticData: { capabilities: ['rights.manage'] },
  ...rightsSearch.route,
  component: RightsPage,
});
