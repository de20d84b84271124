import { expect, onTestFinished, test, vi } from 'vitest';
import { renderThemed } from '../../testing/render.tsx';
import { AppointmentTime } from './AppointmentTime.tsx';

const CLINIC = 'America/Mexico_City';
const time = { instant: '2026-02-03T18:00:00.000Z', end: '2026-02-03T18:30:00.000Z' };
const read = (timeZone: string | null) =>
  renderThemed(
    <AppointmentTime {...time} place={{ idBranch: 'brn_1', name: 'Sucursal Norte', timeZone }} />,
  ).container.textContent;

test('E-10.1515: the hour of a place in another zone comes first with its zone, and the clinic’s hour is below', () => {
  const text = read('America/Tijuana');
  expect(text).toContain('10:00–10:30 · Tijuana');
  expect(text).toContain('12:00–12:30 en Ciudad de México');
  expect(text).toContain('02/03/2026 | 6:00 PM UTC · Sucursal Norte');
});

test('E-10.1515: a place in the clinic’s zone is named without a second hour', () => {
  for (const zone of [null, CLINIC]) {
    const text = read(zone);
    expect(text).toContain('12:00–12:30');
    expect(text).toContain('Sucursal Norte');
    expect(text).not.toContain('Ciudad de México');
  }
});

test('E-10.2103: in a list the UTC time is a tooltip instead of a second date', () => {
  // A day of another year has its year.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time.instant) });
  onTestFinished(() => void vi.useRealTimers());
  const { container } = renderThemed(<AppointmentTime isInList {...time} />);
  expect(container.textContent?.trim()).toBe('mar 3 feb, 12:00–12:30');
  expect(container.querySelector('time')?.title).toBe('02/03/2026 | 6:00 PM UTC');
});

test('E-10.3975: in a list a long place is one line, with the whole text as its tooltip', () => {
  const detail =
    'Sucursal de Especialidades Andrológicas y Reproductivas de San Cristóbal de las Casas';
  const { getByText } = renderThemed(
    <AppointmentTime isInList {...time} place={null} detail={detail} />,
  );
  const line = getByText(detail);
  expect(line.title).toBe(detail);
  expect(line.dataset.inList).toBe('true');
});
