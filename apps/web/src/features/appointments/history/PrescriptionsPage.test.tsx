import type { RecipeAppointment } from '@simiente/contract/appointments/calls';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { queryClient } from '../../../lib/query-client.ts';
import { renderThemed } from '../../../testing/render.tsx';
import { makeRecipeAppointment } from '../testing/records.ts';
import { PrescriptionCard, splitExplanation } from './PrescriptionsPage.tsx';

const explanation = '**Receta: antioxidantes**\n---\nVitamina E 400 UI.\nCoenzima Q10.';
const { calendly_data: booked } = makeRecipeAppointment();

async function show(fields: Partial<RecipeAppointment> = {}) {
  await act(async () => {
    renderThemed(
      <QueryClientProvider client={queryClient}>
        <PrescriptionCard
          patientName="Ana Ruiz"
          appointment={makeRecipeAppointment({ prescriptionExplanation: explanation, ...fields })}
          onOpen={() => {}}
        />
      </QueryClientProvider>,
    );
  });
  return within(screen.getByRole('listitem'));
}

test('E-2.92: a card shows its status, type, and its creation and start in both zones', async () => {
  const card = await show();
  expect(card.getByRole('heading').textContent).toBe('Validación de Receta');
  expect(card.getByText('Pendiente').dataset.tone).toBe('green');
  expect(card.getByText('Seguimiento')).toBeTruthy();
  expect(card.getByText('11/01/2026 | 6:12 PM')).toBeTruthy();
  expect(card.getByText(/^dom 1 nov.*, 12:12$/)).toBeTruthy();
  expect(card.getByText('11/07/2026 | 2:30 AM')).toBeTruthy();
  expect(card.getByText(/^vie 6 nov.*, 20:30$/)).toBeTruthy();
  expect(card.getByText('Aún no se sube la receta.')).toBeTruthy();
});

test('E-10.26: a card of an appointment without a start has a notice', async () => {
  const card = await show({ calendly_data: { ...booked, start_time: null, meeting_url: null } });
  expect(card.getByText('Fecha no disponible')).toBeTruthy();
  expect(card.queryByText(/undefined|null|NaN|Invalid/)).toBeNull();
});

