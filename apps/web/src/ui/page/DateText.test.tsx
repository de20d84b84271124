import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ClinicTimeZone } from '../../lib/format/clinic-time-zone.ts';
import { renderThemed } from '../../testing/render.tsx';
import { DateText } from './DateText.tsx';

const now = new Date('2026-11-04T18:00:00Z');

test('E-9.11: a relative date has the absolute one in a tooltip', async () => {
  renderThemed(<DateText value="2026-11-04T15:42:00Z" now={now} />);
  const text = screen.getByText('hoy, 9:42');
  expect(text.getAttribute('datetime')).toBe('2026-11-04T15:42:00.000Z');
  await userEvent.hover(text);
  expect((await screen.findByRole('tooltip')).textContent).toBe(
    'miércoles, 4 de noviembre de 2026, 9:42',
  );
});

test('an older date is absolute', () => {
  renderThemed(<DateText value={{ _seconds: 1_760_280_000 }} now={now} />);
  expect(screen.getByText('12 oct 2025').tagName).toBe('TIME');
});

test('E-3.68: a missing date has no <time>', () => {
  renderThemed(
    <>
      <DateText value={null} />
      <DateText value="" missing="N/A" />
      <DateText value="no es una fecha" />
    </>,
  );
  for (const words of ['Fecha no disponible', 'N/A', 'Fecha inválida']) {
    expect(screen.getByText(words).tagName).toBe('SPAN');
  }
});

test('a date is shown in the zone of the clinic, not of the browser', () => {
  for (const [zone, text] of [
    ['America/Tijuana', 'ayer, 22:30'],
    ['Asia/Tokyo', 'ayer, 15:30'],
  ] as const) {
    renderThemed(
      <ClinicTimeZone value={zone}>
        <DateText value="2026-11-04T06:30:00Z" now={now} />
      </ClinicTimeZone>,
    );
    expect(screen.getByText(text)).toBeTruthy();
  }
});
