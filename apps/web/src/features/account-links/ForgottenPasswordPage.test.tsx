import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PageRequest } from '../../testing/page-request.ts';
import { renderRouted } from '../../testing/render.tsx';
import { LoginPage } from '../session/sign-in/LoginPage.tsx';
import { ForgottenPasswordPage } from './ForgottenPasswordPage.tsx';

/** Answer of the server, and the received requests. */
let answer: () => Response;
let sent: unknown[];

beforeEach(() => {
  sent = [];
  vi.stubGlobal('Request', PageRequest);
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(await request.clone().json());
    return answer();
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  delete document.documentElement.dataset.mail;
});

async function requestLink(email: string) {
  renderRouted(<ForgottenPasswordPage />);
  const field = await screen.findByLabelText('Correo electrónico');
  fireEvent.change(field, { target: { value: email } });
  fireEvent.click(screen.getByRole('button', { name: 'Enviar enlace' }));
  return field;
}

test('E-10.332: a link is requested by e-mail, and the answer reveals nothing about the account', async () => {
  answer = () => Response.json({ status: 200, data: { received: true } });
  await requestLink(' nadie@simiente.example ');
  expect(await screen.findByRole('heading', { name: 'Revisa tu correo' })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toContain(
    'Si nadie@simiente.example tiene una cuenta activa',
  );
  expect(sent).toEqual([{ email: 'nadie@simiente.example' }]);
});

test('E-10.332: a missing or rejected value is named at its field, and typed text stays', async () => {
  answer = () =>
    Response.json(
      { status: 400, code: 'BAD_REQUEST', errorMessage: 'La solicitud no es válida.', issues: [] },
      { status: 400 },
    );
  const empty = await requestLink('');
  expect(await screen.findByText('Escribe tu correo.')).toBeTruthy();
  expect(document.activeElement).toBe(empty);
  expect(sent).toEqual([]);
  fireEvent.change(empty, { target: { value: 'nadie' } });
  // Submitted with Enter, because the button waits a second between two clicks.
  fireEvent.submit(empty);
  expect(await screen.findByText('El correo no es válido.')).toBeTruthy();
  expect((empty as HTMLInputElement).value).toBe('nadie');
});

test('E-10.332: the login links to the page only if e-mails are sent', async () => {
  const { unmount } = renderRouted(<LoginPage onSignedIn={() => {}} />);
  await screen.findByRole('button', { name: 'Iniciar sesión' });
  expect(screen.queryByText('¿Olvidaste tu contraseña?')).toBeNull();
  unmount();
  document.documentElement.dataset.mail = '';
  renderRouted(<LoginPage onSignedIn={() => {}} />);
  const link = await screen.findByRole('link', { name: '¿Olvidaste tu contraseña?' });
  expect(link.getAttribute('href')).toBe('/recuperar');
});
