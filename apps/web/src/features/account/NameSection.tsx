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
  const refresh = useRefreshAccount();
  const field = useRef<HTMLInputElement>(null);
  const [edit, setEdit] = useState({ base: account, name: account.name });
  const { base, name } = edit;
  // The reason why the typed name cannot be sent.
  const [refusal, setRefusal] = useState<string>();
  // A name that another tab saved is shown unless the user has typed something.
  if (name === base.name && base.version < account.version) {
    setEdit({ base: account, name: account.name });
  }

  const saving = useMutation({
    mutationFn: (version: number) => api.account.update({ name, version }),
    onSuccess: ({ data }) => {
      setEdit({ base: data.account, name: data.account.name });
      notifySuccess('Nombre guardado');
      refresh();
      // The menu shows the name too.
      void refreshSession();
    },
  });
  const { error, isPending } = saving;
  const current = accountSchema.safeParse(staleDetails(error)).data;
  const issue = findNameIssue(error);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    const refused = validateName(name.trim(), base.name);
    setRefusal(refused);
    if (refused === undefined) saving.mutate(base.version);
    else field.current?.focus();
  }

  return (
    <FormSection title="Perfil" reason="Así aparece para el resto del equipo.">
      {current && (
        <StaleChoice
          form={{
            compared: [
              { label: 'Nombre', isSame: current.name === name, theirs: current.name, mine: name },
            ],
            takeCurrent: () => {
              setEdit({ base: current, name: current.name });
              saving.reset();
              field.current?.focus();
            },
            keepMine: () => {
              setEdit({ base: current, name });
              saving.mutate(current.version);
              field.current?.focus();
            },
          }}
        />
      )}
      <FormAlert message={current || issue ? undefined : error?.message} />
      <LeaveQuestion isDirty={() => name.trim() !== base.name} />
      <form className={classes.line} aria-label="Nombre" onSubmit={submit} noValidate>
        <TextInput
          ref={field}
          className={classes.field}
          label="Nombre"
          autoComplete="name"
          maxLength={200}
          error={refusal ?? issue}
          readOnly={isPending}
          value={name}
          onChange={(event) => {
            setEdit({ base, name: event.currentTarget.value });
            setRefusal(undefined);
          }}
        />
        <LockButton type="submit" kind="default" loading={isPending} loadingLabel="Guardando…">
          Guardar nombre
        </LockButton>
      </form>
    </FormSection>
  );
}

function validateName(name: string, saved: string): string | undefined {
  if (name === '') return 'Escribe tu nombre';
  return name === saved ? 'No hay cambios por guardar.' : undefined;
}

function findNameIssue(error: Error | null): string | undefined {
  if (!(error instanceof ApiFailure)) return undefined;
  return error.issues.find(({ path }) => path === 'name')?.message;
}
