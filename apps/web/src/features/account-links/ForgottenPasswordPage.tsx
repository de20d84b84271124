import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { ApiFailure } from '../../lib/api/failure.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { EmailField } from '../../ui/form/EmailField.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useFocusInvalid } from '../../ui/form/FormPage.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import classes from './LinkPage.module.css';
import { LinkPageLayout } from './LinkPageLayout.tsx';

const TITLE = '¿Olvidaste tu contraseña?';

/** /recuperar: requests a link by e-mail. The answer does not tell whether the address has an account. */
export function ForgottenPasswordPage() {
  const [email, setEmail] = useState('');
  const [errors, setErrors] = useState<{ email?: string }>({});
  const form = useFocusInvalid(errors);
  const request = useMutation({
    mutationFn: () => api.accountLinks.request({ email: email.trim() }),
    onError: (error) => {
      if (error instanceof ApiFailure && error.code === 'BAD_REQUEST') {
        setErrors({ email: 'El correo no es válido.' });
      }
    },
  });

  function submit() {
    if (request.isPending) return;
    request.reset();
    const isMissing = email.trim() === '';
    setErrors(isMissing ? { email: 'Escribe tu correo.' } : {});
    if (!isMissing) request.mutate();
  }

  const backLink = (
    <LinkButton kind="default" link={<Link to="/login" />}>
      Volver a iniciar sesión
    </LinkButton>
  );
  if (request.isSuccess) {
    return (
      <LinkPageLayout title="Revisa tu correo">
        <p className={classes.words} role="status">
          Si {email.trim()} tiene una cuenta activa, en unos minutos le llegará un enlace para
          elegir una contraseña nueva. Sirve una sola vez, durante 30 minutos.
        </p>
        {backLink}
      </LinkPageLayout>
    );
  }
  return (
    <LinkPageLayout title={TITLE}>
      <p className={classes.words}>
        Escribe el correo de tu cuenta y te enviaremos un enlace para elegir otra.
      </p>
      <Form ref={form} className={classes.form} onSubmit={submit}>
        <FormAlert
          message={errors.email === undefined ? describeProblem(request.error) : undefined}
        />
        <EmailField
          size="md"
          label="Correo electrónico"
          placeholder="email@ejemplo.com"
          autoComplete="username"
          readOnly={request.isPending}
          error={errors.email}
          value={email}
          onChange={setEmail}
        />
        <Button
          type="submit"
          size="md"
          fullWidth
          loading={request.isPending}
          loadingLabel="Enviando…"
        >
          Enviar enlace
        </Button>
        {backLink}
      </Form>
    </LinkPageLayout>
  );
}

/** Without a mail server the call answers 404. The login then has no link to this page, but a user can type its URL. */
function describeProblem(error: Error | null): string | undefined {
  if (error instanceof ApiFailure && error.code === 'NOT_FOUND') {
    return 'Esta instalación no envía correos. Pide un enlace al administrador.';
  }
  return error?.message;
}
