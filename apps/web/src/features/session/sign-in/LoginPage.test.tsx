import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/query-client.ts';
import { PageRequest } from '../../../testing/page-request.ts';
import { findAlert, renderThemed } from '../../../testing/render.tsx';
import { sessionQuery } from '../session.ts';
import { LoginPage } from './LoginPage.tsx';
import { SignInForm } from './SignInForm.tsx';

const OTHER = 'Ha ocurrido un error. Por favor, inténtalo de nuevo.';

/** The sentence of each code. */
const CODES = [
  ['user-not-found', 'No se encontró ningún usuario con esta dirección de correo electrónico.'],
  ['wrong-password', 'La contraseña es incorrecta.'],
  ['email-already-in-use', 'Ya existe una cuenta con esta dirección de correo electrónico.'],
  ['invalid-email', 'La dirección de correo electrónico no es válida.'],
  ['weak-password', 'La contraseña es demasiado débil. Debe tener al menos 6 caracteres.'],
  ['invalid-credential', 'Correo o contraseña incorrectos.'],
  ['invalid-email-or-password', 'Correo o contraseña incorrectos.'],
  [
    'too-many-requests',
    'Se han enviado demasiadas solicitudes en un corto período de tiempo. Por favor, inténtalo de nuevo más tarde.',
  ],
  ['network-request-failed', OTHER],
] as const;

/** The answer of the server, or of a proxy before it. */
let answer: () => Response | Promise<Response>;
/** The paths of the requests. */
let sent: string[];
let entered: boolean;

beforeEach(() => {
  sent = [];
  entered = false;
  queryClient.setQueryData(sessionQuery.queryKey, null);
  vi.stubGlobal('Request', PageRequest);
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    sent.push(new URL(url).pathname);
    return answer();
  });
});

const emailField = () => screen.getByLabelText<HTMLInputElement>('Correo electrónico');
const passwordField = () => screen.getByLabelText<HTMLInputElement>('Contraseña');

function show(email = 'mariana@simiente.example', password = 'jacaranda'): void {
  const onSignedIn = () => {
    entered = true;
  };
  renderThemed(
    <QueryClientProvider client={queryClient}>
      <LoginPage onSignedIn={onSignedIn} />
    </QueryClientProvider>,
  );
  fireEvent.change(emailField(), { target: { value: email } });
  fireEvent.change(passwordField(), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
}

async function signInAndReadAlert(): Promise<string | null> {
  show();
  const message = await findAlert();
  expect(entered).toBe(false);
  cleanup();
  return message;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each(CODES)(
  'S-12: the code %s has its sentence on the screen: bare, with its prefix, and in capitals',
  async (code, sentence) => {
    const names = [code, `auth/${code}`, code.toUpperCase().replaceAll('-', '_')];
    for (const name of names) {
      answer = () => Response.json({ code: name }, { status: 401 });
      expect(await signInAndReadAlert(), name).toBe(sentence);
    }
  },
);

test('E-2.25, E-2.26, E-5.1: an empty e-mail or password is rejected without a request', async () => {
  for (const [email, password] of [
    ['   ', ''],
    ['   ', 'jacaranda en flor'],
    ['mariana@simiente.example', ''],
  ] as const) {
    show(email, password);
    expect(await findAlert()).toBe('Por favor ingresa email y contraseña');
    expect(document.activeElement).toBe(email.trim() === '' ? emailField() : passwordField());
    cleanup();
  }
  expect(sent).toEqual([]);
});

test('E-8.4: a rejected e-mail gets the focus', async () => {
  answer = () => Response.json({ code: 'INVALID_EMAIL' }, { status: 400 });
  show();
  await findAlert();
  await waitFor(() => expect(document.activeElement).toBe(emailField()));
});

test('too many requests, rejected without a code, have the message that asks to wait', async () => {
  answer = () =>
    Response.json({ message: 'Too many requests. Please try again later.' }, { status: 429 });
  expect(await signInAndReadAlert()).toContain('Se han enviado demasiadas solicitudes');
});

test.each([
  ['a page with status 500', 500, '<h1>Internal Server Error</h1>', 'text/html'],
  ['a page of a proxy', 502, '<h1>Bad Gateway</h1>', 'text/html'],
  ['nothing', 500, '', 'application/json'],
  ['broken JSON', 500, '{"code":"wrong-pass', 'application/json'],
  ['JSON of another service', 500, '{"fault":"x"}', 'application/json'],
  ['a success that is not JSON', 200, '<html></html>', 'text/html'],
  ['a success that opens no session', 200, '{"ok":true}', 'application/json'],
])('E-8.9: %s has the message of an unexpected failure', async (_, status, body, type) => {
  answer = () => new Response(body, { status, headers: { 'content-type': type } });
  expect(await signInAndReadAlert()).toBe('Error al iniciar sesión. Intenta nuevamente.');
});

test('the login shows an error without the server, and keeps the text', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  show();
  expect(await findAlert()).toBe('Sin conexión con el servidor. Revisa tu conexión a internet.');
  expect([emailField().value, passwordField().value]).toEqual([
    'mariana@simiente.example',
    'jacaranda',
  ]);
});

test('E-2.27, E-2.28, E-4.3: during a sign-in the fields are disabled', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer = () => promise;
  show();
  await screen.findByRole('button', { name: 'Iniciando sesión...' });
  expect([emailField().disabled, passwordField().disabled]).toEqual([true, true]);
  resolve(Response.json({ code: 'wrong-password' }, { status: 401 }));
  await waitFor(() => expect(emailField().disabled).toBe(false));
});

test('E-10.3622: a locked screen offers no other account while it checks the password', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer = () => promise;
  renderThemed(
    <QueryClientProvider client={queryClient}>
      <SignInForm owner="mariana@simiente.example" onDone={() => {}} onLeave={() => {}} />
    </QueryClientProvider>,
  );
  fireEvent.change(passwordField(), { target: { value: 'jacaranda' } });
  fireEvent.click(screen.getByRole('button', { name: 'Continuar' }));
  await screen.findByRole('button', { name: 'Verificando…' });
  const leave = screen.getByRole<HTMLButtonElement>('button', { name: 'Entrar con otra cuenta' });
  expect(leave.disabled).toBe(true);
  resolve(Response.json({ code: 'wrong-password' }, { status: 401 }));
  await waitFor(() => expect(leave.disabled).toBe(false));
});
