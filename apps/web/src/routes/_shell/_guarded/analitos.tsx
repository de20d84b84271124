import { createFileRoute } from '@tanstack/react-router';
import { RangesPage } from '../../../features/results/ranges/RangesPage.tsx';
import { rangesSearch } from '../../../features/results/ranges/ranges-search.ts';

export const Route = createFileRoute('/_shell/_guarded/analitos')({
  staticData: { capabilities: ['analytes.manage'] },
  ...rangesSearch.route,
  component: RangesPage,
});
