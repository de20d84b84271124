import { TextInput } from '@mantine/core';
import { MAX_PASSWORD_LENGTH, MIN_NEW_PASSWORD_LENGTH } from '@simiente/contract/account/calls';
import type { LinkContent } from '@simiente/contract/accounts/calls';
import { errorTable } from '@simiente/contract/common/errors';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useFocusInvalid } from '../../ui/form/FormPage.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { FullScreenLoader } from '../../ui/page/FullScreenLoader.tsx';
import { ProviderButton, signIn } from '../session/public.ts';
import classes from './LinkPage.module.css';
import { LinkPageLayout } from './LinkPageLayout.tsx';

/** /invitacion and /contrasena: choose a password with a link. */
export function LinkPage() {
  const token = useLocation({ select: ({ hash }) => hash.replace(/^#/, '') });
  const isWellFormed = /^[\w-]{22}$/.test(token);
  const link = useQuery({
    queryKey: ['account-link', token],
    queryFn: () => api.accountLinks.read({ token }),
    enabled: isWellFormed,
    retry: false,
    // The link can be used once. A refetch after its use would fail.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (!isWellFormed) return <UnusableLink message={errorTable.LINK_UNKNOWN.message} />;
  if (link.isPending) return <FullScreenLoader />;
  if (link.isError) {
    const isTransient =
      link.error instanceof ApiFailure &&
      ['UNAVAILABLE', 'TOO_MANY_REQUESTS', 'INTERNAL'].includes(link.error.code);
    return (
      <UnusableLink
        message={link.error.message}
        {...(isTransient && { onRetry: () => void link.refetch() })}
      />
    );
  }
  return <ChoosePassword token={token} link={link.data.data} />;
}

function UnusableLink({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <LinkPageLayout title="El enlace no se puede usar">
      <FormAlert message={message} />
      {onRetry && (
        <Button size="md" fullWidth onClick={onRetry}>
          Reintentar
        </Button>
      )}
      <LinkButton kind="default" link={<Link to="/login" />}>
        Ir a iniciar sesión
      </LinkButton>
    </LinkPageLayout>
  );
}

interface ChoosePasswordProps {
  token: string;
  link: LinkContent;
}

/** The password form. Afterwards a session opens, or the page links to the login if that fails or needs a code. */
function ChoosePassword({ token, link }: ChoosePasswordProps) {
  const router = useRouter();
  const [isSaved, setSaved] = useState(false);
  if (isSaved) {
    return (
      <LinkPageLayout title="Tu contraseña quedó guardada">
        <p className={classes.words}>Inicia sesión con ella para entrar.</p>
        <LinkButton link={<Link to="/login" />}>Iniciar sesión</LinkButton>
      </LinkPageLayout>
    );
  }
  return (
    <PasswordForm
      token={token}
      link={link}
      onChosen={async (email, password) => {
        const outcome = await signIn(email, password).catch(() => 'failed');
        if (outcome === 'in') router.history.replace('/home');
        else setSaved(true);
      }}
    />
  );
}

type Errors = Readonly<Record<string, string>>;

interface PasswordFormProps extends ChoosePasswordProps {
  /** Called when the password is set, before a session is open. */
  onChosen: (email: string, password: string) => Promise<void>;
}

function PasswordForm({ token, link, onChosen }: PasswordFormProps) {
  const isInvitation = link.kind === 'invitation';
  const [name, setName] = useState(link.name);
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const form = useFocusInvalid(errors);
  const saving = useMutation({
    mutationFn: async () => {
      const { data } = await api.accountLinks.use({
        token,
        password,
        ...(isInvitation && { name: name.trim() }),
      });
      await onChosen(data.email, password);
    },
    onError: (error) => {
      if (error instanceof ApiFailure && error.code === 'PASSWORD_TOO_COMMON') {
        setErrors({ password: error.message });
      }
    },
  });
  const [providerMessage, setProviderMessage] = useState<string>();
  const savingMessage = errors.password === undefined ? saving.error?.message : undefined;

  function submit() {
    if (saving.isPending) return;
    const inputErrors: Errors = {
      ...(isInvitation && name.trim() === '' && { name: 'Escribe tu nombre.' }),
      ...(password.length < MIN_NEW_PASSWORD_LENGTH && {
        password: `Debe tener al menos ${MIN_NEW_PASSWORD_LENGTH} caracteres.`,
      }),
    };
    saving.reset();
    setProviderMessage(undefined);
    setErrors(inputErrors);
    if (Object.keys(inputErrors).length === 0) saving.mutate();
  }

  return (
    <LinkPageLayout title={isInvitation ? 'Te damos la bienvenida' : 'Elige una contraseña nueva'}>
      <p className={classes.words}>
        {isInvitation
          ? 'Confirma tu nombre y elige la contraseña con la que entrarás a Simiente.'
          : 'Al guardarla se cierran las sesiones abiertas de tu cuenta.'}
      </p>
      <Form ref={form} className={classes.form} onSubmit={submit}>
        <FormAlert message={providerMessage ?? savingMessage} />
        <TextInput
          size="md"
          type="email"
          label="Correo electrónico"
          autoComplete="username"
          readOnly
          value={link.email}
        />
        {isInvitation && (
          <TextInput
            size="md"
            label="Nombre"
            autoComplete="name"
            maxLength={200}
            readOnly={saving.isPending}
            error={errors.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <PasswordField
          size="md"
          label="Contraseña"
          description={`Al menos ${MIN_NEW_PASSWORD_LENGTH} caracteres, o una frase.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
          maxLength={MAX_PASSWORD_LENGTH}
          readOnly={saving.isPending}
          error={errors.password}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button
          type="submit"
          size="md"
          fullWidth
          loading={saving.isPending}
          loadingLabel="Guardando…"
        >
          Guardar y entrar
        </Button>
        {link.canBind && (
          <ProviderButton
            input={{ token, ...(isInvitation && name.trim() !== '' && { name: name.trim() }) }}
            disabled={saving.isPending}
            onMessage={setProviderMessage}
          />
        )}
      </Form>
    </LinkPageLayout>
  );
}
