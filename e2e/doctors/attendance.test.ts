import { expectAccessibleState } from '../product/looks.ts';
import { expect, test } from '../product/test.ts';
import { getColumn, getEvent, openAgenda } from './agenda-page.ts';
import { bookings } from './records.ts';

/** A past Monday, so that a visit can be recorded. */
const DAY = '2026-01-12';

test.use({
  dataset: bookings(
    { id: 'apt_1', patient: 'Ana Paz', at: `${DAY}T15:00:00.000Z` },
    { id: 'apt_2', patient: 'Bruno Gil', at: `${DAY}T17:00:00.000Z` },
  ),
});

test('a visit is recorded on the agenda from arrival to attendance', async ({
  staffPage: page,
}) => {
  await openAgenda(page, `?fecha=${DAY}`);
  const card = page.getByRole('dialog', { name: 'Cita Médica' });

  await test.step('E-10.1488: one click on the event records the arrival of the patient, with undo', async () => {
    const shortcut = getColumn(page, DAY).getByTitle('Llegó').first();
    await getEvent(page, 'Ana Paz').hover();
    await shortcut.click();
    await expect(getEvent(page, 'Ana Paz')).toContainText(/Llegó \d+:\d\d/);
    await expect(card).toBeHidden();
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(getEvent(page, 'Ana Paz')).not.toContainText('Llegó');
  });

  await test.step('E-10.1488: the card beside its event records the steps by keyboard', async () => {
    await getEvent(page, 'Bruno Gil').focus();
    await page.keyboard.press('Enter');
    const gap = async () => {
      const event = await getEvent(page, 'Bruno Gil').boundingBox();
      const beside = await card.boundingBox();
      return event && beside && Math.round(beside.x - event.x - event.width);
    };
    await expect.poll(gap).toBe(8);
    await expectAccessibleState(page);
    for (const step of ['Llegó', 'Pasar a consulta', 'Atendido']) {
      await card.getByRole('button', { name: step, exact: true }).focus();
      await page.keyboard.press('Enter');
      await expect(card.getByRole('button', { name: step, exact: true })).toBeHidden();
    }
    await expect(card.getByRole('listitem').filter({ hasText: 'Llegó' })).toContainText(', ');
    await page.keyboard.press('Escape');
    await expect(getEvent(page, 'Bruno Gil')).toContainText('Atendido');
    await expect(getEvent(page, 'Bruno Gil')).toBeFocused();
  });

  await test.step('E-10.1489: the patient’s page shows a missed appointment', async () => {
    await getEvent(page, 'Ana Paz').click();
    await card.getByRole('button', { name: 'No asistió' }).click();
    await card.getByRole('link', { name: 'Ana Paz' }).click();
    await expect(page.getByText('No asistió a 1 cita')).toBeVisible();
  });

  await test.step('E-10.1492: Ctrl K creates an appointment for the patient of the page', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('crear cita');
    await page.getByRole('option', { name: 'Crear cita' }).click();
    const form = page.getByRole('dialog', { name: 'Crear cita' });
    await expect(form).toContainText('Ana Paz');
    await expect(form.getByRole('combobox', { name: 'Paciente' })).toHaveCount(0);
  });
});
