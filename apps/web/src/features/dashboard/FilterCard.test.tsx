import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { PeriodFilter } from '../../lib/period/period.ts';
import { queryClient } from '../../lib/query-client.ts';
import { renderRouted, unlocked } from '../../testing/render.tsx';
import { answerRequests } from '../../testing/wire.ts';
import { FilterCard } from './HomePage.tsx';

afterEach(() => queryClient.clear());

const filter = { start: '2026-08-03', end: '2026-11-01', laboratory: undefined };

async function show() {
  const applied: PeriodFilter[] = [];
  answerRequests({ 'GET /v1/exam/laboratories': () => ({ laboratories: [] }) });
  renderRouted(
    <FilterCard
      filter={filter}
      defaultPeriod={filter}
      onApply={(chosen) => applied.push(chosen)}
      onClear={() => {}}
    />,
  );
  const field = (name: string) => screen.getByLabelText(name);
  await screen.findByLabelText('Fecha de inicio');
  return { user: userEvent.setup(), field, applied };
}

const WRONG = 'La fecha de inicio no puede ser posterior a la de fin.';

test.each([
  ['a start after the end', 'Fecha de inicio', '02/11/2026', '01/11/2026'],
  ['an end before the start', 'Fecha de fin', '02/08/2026', '03/08/2026'],
])(
  'E-2.32, E-2.33: %s is rejected at the start, and the same day is accepted',
  async (_, name, wrong, right) => {
    const { user, field, applied } = await show();
    const apply = async (day: string) => {
      fireEvent.change(field(name), { target: { value: day } });
      await unlocked();
      await user.click(await screen.findByRole('button', { name: 'Aplicar filtros' }));
    };
    await apply(wrong);
    expect(screen.getByText(WRONG)).toBeTruthy();
    expect(field('Fecha de inicio').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field('Fecha de inicio'));
    expect(applied).toEqual([]);
    await apply(right);
    const day = right.split('/').reverse().join('-');
    expect(applied).toEqual([{ start: day, end: day, laboratory: undefined }]);
  },
);

test('E-2.32, E-2.33: neither calendar offers a day beyond the other date', async () => {
  const { user } = await show();
  for (const [index, step, day] of [
    [0, 'Mes siguiente', /, 2 de noviembre de 2026$/],
    [1, 'Mes anterior', /, 2 de agosto de 2026$/],
  ] as const) {
    await user.click(
      screen.getAllByRole('button', { name: 'Abrir calendario' })[index] as HTMLElement,
    );
    const calendar = within(await screen.findByRole('dialog', { name: 'Calendario' }));
    for (let month = 0; month < 3; month += 1) {
      await user.click(await calendar.findByRole('button', { name: step }));
    }
    expect(await calendar.findByRole('button', { name: day })).toHaveProperty('disabled', true);
    await user.keyboard('{Escape}');
  }
});
