import { type Account, account as accountSchema } from '@simiente/contract/account';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { ApiFailure, staleDetails } from '../../lib/api/failure.ts';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { refreshSession } from '../session/public.ts';
import { useRefreshAccount } from './use-account.ts';

/** What stands in the field of the own name, and what became of saving it. */
export function useRename(account: Account) {
  const refresh = useRefreshAccount();
  const [edit, setEdit] = useState({ base: account, name: account.name });
  // Why what is written is not worth sending.
  const [refusal, setRefusal] = useState<string>();
  // What another tab saved shows, unless something else is being typed.
  const isUntouched = edit.name === edit.base.name;
  if (isUntouched && edit.base.version < account.version) {
    setEdit({ base: account, name: account.name });
  }

  const saving = useMutation({
    mutationFn: (version: number) => api.account.update({ name: edit.name, version }),
    onSuccess: ({ data }) => {
      setEdit({ base: data.account, name: data.account.name });
      notifySuccess('Nombre guardado');
      refresh();
      // The menu shows it too.
      void refreshSession();
    },
  });
  const current = accountSchema.safeParse(staleDetails(saving.error)).data;

  return {
    name: edit.name,
    setName: (name: string) => {
      setEdit({ ...edit, name });
      setRefusal(undefined);
    },
    /** False when there is nothing to save. */
    save: () => {
      const refused = refusalOf(edit.name.trim(), edit.base.name);
      setRefusal(refused);
      if (refused !== undefined) return false;
      saving.mutate(edit.base.version);
      return true;
    },
    stale: current,
    takeCurrent: () => {
      if (current) setEdit({ base: current, name: current.name });
      saving.reset();
    },
    keepMine: () => {
      if (!current) return;
      setEdit({ ...edit, base: current });
      saving.mutate(current.version);
    },
    problem: current || issueOf(saving.error) ? undefined : saving.error?.message,
    fieldError: refusal ?? issueOf(saving.error),
    isBusy: saving.isPending,
  };
}

function refusalOf(name: string, saved: string): string | undefined {
  if (name === '') return 'Escribe tu nombre';
  return name === saved ? 'No hay cambios por guardar.' : undefined;
}

function issueOf(error: Error | null): string | undefined {
  if (!(error instanceof ApiFailure)) return undefined;
  return error.issues.find(({ path }) => path === 'name')?.message;
}