test.each<[string, (user: UserEvent, dialog: HTMLElement) => Promise<void>]>([
  ['X', async (user, dialog) => user.click(await within(dialog).findByLabelText('Cerrar'))],
  ['Cerrar', async (user, dialog) => user.click(await within(dialog).findByText('Cerrar'))],
  ['Escape', (user) => user.keyboard('{Escape}')],
])('the explanation opens as heading and lines, and closes with %s', async (_way, close) => {
  const card = await show();
  const user = userEvent.setup();
  await user.click(await card.findByRole('button', { name: 'Ver Detalles' }));
  const dialog = await screen.findByRole('dialog', { name: 'Receta: antioxidantes' });
  const lines = 'Vitamina E 400 UI.\nCoenzima Q10.';
  expect(within(dialog).getByText(lines, { normalizer: String })).toBeTruthy();
  await close(user, dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a prescription without an explanation has a notice', async () => {
  const card = await show({ prescriptionExplanation: null });
  await userEvent.click(card.getByRole('button', { name: 'Ver Detalles' }));
  expect(await screen.findByText('Esta receta todavía no tiene una explicación.')).toBeTruthy();
});

test('the meeting opens in a new tab without opener and referrer', async () => {
  const card = await show();
  const link = card.getByRole('link', { name: /^Entrar a la Reunión/ });
  expect(link.getAttribute('href')).toBe('https://meet.example.org/abc');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toBe('noopener noreferrer');
});

test.each([
  [null, 'Esta cita no tiene enlace de reunión.'],
  ['javascript:alert(1)', 'El enlace de la reunión no es una dirección web.'],
])('the meeting button is disabled with a reason for the link %j', async (meeting_url, reason) => {
  const card = await show({ calendly_data: { ...booked, start_time: null, meeting_url } });
  expect(card.queryByRole('link')).toBeNull();
  const button = await card.findByRole('button', { name: 'Entrar a la Reunión' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  act(() => button.focus());
  expect((await screen.findByRole('tooltip')).textContent).toBe(reason);
});

test.each([
  ['a blank line', '**Receta**\n\nVitamina E.\nCoenzima Q10.'],
  ['a blank line with spaces in it', '**Receta**\n  \t\nVitamina E.\nCoenzima Q10.'],
  ['a line of hyphens', '**Receta**\n---\nVitamina E.\nCoenzima Q10.'],
  ['hyphens within a line', '**Receta** --- Vitamina E.\nCoenzima Q10.'],
  ['both, one after the other', '**Receta**\n\n---\n\nVitamina E.\nCoenzima Q10.'],
  ['line ends of Windows', '**Receta**\r\n\r\nVitamina E.\r\nCoenzima Q10.\r\n'],
  ['line ends of old Macs', '**Receta**\r\rVitamina E.\rCoenzima Q10.'],
  ['blank lines before everything', '\n\n**Receta**\n\nVitamina E.\nCoenzima Q10.\n\n'],
  ['hyphens before everything', '---\n**Receta**\n---\nVitamina E.\nCoenzima Q10.\n---'],
  ['bold marks of the other kind', '__Receta__\n\nVitamina E.\nCoenzima Q10.'],
  ['a bold mark that is never closed', '**Receta\n\nVitamina E.\nCoenzima Q10.'],
])('an explanation is split into heading and lines at %s', (_separator, text) => {
  expect(splitExplanation(text)).toEqual({
    heading: 'Receta',
    lines: ['Vitamina E.', 'Coenzima Q10.'],
  });
});

test('E-2.94: only the first separator splits heading and lines', () => {
  expect(splitExplanation('**Estudios**\n\nCariotipo.\n\nEntregar antes.\n---\nFin')).toEqual({
    heading: 'Estudios',
    lines: ['Cariotipo.', 'Entregar antes.', 'Fin'],
  });
  expect(splitExplanation('Título\n---\nUno\n\nDos')).toEqual({
    heading: 'Título',
    lines: ['Uno', 'Dos'],
  });
});

test('E-2.95: a heading of several lines is joined', () => {
  expect(splitExplanation('**Ajuste\nde dosis**\n\nUno')).toEqual({
    heading: 'Ajuste de dosis',
    lines: ['Uno'],
  });
});

test('C4, E-10.1004: without a separator a text has no heading', () => {
  expect(splitExplanation('Texto sin separador: continuar.')).toEqual({
    heading: null,
    lines: ['Texto sin separador: continuar.'],
  });
  expect(splitExplanation('**Receta: antioxidantes**')).toEqual({
    heading: null,
    lines: ['Receta: antioxidantes'],
  });
  expect(splitExplanation('Receta\n\n')).toEqual({ heading: null, lines: ['Receta'] });
  expect(splitExplanation('Uno\nDos')).toEqual({ heading: null, lines: ['Uno', 'Dos'] });
});

test('E-2.96: lines keep their hyphens and asterisks, and lose bold marks', () => {
  expect(splitExplanation('R\n\n- **Dosis:** 1 * 2 tabletas -- noche').lines).toEqual([
    '- Dosis: 1 * 2 tabletas -- noche',
  ]);
});

test.each(['', '   ', '\n\n', '---', '****'])('the explanation «%s» becomes empty', (text) => {
  expect(splitExplanation(text)).toEqual({ heading: null, lines: [] });
});

test('a long run of spaces is parsed in linear time', () => {
  const text = `Receta${' \n'.repeat(50_000)}x`;
  expect(splitExplanation(text)).toEqual({ heading: 'Receta', lines: ['x'] });
});

test.each([
  ['physical', 'Av. Reforma 12', 'Av. Reforma 12'],
  ['outbound_call', '+52 55 1234 5678', 'Llamar al +52 55 1234 5678'],
  ['inbound_call', '+52 55 8765 4321', 'El paciente llama al +52 55 8765 4321'],
  ['other', 'Zoom', 'Zoom'],
] as const)(
  'E-10.1703: a booking with a place of the kind %s shows it instead of a link',
  async (kind, text, shown) => {
    const place = { kind, text };
    const card = await show({ calendly_data: { ...booked, meeting_url: null, place } });
    expect(card.getByText(shown)).toBeTruthy();
    expect(card.queryByRole('button', { name: 'Entrar a la Reunión' })).toBeNull();
  },
);

test('E-10.1489: a cancelled appointment offers no meeting', async () => {
  const card = await show({ status: 'cancelled' });
  expect(card.queryByRole('link', { name: /^Entrar a la Reunión/ })).toBeNull();
});
