import { createFileRoute } from '@tanstack/react-router';
import { AccountsPage } from '../../../features/accounts/AccountsPage.tsx';
import { accountsSearch } from '../../../features/accounts/accounts-search.ts';

export const Route = createFileRoute('/_shell/_guarded/cuentas')({
  staticData: { capabilities: ['accounts.manage'] },
  ...accountsSearch.route,
  component: AccountsPage,
});
