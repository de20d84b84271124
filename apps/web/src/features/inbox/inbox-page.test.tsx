import type { Capability } from '@simiente/contract/common/access/roles';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fill } from '../../testing/render.tsx';
import { openScreen } from '../../testing/screen.tsx';
import { type Answers, errorResponse, holdAnswer } from '../../testing/wire.ts';

const page = { total: 1, totalIsCapped: false, nextCursor: null };
const message = {
  idMessage: '7',
  sender: 'Laboratorio Piedra de Río',
  title: 'Mensaje 7',
  receivedAt: '2026-10-13T16:00:00.000Z',
  attempts: 1,
  reason: 'Falta el identificador (MSH-10).',
};
const delivery = { ...message, sender: 'Nora Salinas', title: 'Cita cancelada' };

const openInbox = (answers: Answers = {}, capabilities?: Capability[]) =>
  openScreen(
    '/mensajes-sin-procesar',
    {
      'GET /v1/inbox/laboratory': () => ({ messages: [message], ...page }),
      'GET /v1/inbox/calendly': () => ({ messages: [delivery], ...page }),
      ...answers,
    },
    capabilities,
  );

test('H-A9, E-10.584, E-10.1550: failed messages show sender, time and reason, and are processed again', async () => {
  let messages = [message];
  const outcomes = ['failed', 'applied'] as const;
  const requests: unknown[] = [];
  const { user } = await openInbox({
    'GET /v1/inbox/laboratory': () => ({ messages, ...page, total: messages.length }),
    'POST /v1/inbox/laboratory/replay': ({ body }) => {
      const outcome = outcomes[requests.length];
      requests.push(body);
      if (outcome === 'applied') messages = [];
      return { outcome, reason: outcome === 'failed' ? message.reason : null };
    },
  });
  const name = 'Mensajes de laboratorios sin procesar';
  const section = await screen.findByRole('region', { name });
  expect(section.textContent).toMatch(
    /Laboratorio Piedra de Río.*Mensaje 7.*13 oct 2026.*1 intento.*Falta el identificador/,
  );
  await screen.findByRole('region', { name: 'Notificaciones de Calendly sin procesar' });
  const retry = await within(section).findByRole('button', {
    name: 'Reintentar: Mensaje 7 de Laboratorio Piedra de Río',
  });
  await user.click(retry);
  await screen.findByText('El mensaje no se pudo procesar');
  await waitFor(() => expect(retry.hasAttribute('data-locked')).toBe(false));
  await user.click(retry);
  await screen.findByText('Mensaje procesado');
  await screen.findByText('No hay mensajes de laboratorios sin procesar.');
  expect(screen.queryByRole('region', { name })).toBeNull();
  expect(requests).toEqual([{ idMessage: '7' }, { idMessage: '7' }]);
});

test('H-A9, E-10.1448, E-10.1550: a message of either sender can be read and discarded with a reason', async () => {
  const discarded: unknown[] = [];
  const { user } = await openInbox({
    'GET /v1/inbox/calendly/message': () => ({
      facts: [{ name: 'Agendó', text: 'Nora Salinas · nora@a.example' }],
      segments: ['{', '  "event": "invitee.canceled"', '}'],
    }),
    'POST /v1/inbox/calendly/discard': ({ body }) => {
      discarded.push(body);
      return { idMessage: '7' };
    },
  });
  const opener = await screen.findByRole('button', { name: 'Ver: Cita cancelada de Nora Salinas' });
  await user.click(opener);
  const name = 'Cita cancelada de Nora Salinas';
  const dialog = within(await screen.findByRole('dialog', { name }));
  await dialog.findByText('Nora Salinas · nora@a.example');
  dialog.getByDisplayValue(/"event": "invitee\.canceled"/);
  await fill(
    user,
    await dialog.findByLabelText('Motivo para descartarlo'),
    'Se agendó por teléfono.',
  );
  await user.click(await dialog.findByRole('button', { name: 'Descartar' }));
  await screen.findByText('Mensaje descartado');
  expect(discarded).toEqual([{ idMessage: '7', reason: 'Se agendó por teléfono.' }]);
});

test('H-A9, E-10.1551: an account sees only the senders of its roles', async () => {
  const requests: string[] = [];
  await openInbox(
    {
      'GET /v1/inbox/laboratory': () => {
        requests.push('laboratory');
        return { messages: [message], ...page };
      },
    },
    ['patients.read'],
  );
  const calendly = await screen.findByRole('region', {
    name: 'Notificaciones de Calendly sin procesar',
  });
  expect(within(calendly).queryByRole('button')).toBeNull();
  expect(screen.queryByText(/laboratorios/)).toBeNull();
  expect(requests).toEqual([]);
});

test('E-10.584: messages that fail to load show an error', async () => {
  await openInbox({ 'GET /v1/inbox/laboratory': () => errorResponse('INTERNAL') });
  await screen.findByText(/^No se pudieron cargar los mensajes\./);
});

test('E-10.2978: messages show that they load until their answer', async () => {
  const calendly = holdAnswer(() => ({ messages: [], ...page, total: 0 }));
  await openInbox({ 'GET /v1/inbox/calendly': calendly.answer });
  await screen.findByRole('region', { name: 'Mensajes de laboratorios sin procesar' });
  expect(screen.getByText('Cargando...').role).toBe('status');
  await calendly.release();
  await screen.findByText('No hay notificaciones de Calendly sin procesar.');
  expect(screen.queryByText('Cargando...')).toBeNull();
});
