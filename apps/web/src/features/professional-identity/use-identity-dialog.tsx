import type { StaffAccount } from '@simiente/contract/accounts/calls';
import { useState } from 'react';
import { cache, queries } from '../../lib/api/client.ts';
import { lazyOnUse } from '../../lib/lazy-on-use.ts';
import { useToastMutation } from '../../ui/toasts/notify.tsx';
import type { IdentityRequest } from './IdentityForm.tsx';

const IdentityForm = lazyOnUse(() => import('./IdentityForm.tsx'));

interface Opened {
  readonly account: StaffAccount;
  readonly requested: IdentityRequest;
}

/** The dialog of an account's professional identity, and a function that opens it with the current identity. */
export function useIdentityDialog(onChanged: () => void) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const opening = useToastMutation('No se pudo abrir la identidad profesional', {
    mutationFn: ({ idAccount }: StaffAccount) =>
      cache.fetchQuery({
        ...queries.professionalIdentity.getOne.queryOptions({ input: { idAccount } }),
        staleTime: 0,
      }),
    retry: false,
    onSuccess: ({ data }, account) => setOpened({ account, requested: { record: data.identity } }),
  });
  const dialog = opened && (
    <IdentityForm key={opened.account.idAccount} {...opened} onChanged={onChanged} />
  );
  return { open: (account: StaffAccount) => opening.mutate(account), dialog };
}
