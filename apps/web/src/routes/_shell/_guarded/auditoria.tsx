import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '../../../features/audit/whole/AuditPage.tsx';
import { auditSearch } from '../../../features/audit/whole/audit-search.ts';
import { May } from '../../../features/session/public.ts';
import { NotAllowedPage } from '../../../features/shell/public.ts';

export const Route = createFileRoute('/_shell/_guarded/auditoria')({
  validateSearch: auditSearch.validateSearch,
  search: auditSearch.search,
  component: GuardedPage,
});

function GuardedPage() {
  return (
    <May act="audit.read" otherwise={<NotAllowedPage />}>
      <AuditPage />
    </May>
  );
}
