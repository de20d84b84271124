import { cleanNotifications } from '@mantine/notifications';
import type { Delivery, PatientDeliveries } from '@simiente/contract/deliveries/calls';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { renderRouted, unlocked } from '../../testing/render.tsx';
import { signInWith } from '../../testing/session.ts';
import {
  type Answers,
  answerRequests,
  errorResponse,
  type WireRequest,
} from '../../testing/wire.ts';
import { DeliverySection, LinkRequests } from './public.ts';

afterEach(() => {
  act(() => cleanNotifications());
  queryClient.clear();
});

const AT = '2026-11-20T18:42:00.000Z';

const delivery: Delivery = {
  idDelivery: 'rdl_1',
  kind: 'exam_ai',
  idVersion: 'rpv_2',
  number: 2,
  versionState: 'signed',
  state: 'open',
  isPaused: false,
  linkBy: 'hand',
  codeBy: 'voice',
  createdAt: AT,
  createdBy: 'Ana Ríos',
  expiresAt: '2026-11-27T18:42:00.000Z',
  closedAt: null,
  closedBy: null,
  opens: 2,
  openedAt: AT,
  downloads: 1,
  failures: 1,
  requestedAt: null,
};

const facts: PatientDeliveries = {
  deliveries: [],
  deliverable: [
    { kind: 'exam_ai', idVersion: 'rpv_2', number: 2, signedAt: AT, isPaused: false },
    { kind: 'first_medical', idVersion: 'rpv_9', number: 4, signedAt: AT, isPaused: false },
  ],
  lacksBirthDate: false,
  consentWithdrawn: false,
  email: 'luis@correo.example',
  sendsMail: true,
};

function open(
  shown: Partial<PatientDeliveries> = {},
  answers: Answers = {},
  { readsReports = true, mayDeliver = true } = {},
) {
  answerRequests({ 'GET /v1/deliveries/of-patient': () => ({ ...facts, ...shown }), ...answers });
  signInWith(
    'patients.read',
    ...(mayDeliver ? ['reports.deliver' as const] : []),
    ...(readsReports ? ['reports.read' as const] : []),
  );
  renderRouted(
    <main>
      <DeliverySection idUser="usr_1" name="Luis Mora" />
    </main>,
  );
  return userEvent.setup();
}

async function openDialog(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('button', { name: 'Entregar' }));
  return within(await screen.findByRole('dialog'));
}

async function choose(
  user: ReturnType<typeof userEvent.setup>,
  dialog: ReturnType<typeof within>,
  label: string,
  option: string,
) {
  await user.click(await dialog.findByRole('combobox', { name: label }));
  await user.click(await dialog.findByRole('option', { name: option }));
}

