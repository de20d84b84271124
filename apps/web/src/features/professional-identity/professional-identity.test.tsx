import { cleanNotifications } from '@mantine/notifications';
import type { StaffAccount } from '@simiente/contract/accounts/calls';
import {
  type ProfessionalIdentity,
  professionalIdentity,
} from '@simiente/contract/professional-identity/calls';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { fill, renderRouted } from '../../testing/render.tsx';
import { signInWith } from '../../testing/session.ts';
import { answerRequests, type WireRequest } from '../../testing/wire.ts';
import IdentityForm from './IdentityForm.tsx';
import { IdentityNotice } from './IdentityNotice.tsx';
import { OwnIdentity } from './OwnIdentity.tsx';

afterEach(() => {
  act(() => cleanNotifications());
  queryClient.clear();
});

const AT = '2026-11-20T18:42:00.000Z';

const makeIdentity = (changes: Partial<ProfessionalIdentity> = {}): ProfessionalIdentity =>
  professionalIdentity.parse({
    idAccount: 'stf_1',
    state: 'active',
    latest: {
      idVersion: 'pid_2',
      fullName: 'Julián Padilla Ríos',
      cedula: '4123456',
      institution: 'UNAM',
      specialty: 'Urología',
      specialtyCertificate: null,
      validFrom: '2019-05-02',
      enteredAt: AT,
      enteredBy: 'Ana Ríos',
      confirmedAt: AT,
    },
    inForce: null,
    suspension: null,
    version: 2,
    ...changes,
  } satisfies ProfessionalIdentity);

const confirmed = makeIdentity();
const pending = makeIdentity({
  state: 'pending',
  latest: { ...confirmed.latest, confirmedAt: null },
});
const suspension = {
  at: AT,
  reason: 'password',
  personConfirmedAt: null,
  secondConfirmedAt: null,
  mayConfirm: true,
} as const;
const suspended = makeIdentity({ state: 'suspended', suspension });

/** Mocks the identity endpoints, which return `later` after a change, and returns the request bodies. */
function answerIdentity(identity: ProfessionalIdentity | null, later = identity) {
  const sent: unknown[] = [];
  let now = identity;
  const read = () => ({ identity: now });
  const change = ({ body }: WireRequest) => {
    sent.push(body);
    now = later;
    return read();
  };
  answerRequests({
    'GET /v1/account/get-identity': read,
    'POST /v1/account/confirm-identity': change,
    'PUT /v1/accounts/enter-identity': change,
    'POST /v1/accounts/confirm-identity': change,
  });
  return sent;
}

