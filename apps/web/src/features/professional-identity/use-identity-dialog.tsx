import type { StaffAccount } from '@simiente/contract/accounts/calls';
import { useState } from 'react';
import { cache, queries } from '../../lib/api/client.ts';
import { lazyOnUse } from '../../lib/lazy-on-use.ts';
import { useFailureToast } from '../../ui/toasts/notify.tsx';
import type { IdentityRequest } from './IdentityForm.tsx';

const IdentityForm = lazyOnUse(() => import('./IdentityForm.tsx'));

interface Opened {
  readonly account: StaffAccount;
  readonly requested: IdentityRequest;
}

/** The dialog of an account's professional identity, and a function that opens it with the current identity. */
export function useIdentityDialog(onChanged: () => void) {
  const alert = useFailureToast();
  const [opened, setOpened] = useState<Opened | null>(null);

  async function open(account: StaffAccount) {
    alert.clear();
    try {
      const input = { idAccount: account.idAccount };
      const answer = await cache.fetchQuery({
        ...queries.professionalIdentity.getOne.queryOptions({ input }),
        staleTime: 0,
      });
      setOpened({ account, requested: { record: answer.data.identity } });
    } catch (error) {
      alert.tell('No se pudo abrir la identidad profesional', {
        detail: error instanceof Error ? error.message : undefined,
      });
    }
  }

  const dialog = opened && (
    <IdentityForm key={opened.account.idAccount} {...opened} onChanged={onChanged} />
  );
  return { open: (account: StaffAccount) => void open(account), dialog };
}