test('E-10.579: a report is delivered with link, QR code and code, once the patient agrees', async () => {
  const sent: unknown[] = [];
  const link = 'https://clinica.example/entrega/AbC';
  const user = open(
    {},
    {
      'POST /v1/deliveries/create': ({ body }: WireRequest) => {
        sent.push(body);
        return { delivery, link, code: '482163' };
      },
    },
  );
  const dialog = await openDialog(user);
  await choose(user, dialog, 'Cómo recibe el enlace', 'En persona: enlace o código QR');
  await user.click(await dialog.findByRole('button', { name: 'Entregar' }));
  expect(await dialog.findByText('Confirma que el paciente está de acuerdo.')).toBeTruthy();
  const consent = dialog.getByRole('checkbox');
  expect(consent.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(consent);
  await user.click(consent);
  await waitFor(() =>
    expect(dialog.getByRole('button', { name: 'Entregar' }).dataset.locked).toBeUndefined(),
  );
  await user.click(await dialog.findByRole('button', { name: 'Entregar' }));
  // The focused button is gone.
  expect(await dialog.findByDisplayValue(link)).toBe(document.activeElement);
  expect(dialog.getByTitle('Código QR del enlace')).toBeTruthy();
  expect(dialog.getByText('482 163')).toBeTruthy();
  expect(sent).toEqual([{ idVersion: 'rpv_2', linkBy: 'hand', codeBy: 'voice', consented: true }]);
});

test('E-10.579: the ways to send the code exclude the way of the link, and e-mail without an address', async () => {
  const user = open({ email: null });
  const dialog = await openDialog(user);
  expect(dialog.getByText('El paciente no tiene correo registrado.')).toBeTruthy();
  await user.click(await dialog.findByRole('combobox', { name: 'Cómo recibe el código' }));
  const names = (await dialog.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(names).toContain('En persona o por teléfono');
  expect(names).not.toContain('Escrito en papel');
  expect(names.filter((name) => name === 'Por correo electrónico')).toHaveLength(0);
});

test.each([
  ['lacksBirthDate', /Falta la fecha de nacimiento/],
  ['consentWithdrawn', /El paciente retiró su consentimiento/],
] as const)('E-10.579: an obstacle to a delivery is named: %s', async (fact, sentence) => {
  const user = open({ [fact]: true });
  const dialog = await openDialog(user);
  expect(dialog.getByText(sentence)).toBeTruthy();
  expect(dialog.queryByRole('checkbox')).toBeNull();
});

test('E-10.579: an obstacle that was removed does not prevent a delivery', async () => {
  let lacksBirthDate = true;
  const user = open({}, { 'GET /v1/deliveries/of-patient': () => ({ ...facts, lacksBirthDate }) });
  const obstacle = await openDialog(user);
  await user.click(await obstacle.findByRole('button', { name: 'Entendido' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  lacksBirthDate = false;
  await unlocked();
  const dialog = await openDialog(user);
  expect(await dialog.findByRole('checkbox')).toBeTruthy();
});

test('E-10.579: a delivery shows its state, shows its code again, and is closed after a question', async () => {
  const user = open(
    { deliveries: [delivery] },
    {
      'POST /v1/deliveries/show-code': () => ({ code: '482163' }),
      'POST /v1/deliveries/revoke': () => ({
        ...facts,
        deliveries: [{ ...delivery, state: 'revoked', closedAt: AT, closedBy: 'Ana Ríos' }],
      }),
    },
  );
  await screen.findByText('Se abrió 2 veces · 1 descarga · 1 intento fallido');
  await user.click(await screen.findByRole('button', { name: 'Ver código' }));
  expect(await screen.findByText('482 163')).toBe(document.activeElement);
  await user.click(await screen.findByRole('button', { name: 'Cerrar enlace' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: 'Cerrar enlace' }));
  await screen.findByText('Cerrado por el personal');
  expect(screen.queryByRole('button', { name: 'Ver código' })).toBeNull();
});

test('E-10.579: a link to a withdrawn report has a notice, and a request for another link can be marked as handled', async () => {
  const withdrawn: Delivery = { ...delivery, versionState: 'withdrawn' };
  const expired: Delivery = { ...delivery, idDelivery: 'rdl_2', state: 'expired' };
  const user = open(
    { deliveries: [withdrawn, { ...expired, requestedAt: AT }] },
    {
      'POST /v1/deliveries/handle-request': () => ({
        ...facts,
        deliveries: [withdrawn, expired],
      }),
    },
  );
  await screen.findByText('Informe retirado');
  await screen.findByText(/El paciente pidió otro enlace/);
  await user.click(await screen.findByRole('button', { name: 'Marcar atendida' }));
  await waitFor(() => expect(screen.queryByText(/El paciente pidió otro enlace/)).toBeNull());
  // The button was removed with the row.
  await waitFor(() => expect(document.activeElement?.tagName).toBe('MAIN'));
});

test.each([
  ['a patient without a signed report', { deliverable: [] }, true],
  ['an account that may not deliver', facts, false],
])('E-10.579: the section is absent for %s', async (_, shown, mayDeliver) => {
  open(shown, {}, { mayDeliver });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByText('Informes entregados')).toBeNull();
});

test('E-10.579: deliveries that fail to load show an error', async () => {
  open({}, { 'GET /v1/deliveries/of-patient': () => errorResponse('INTERNAL') });
  await screen.findByText('No se pudieron cargar las entregas');
});

describe('T-L4: an account that may not read reports', () => {
  test('is offered ways that show it either the link or the code, not both', async () => {
    const user = open({}, {}, { readsReports: false });
    const dialog = await openDialog(user);
    await choose(user, dialog, 'Cómo recibe el enlace', 'En persona: enlace o código QR');
    await user.click(await dialog.findByRole('combobox', { name: 'Cómo recibe el código' }));
    const names = (await dialog.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(names).toContain('Por correo electrónico');
    expect(names).not.toContain('En persona o por teléfono');
  });

  test('is advised to ask a doctor if no e-mail can be sent', async () => {
    const user = open({ sendsMail: false }, {}, { readsReports: false });
    const dialog = await openDialog(user);
    expect(dialog.getByText(/Pide a un médico que lo entregue/)).toBeTruthy();
    expect(dialog.queryByRole('checkbox')).toBeNull();
  });

  test('is not offered the code of an existing link', async () => {
    open({ deliveries: [delivery] }, {}, { readsReports: false });
    await screen.findByRole('button', { name: 'Cerrar enlace' });
    expect(screen.queryByRole('button', { name: 'Ver código' })).toBeNull();
  });
});

test('E-10.578: Inicio has no card of link requests without requests', async () => {
  answerRequests({ 'GET /v1/deliveries/requests': () => ({ requests: [] }) });
  signInWith('patients.read', 'reports.deliver');
  renderRouted(<LinkRequests />);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('region')).toBeNull();
});

test('E-10.578: Inicio lists the patients who request another link', async () => {
  answerRequests({
    'GET /v1/deliveries/requests': () => ({
      requests: [
        {
          idDelivery: 'rdl_1',
          idUser: 'usr_1',
          patientName: 'Luis Mora',
          kind: 'exam_ai',
          requestedAt: AT,
        },
      ],
    }),
  });
  signInWith('patients.read', 'reports.deliver');
  renderRouted(<LinkRequests />);
  const card = await screen.findByRole('region', { name: /Pacientes que solicitan otro enlace/ });
  expect(within(card).getByRole('link', { name: 'Luis Mora' }).getAttribute('href')).toBe(
    '/pacientes/usr_1#entregas',
  );
});
