import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/query-client.ts';
import { renderThemed } from '../../../testing/render.tsx';
import { makeAgendaRow } from '../../appointments/testing/records.ts';
import { AgendaList } from './AgendaDays.tsx';
import { toEvents } from './agenda-events.ts';

const DAY = '2026-11-06';

test('E-10.200: a row of the list has the contact of the patient, and opens the appointment', async () => {
  const onOpen = vi.fn();
  const events = toEvents(
    [
      makeAgendaRow({ name: 'Ana Paz', phone: '33 0078 4209' }),
      makeAgendaRow({ id: 'apt_2', name: 'Bruno Gil' }),
    ],
    'America/Mexico_City',
  );
  renderThemed(
    <QueryClientProvider client={queryClient}>
      <AgendaList
        events={events}
        range={{ first: DAY, last: DAY }}
        today="2026-11-05"
        onOpen={onOpen}
      />
    </QueryClientProvider>,
  );
  const [first, second] = screen.getAllByRole('listitem').map((row) => within(row));
  fireEvent.click(first?.getByRole('button', { name: 'Contacto de Ana Paz' }) as HTMLElement);
  expect(await screen.findByRole('menuitem', { name: 'Llamar al 33 0078 4209' })).toBeTruthy();
  expect(onOpen).not.toHaveBeenCalled();
  fireEvent.click(first?.getByRole('button', { name: /Ana Paz Pendiente/ }) as HTMLElement);
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(events[0]);
  expect(second?.queryByRole('button', { name: /^Contacto/ })).toBeNull();
});

test('E-10.1705: an appointment at a place in another zone shows the hour there, and the clinic’s', () => {
  const place = { idBranch: 'brn_1', name: 'Tijuana', timeZone: 'America/Tijuana' };
  renderThemed(
    <QueryClientProvider client={queryClient}>
      <AgendaList
        events={toEvents([makeAgendaRow({ place })], 'America/Mexico_City')}
        range={{ first: DAY, last: DAY }}
        today="2026-11-05"
        onOpen={() => {}}
      />
    </QueryClientProvider>,
  );
  expect(screen.getByText('9:00–9:30 en Tijuana')).toBeTruthy();
  expect(screen.getByText('11:00–11:30')).toBeTruthy();
});
