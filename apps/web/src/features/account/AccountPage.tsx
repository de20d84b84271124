import { Skeleton, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  type Account,
  account as accountSchema,
  MAX_PASSWORD_LENGTH,
  MIN_NEW_PASSWORD_LENGTH,
  twoFactorChange,
} from '@simiente/contract/account/calls';
import { IconLink } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { ApiFailure, staleDetails } from '../../lib/api/failure.ts';
import { postJson } from '../../lib/api/send.ts';
import { providerName } from '../../lib/page-settings.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useFocusInvalid } from '../../ui/form/FormPage.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { ShortcutSwitch } from '../../ui/layout/shortcuts.tsx';
import { PageHeader } from '../../ui/list/PageHeader.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { LoadError } from '../../ui/page/EmptyState.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { IconTile } from '../../ui/status/IconTile.tsx';
import { notifySuccess } from '../../ui/toasts/notify.tsx';
import { OwnActivity } from '../audit/public.ts';
import { OwnIdentity } from '../professional-identity/public.ts';
import { StaleChoice } from '../record-form/public.ts';
import { askProvider, refreshSession } from '../session/public.ts';
import { LeaveQuestion, PageCrumbs, PageTitle } from '../shell/public.ts';
import classes from './AccountPage.module.css';
import { OwnerModal } from './confirmation/OwnerQuestion.tsx';
import type { Confirmation } from './confirmation/use-owner-confirmation.ts';
import { PasskeysSection } from './passkeys/PasskeysSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { TwoFactorSection } from './two-factor/TwoFactorSection.tsx';
import { endedSessionsDetail, refreshAccount, useAccount } from './use-account.ts';

const TITLE = 'Mi cuenta';

/** /cuenta: the user's own account, with its ways to sign in, open sessions, shortcuts and activity. */
export function AccountPage() {
  const { data: account, error, refetch } = useAccount();
  return (
    <>
      <PageTitle>{TITLE}</PageTitle>
      <PageCrumbs crumbs={[{ label: TITLE }]} />
      <PageHeader title={TITLE} context={account?.email} />
      {account && (
        <div className={classes.sections}>
          <NameSection account={account} />
          {account.hasPassword && <PasswordSection email={account.email} />}
          <TwoFactorSection account={account} />
          <PasskeysSection account={account} />
          <ProviderSection account={account} />
          <OwnIdentity />
          <SessionsSection />
          <FormSection
            title="Atajos de teclado"
            reason="Se aplica en este navegador. Presiona ? para ver la lista."
          >
            <ShortcutSwitch />
          </FormSection>
          <FormSection title="Tu actividad" reason="Registro de lo que haces en Simiente.">
            <OwnActivity />
          </FormSection>
          <Text c="dimmed" size="sm">
            Simiente {account.release}
          </Text>
        </div>
      )}
      {!account && !error && (
        <div className={classes.sections} aria-busy="true">
          <VisuallyHidden role="status">Cargando...</VisuallyHidden>
          <Skeleton className={classes.skeleton} height={64} radius={12} />
          <Skeleton className={classes.skeleton} height={64} radius={12} />
          <Skeleton className={classes.skeleton} height={126} radius={12} />
          <Skeleton className={classes.skeleton} height={190} radius={12} />
        </div>
      )}
      {!account && error && (
        <LoadError title="No se pudo cargar tu cuenta" queries={[{ error, refetch }]} />
      )}
    </>
  );
}

/** The account's own name, which colleagues see. */
function NameSection({ account }: { account: Account }) {
  const field = useRef<HTMLInputElement>(null);
  const [edit, setEdit] = useState({ base: account, name: account.name });
  const { base, name } = edit;
  const [inputError, setInputError] = useState<string>();
  // A name that another tab saved is shown unless the user has typed something.
  if (name === base.name && base.version < account.version) {
    setEdit({ base: account, name: account.name });
  }

  const saving = useMutation({
    mutationFn: (version: number) => api.account.update({ name, version }),
    onSuccess: ({ data }) => {
      setEdit({ base: data.account, name: data.account.name });
      notifySuccess('Nombre guardado');
      refreshAccount();
      // The menu shows the name too.
      void refreshSession();
    },
  });
  const { error, isPending } = saving;
  const current = accountSchema.safeParse(staleDetails(error)).data;
  const issues = error instanceof ApiFailure ? error.issues : [];
  const serverError = issues.find(({ path }) => path === 'name')?.message;

  function submit() {
    if (isPending) return;
    const invalid = validateName(name.trim(), base.name);
    setInputError(invalid);
    if (invalid === undefined) saving.mutate(base.version);
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
      <FormAlert message={current || serverError ? undefined : error?.message} />
      <LeaveQuestion isDirty={() => name.trim() !== base.name} />
      <Form className={classes.line} aria-label="Nombre" onSubmit={submit}>
        <TextInput
          ref={field}
          className={classes.field}
          label="Nombre"
          autoComplete="name"
          maxLength={200}
          error={inputError ?? serverError}
          readOnly={isPending}
          value={name}
          onChange={(event) => {
            setEdit({ base, name: event.currentTarget.value });
            setInputError(undefined);
          }}
        />
        <Button type="submit" kind="default" loading={isPending} loadingLabel="Guardando…">
          Guardar nombre
        </Button>
      </Form>
    </FormSection>
  );
}

function validateName(name: string, savedName: string): string | undefined {
  if (name === '') return 'Escribe tu nombre.';
  return name === savedName ? 'No hay cambios por guardar.' : undefined;
}

