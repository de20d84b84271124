import { TextInput } from '@mantine/core';
import { type Account, account as accountSchema } from '@simiente/contract/account/calls';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { ApiFailure, staleDetails } from '../../lib/api/failure.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { StaleChoice } from '../record-form/public.ts';
import { refreshSession } from '../session/public.ts';
import { LeaveQuestion } from '../shell/public.ts';
import classes from './AccountPage.module.css';
import { useRefreshAccount } from './use-account.ts';

/** The account's own name, which colleagues see. */
export function NameSection({ account }: { account: Account }) {
  const rename = useRename(account);
  const { name, setName, isDirty, save, stale, takeCurrent, keepMine } = rename;
  const { problem, fieldError, isBusy } = rename;
  const field = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (!save()) field.current?.focus();
  }

  return (
    <FormSection title="Perfil" reason="Así aparece para el resto del equipo.">
      {stale && (
        <StaleChoice
          form={{
            compared: [
              { label: 'Nombre', isSame: stale.name === name, theirs: stale.name, mine: name },
            ],
            takeCurrent: () => {
              takeCurrent();
              field.current?.focus();
            },
            keepMine: () => {
              keepMine();
              field.current?.focus();
            },
          }}
        />
      )}
      <FormAlert message={problem} />
      <LeaveQuestion isDirty={() => isDirty} />
      <form className={classes.line} aria-label="Nombre" onSubmit={submit} noValidate>
        <TextInput
          ref={field}
          className={classes.field}
          label="Nombre"
          autoComplete="name"
          maxLength={200}
          error={fieldError}
          readOnly={isBusy}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <LockButton type="submit" kind="default" loading={isBusy} loadingLabel="Guardando…">
          Guardar nombre
        </LockButton>
      </form>
    </FormSection>
  );
}

/** State of the name field, and the outcome of saving it. */
function useRename(account: Account) {
  const refresh = useRefreshAccount();
  const [edit, setEdit] = useState({ base: account, name: account.name });
  // Why the typed name is not sent at all.
  const [refusal, setRefusal] = useState<string>();
  // A name that another tab saved is shown unless the user has typed something.
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
      // The menu shows the name too.
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
    isDirty: edit.name.trim() !== edit.base.name,
    /** Returns false when there is nothing to save. */
    save: () => {
      const refused = validateName(edit.name.trim(), edit.base.name);
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
    problem: current || findNameIssue(saving.error) ? undefined : saving.error?.message,
    fieldError: refusal ?? findNameIssue(saving.error),
    isBusy: saving.isPending,
  };
}

function validateName(name: string, saved: string): string | undefined {
  if (name === '') return 'Escribe tu nombre';
  return name === saved ? 'No hay cambios por guardar.' : undefined;
}

function findNameIssue(error: Error | null): string | undefined {
  if (!(error instanceof ApiFailure)) return undefined;
  return error.issues.find(({ path }) => path === 'name')?.message;
}
