import { createFileRoute } from '@tanstack/react-router';
import { RangesPage } from '../../../features/results/ranges/RangesPage.tsx';
import { rangesSearch } from '../../../features/results/ranges/ranges-search.ts';
import { May } from '../../../features/session/public.ts';
import { NotAllowedPage } from '../../../features/shell/public.ts';

export const Route = createFileRoute('/_shell/_guarded/analitos')({
  validateSearch: rangesSearch.validateSearch,
  search: rangesSearch.search,
  component: GuardedPage,
});

function GuardedPage() {
  return (
    <May act="analytes.manage" otherwise={<NotAllowedPage />}>
      <RangesPage />
    </May>
  );
}