const REMOVE_PATH = '/api/auth/provider/remove';

/** The account at the OpenID Connect provider with which this account signs in. */
function ProviderSection({ account }: { account: Account }) {
  const { provider } = account;
  // A binding can be removed even after the installation lost its provider.
  const name = providerName() ?? 'el servicio externo';
  const [opened, dialog] = useDisclosure(false);
  // Fixed when a dialog opens, so that its content does not change while it closes.
  const [isRemoving, setRemoving] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  if (provider === null && providerName() === undefined) return null;

  async function confirm(confirmation: Confirmation) {
    if (isRemoving) {
      const { ended } = await postJson(REMOVE_PATH, { confirmation }, twoFactorChange.parse);
      notifySuccess('Vínculo quitado', endedSessionsDetail(ended));
    } else {
      await askProvider('bind', { confirmation });
      notifySuccess('Cuenta vinculada', { detail: name });
    }
    dialog.close();
    refreshAccount();
    list.current?.focus();
  }

  return (
    <FormSection
      title="Cuenta externa"
      reason={`Para entrar con tu cuenta de ${name}, sin la contraseña de Simiente.`}
    >
      <ul ref={list} tabIndex={-1} className={classes.card} aria-label="Cuenta externa">
        <li className={classes.row}>
          <IconTile icon={IconLink} />
          <div className={classes.words}>
            {provider === null ? (
              <p className={classes.detail}>No tienes ninguna vinculada.</p>
            ) : (
              <>
                <p className={classes.name}>{provider.label ?? name}</p>
                <p className={classes.detail}>
                  {provider.lastUsedAt === null ? 'Vinculada ' : 'Último uso: '}
                  <DateText value={provider.lastUsedAt ?? provider.createdAt} hour />
                </p>
              </>
            )}
          </div>
          <Button
            kind="default"
            onClick={() => {
              setRemoving(provider !== null);
              dialog.open();
            }}
          >
            {provider === null ? `Vincular con ${name}` : 'Quitar vínculo'}
          </Button>
        </li>
      </ul>
      <OwnerModal
        opened={opened}
        title={isRemoving ? '¿Quitar el vínculo?' : `Vincular con ${name}`}
        action={isRemoving ? 'Quitar vínculo' : 'Continuar'}
        kind={isRemoving ? 'danger' : 'normal'}
        account={account}
        path={isRemoving ? REMOVE_PATH : '/api/auth/provider/bind'}
        onClose={dialog.close}
        onConfirm={confirm}
      >
        {isRemoving
          ? `Ya no podrás entrar con tu cuenta de ${name}. Se cerrarán tus otras sesiones.`
          : `Primero confirma que eres tú. Después entra a tu cuenta de ${name} en la ventana que se abre.`}
      </OwnerModal>
    </FormSection>
  );
}

/** Changes the account's password. It requires the current one and ends every other session. */
function PasswordSection({ email }: { email: string }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [errors, setErrors] = useState<PasswordErrors>({});
  const form = useFocusInvalid(errors);
  const changing = useMutation({
    mutationFn: () => api.account.changePassword({ currentPassword: current, newPassword: next }),
    onSuccess: ({ data: { ended } }) => {
      setCurrent('');
      setNext('');
      notifySuccess('Contraseña cambiada', endedSessionsDetail(ended));
      refreshAccount();
    },
    onError: (error) => setErrors(toFieldErrors(error)),
  });
  const isBusy = changing.isPending;

  function submit() {
    if (isBusy) return;
    const inputErrors = validatePasswords(current, next);
    setErrors(inputErrors);
    if (Object.keys(inputErrors).length === 0) changing.mutate();
  }

  return (
    <FormSection title="Contraseña" reason="Al cambiarla se cierran tus otras sesiones.">
      <FormAlert message={Object.keys(errors).length > 0 ? undefined : changing.error?.message} />
      <Form ref={form} className={classes.line} aria-label="Contraseña" onSubmit={submit}>
        {/* Gives password managers the account's name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          className={classes.field}
          label="Contraseña actual"
          autoComplete="current-password"
          error={errors.current}
          readOnly={isBusy}
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <PasswordField
          className={classes.field}
          label="Contraseña nueva"
          description={`Al menos ${MIN_NEW_PASSWORD_LENGTH} caracteres, o una frase.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          error={errors.next}
          readOnly={isBusy}
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        <Button type="submit" kind="default" loading={isBusy} loadingLabel="Cambiando…">
          Cambiar contraseña
        </Button>
      </Form>
    </FormSection>
  );
}

type PasswordErrors = Readonly<Record<string, string>>;

function validatePasswords(current: string, next: string): PasswordErrors {
  return {
    ...(current === '' && { current: 'Escribe tu contraseña actual.' }),
    ...(next.length < MIN_NEW_PASSWORD_LENGTH && {
      next: `Debe tener al menos ${MIN_NEW_PASSWORD_LENGTH} caracteres.`,
    }),
    ...(next.length > MAX_PASSWORD_LENGTH && {
      next: `Debe tener como máximo ${MAX_PASSWORD_LENGTH} caracteres.`,
    }),
  };
}

/** The server's rejection as an error of its field. */
function toFieldErrors(error: Error): PasswordErrors {
  if (!(error instanceof ApiFailure)) return {};
  if (error.code === 'WRONG_PASSWORD') return { current: error.message };
  if (error.code === 'PASSWORD_TOO_COMMON') return { next: error.message };
  return {};
}
