import type { AccountPage, StaffAccount } from '@simiente/contract/accounts/calls';
import { cache, queries } from '../../lib/api/client.ts';
import { byCursor, type ListView, pageInput, useListPages } from '../records/public.ts';
import type { AccountsSearch } from './accounts-search.ts';

export const accountList = {
  getRows: (page: AccountPage) => page.accounts,
  getId: ({ idAccount }: StaffAccount) => idAccount,
};

function accountsInput({
  search: { estado, rol, paso, firma, orden },
  text,
}: ListView<AccountsSearch>) {
  return pageInput(
    {
      sort: orden,
      ...(estado && { state: estado }),
      ...(rol && { role: rol }),
      ...(paso && { twoFactor: paso }),
      ...(firma && { identity: firma }),
    },
    text,
  );
}

/** The loaded pages of the list. */
export function useAccounts(view: ListView<AccountsSearch>) {
  return useListPages(
    accountList,
    queries.accounts.list.infiniteOptions({ ...byCursor, input: accountsInput(view) }),
  );
}

/** After a change of an account. */
export function refreshAccounts(): void {
  void cache.invalidateQueries({ queryKey: queries.accounts.list.key() });
}
