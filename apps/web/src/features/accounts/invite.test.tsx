import type { ShownLink, StaffAccount } from '@simiente/contract/accounts/calls';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { fill, renderRouted } from '../../testing/render.tsx';
import { signIn } from '../../testing/session.ts';
import { answerRequests } from '../../testing/wire.ts';
import { ToastHost } from '../../ui/toasts/ToastHost.tsx';
import { AccountForm, type AccountRequest } from './AccountForm.tsx';

const invited: StaffAccount = {
  idAccount: 'stf_2',
  name: 'Rosa Díaz',
  email: 'rosa@clinica.example',
  state: 'invited',
  roles: ['recepcion'],
  pending: null,
  doctor: null,
  identity: null,
  twoFactor: false,
  passkeys: 0,
  provider: false,
  lastAccessAt: null,
  openSessions: 0,
  createdAt: '2026-11-26T18:00:00.000Z',
  own: false,
  version: 1,
};
const request: AccountRequest = { record: null };

afterEach(() => queryClient.clear());

async function invite(link: ShownLink | null) {
  signIn();
  answerRequests({
    'GET /v1/doctor/list': () => ({
      doctors: [],
      total: 0,
      totalIsCapped: false,
      nextCursor: null,
    }),
    'GET /v1/accounts/list': () => ({ accounts: [], nextCursor: null, counts: {} }),
    'POST /v1/accounts/invite': () => ({ account: invited, link }),
  });
  renderRouted(
    <>
      <AccountForm requested={request} />
      <ToastHost />
    </>,
  );
  await fill(userEvent, await screen.findByLabelText(/Nombre/), invited.name);
  await fill(userEvent, screen.getByLabelText(/Correo/), invited.email);
  expect(screen.queryByRole('checkbox', { checked: true })).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: /Recepción/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Crear invitación' }));
}

test('E-10.1539: a mailed invitation closes the form and names the recipient', async () => {
  await invite(null);
  await screen.findByText('Enviamos la invitación a rosa@clinica.example.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('E-10.1539, E-10.3894: without mail the form ends with the link, shown once', async () => {
  await invite({ kind: 'invitation', path: '/invitacion/abc', until: '2026-11-29T18:00:00.000Z' });
  const link = await screen.findByLabelText<HTMLInputElement>('Enlace');
  expect(link.value).toBe(`${location.origin}/invitacion/abc`);
  expect(document.activeElement).toBe(link);
  expect(screen.queryByText(/Enviamos/)).toBeNull();
});
