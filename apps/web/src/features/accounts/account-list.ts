import type { AccountPage, StaffAccount } from '@simiente/contract/accounts/calls';
import { invalidate, queries } from '../../lib/api/client.ts';
import { type ListView, listQuery, pageInput, useListPages } from '../records/public.ts';
import type { AccountsSearch } from './accounts-search.ts';

const accountList = {
  getRows: (page: AccountPage) => page.accounts,
  getId: ({ idAccount }: StaffAccount) => idAccount,
};

export function useAccounts(view: ListView<AccountsSearch>) {
  const { estado, rol, paso, firma, orden } = view.search;
  const filters = {
    sort: orden,
    ...(estado && { state: estado }),
    ...(rol && { role: rol }),
    ...(paso && { twoFactor: paso }),
    ...(firma && { identity: firma }),
  };
  const input = pageInput(filters, view.text);
  return useListPages(accountList, listQuery(queries.accounts.list, input));
}

export function refreshAccounts(): void {
  void invalidate(queries.accounts.list.key());
}