test('E-10.370, E-10.3891: the account page shows the identity data, and the user confirms them', async () => {
  const sent = answerIdentity(pending, confirmed);
  renderRouted(
    <main>
      <OwnIdentity />
    </main>,
  );
  const section = await screen.findByRole('region', { name: 'Identidad profesional' });
  for (const fact of ['Por confirmar', 'Julián Padilla Ríos', '4123456', 'UNAM', 'Urología']) {
    expect(section.textContent).toContain(fact);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Confirmar mis datos' }));
  await waitFor(() => expect(section.textContent).toContain('Activa'));
  expect(screen.queryByRole('button', { name: 'Confirmar mis datos' })).toBeNull();
  expect(sent).toEqual([{ idVersion: 'pid_2' }]);
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('E-10.370: data that wait for a confirmation are shown beside those in force', async () => {
  const inForce = { ...confirmed.latest, idVersion: 'pid_1', cedula: '4000001' };
  answerIdentity(makeIdentity({ latest: { ...confirmed.latest, confirmedAt: null }, inForce }));
  renderRouted(<OwnIdentity />);
  const section = await screen.findByRole('region', { name: 'Identidad profesional' });
  expect(section.textContent).toContain('Un administrador registró datos nuevos');
  expect(section.textContent).toContain('cédula 4000001');
});

test('E-10.371: a suspended identity shows the reason, and the missing confirmation', async () => {
  answerIdentity(suspended);
  renderRouted(
    <>
      <IdentityNotice />
      <OwnIdentity />
    </>,
  );
  const section = await screen.findByRole('region', { name: 'Identidad profesional' });
  expect(section.textContent).toContain('Otra persona cambió la contraseña de tu cuenta');
  expect(section.textContent).toContain('Tu confirmación: pendiente');
  const notice = await screen.findByText(/Tu identidad profesional está suspendida/);
  expect(notice.querySelector('a')?.getAttribute('href')).toBe('/cuenta');
});

test.each([
  ['without an identity', null],
  ['with an active identity', confirmed],
])('E-10.370: the start page has no notice %s', async (_, identity) => {
  answerIdentity(identity);
  renderRouted(
    <>
      <IdentityNotice />
      <p>Fin de la página</p>
    </>,
  );
  await screen.findByText('Fin de la página');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByText(/Tu identidad profesional/)).toBeNull();
});

const account: StaffAccount = {
  idAccount: 'stf_1',
  name: 'Julián Padilla',
  email: 'julian@clinica.example',
  state: 'active',
  roles: ['medico'],
  pending: null,
  doctor: null,
  identity: null,
  twoFactor: false,
  passkeys: 0,
  provider: false,
  lastAccessAt: null,
  openSessions: 0,
  createdAt: AT,
  own: false,
  version: 1,
};

async function openForm(record: ProfessionalIdentity | null) {
  signInWith('accounts.manage');
  const onChanged = vi.fn();
  renderRouted(<IdentityForm account={account} requested={{ record }} onChanged={onChanged} />);
  const dialog = await screen.findByRole('dialog', { name: 'Identidad profesional' });
  return { dialog, onChanged, user: userEvent.setup() };
}

test('E-10.370: the data of a signature are not sent while a field is missing or wrong', async () => {
  const sent = answerIdentity(pending);
  const { user } = await openForm(null);
  await user.type(await screen.findByRole('textbox', { name: /Cédula profesional/ }), '41a');
  await user.click(await screen.findByRole('button', { name: 'Guardar datos' }));
  expect(await screen.findByText('La cédula profesional tiene de 5 a 8 dígitos.')).toBeTruthy();
  expect(screen.getByText('Escribe la institución que expidió el título.')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('E-10.370: administration enters the data of a signature', async () => {
  const sent = answerIdentity(pending);
  const { user, onChanged } = await openForm(null);
  await fill(user, await screen.findByRole('textbox', { name: /Cédula profesional/ }), '4123456');
  await user.type(await screen.findByRole('textbox', { name: /Institución del título/ }), 'UNAM');
  await user.click(await screen.findByRole('button', { name: 'Guardar datos' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([
    {
      idAccount: 'stf_1',
      fullName: 'Julián Padilla',
      cedula: '4123456',
      institution: 'UNAM',
      specialty: null,
      specialtyCertificate: null,
      validFrom: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      version: 0,
    },
  ]);
  expect(onChanged).toHaveBeenCalled();
});

test('E-10.4022: the form begins with the last version, and keeps what is not edited', async () => {
  const sent = answerIdentity(confirmed);
  const { user } = await openForm(confirmed);
  const cedula = await screen.findByRole('textbox', { name: /Cédula profesional/ });
  await user.clear(cedula);
  await fill(user, cedula, '7654321');
  await user.click(await screen.findByRole('button', { name: 'Guardar datos' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([
    {
      idAccount: 'stf_1',
      fullName: 'Julián Padilla Ríos',
      cedula: '7654321',
      institution: 'UNAM',
      specialty: 'Urología',
      specialtyCertificate: null,
      validFrom: '2019-05-02',
      version: 2,
    },
  ]);
});

test('E-10.371: a second administrator confirms the return of a suspended identity', async () => {
  const sent = answerIdentity(suspended);
  const { dialog, user } = await openForm(suspended);
  expect(dialog.textContent).toContain('otra persona cambió la contraseña de esta cuenta');
  await user.click(await screen.findByRole('button', { name: 'Confirmar reactivación' }));
  await waitFor(() => expect(sent).toEqual([{ idAccount: 'stf_1', idVersion: 'pid_2' }]));
});

test('E-10.371: an administrator who caused the suspension is told to ask another one', async () => {
  answerIdentity(suspended);
  const { dialog } = await openForm(
    makeIdentity({ state: 'suspended', suspension: { ...suspension, mayConfirm: false } }),
  );
  expect(dialog.textContent).toContain('Pídelo a otra cuenta de administración');
  expect(screen.queryByRole('button', { name: 'Confirmar reactivación' })).toBeNull();
});
