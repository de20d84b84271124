import { createFileRoute } from '@tanstack/react-router';
import { AccountsPage } from '../../../features/accounts/AccountsPage.tsx';
import { accountsSearch } from '../../../features/accounts/accounts-search.ts';
import { May } from '../../../features/session/public.ts';
import { NotAllowedPage } from '../../../features/shell/public.ts';

export const Route = createFileRoute('/_shell/_guarded/cuentas')({
  validateSearch: accountsSearch.validateSearch,
  search: accountsSearch.search,
  component: () => (
    <May act="accounts.manage" otherwise={<NotAllowedPage />}>
      <AccountsPage />
    </May>
  ),
});
