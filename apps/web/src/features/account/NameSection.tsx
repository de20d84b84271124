import { TextInput } from '@mantine/core';
import type { Account } from '@simiente/contract/account';
import { type FormEvent, useRef } from 'react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { StaleChoice } from '../record-form/public.ts';
import classes from './AccountPage.module.css';
import { useRename } from './use-rename.ts';

/** The own name, which colleagues see. */
export function NameSection({ account }: { account: Account }) {
  const { name, setName, save, stale, takeCurrent, keepMine, problem, fieldError, isBusy } =
    useRename(account);
  const field = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (!save()) field.current?.focus();
  }

  return (
    <FormSection title="Perfil" reason="Así te ven tus compañeros.">
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
            keepMine,
          }}
        />
      )}
      <FormAlert message={problem} />
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
        <LockButton type="submit" kind="default" loading={isBusy} loadingLabel="Guardando...">
          Guardar nombre
        </LockButton>
      </form>
    </FormSection>
  );
}
