import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '../../../features/audit/log/AuditPage.tsx';
import { auditSearch } from '../../../features/audit/log/audit-search.ts';

export const Route = createFileRoute('/_shell/_guarded/auditoria')({
  staticData: { capabilities: ['audit.read'] },
  ...auditSearch.route,
  component: AuditPage,
});
