import { isFullRun } from '../../scripts/test-length.mjs';
import { instant, TUESDAY } from '../product/days.ts';
import { expectAccessibleLayout, expectAccessibleState } from '../product/looks.ts';
import { expect, failedRequest, moveTo, nightlyStep, test } from '../product/test.ts';
import { getEvent } from './agenda-page.ts';
import { bookings, findPath, makeDoctor } from './records.ts';

const LONG = 'María Fernanda de los Ángeles Villavicencio Etcheverry y Zaldúa';

test.use({
  // Some of these steps are rejected on purpose, and the browser logs each rejection.
  expectedErrors: failedRequest(409),
  dataset: bookings(
    { id: 'apt_1', patient: 'Ana Paz', at: instant(TUESDAY, '15:00') },
    { id: 'apt_2', patient: LONG, at: instant(TUESDAY, '15:30'), status: 'assigned' },
    { id: 'apt_3', patient: 'Carla Ríos', at: instant(TUESDAY, '16:00'), status: 'cancelled' },
    { id: 'apt_4', patient: 'Diego Sol', at: instant(TUESDAY, '17:00') },
    { id: 'apt_5', patient: 'Elsa Mar', at: instant(TUESDAY, '18:00') },
    // Past appointments are paler.
    { id: 'apt_6', patient: 'Fabio Luz', at: '2024-01-09T15:00:00Z', status: 'assigned' },
    { id: 'apt_7', patient: 'Gema Oro', at: '2024-01-09T16:00:00Z' },
    {
      id: 'apt_8',
      patient: 'Hugo Rey',
      at: instant(TUESDAY, '15:00'),
      doctor: makeDoctor(LONG, LONG),
    },
  ),
});

test('E-10.3554: the list of doctors, its form and every view of an agenda are accessible and fit', async ({
  staffPage: page,
}) => {
  await test.step('the list and its form are accessible at every width', async () => {
    await page.goto('/medicos');
    await expect(page.getByText('Dr Renata Olvera Cid')).toBeVisible();
    await expectAccessibleLayout(page);
    await page.getByRole('button', { name: 'Crear médico' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Crear médico' }).click();
    await expect(form.getByText('Escribe el nombre.')).toBeVisible();
    await expectAccessibleState(page);
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
  });

  await test.step('a schedule, a new interval and a block are accessible at every width', async () => {
    await moveTo(page, `${await findPath(page, 'Renata')}/horarios`);
    const size = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    const title = page.getByRole('heading', { level: 1 });
    expect(await title.evaluate((heading) => heading.clientHeight)).toBe(28);
    if (size !== null) await page.setViewportSize(size);
    await page.getByRole('button', { name: 'Agregar intervalo el miércoles' }).click();
    await expectAccessibleLayout(page);
    await page.getByRole('button', { name: 'Cancelar' }).first().click();
    await page.getByRole('button', { name: 'Agregar', exact: true }).click();
    await expectAccessibleState(page, () => expect(page.getByLabel('Motivo')).toBeVisible());
    await page.keyboard.press('Escape');
  });

  await test.step('weeks, a month and a list are accessible at every width', async () => {
    const path = await findPath(page, 'Renata');
    for (const [view, date] of [
      // A day is rendered as a column of the week.
      ['semana', TUESDAY],
      ...(isFullRun ? ([['semana', '2024-01-09']] as const) : []),
      ['mes', TUESDAY],
      ...(isFullRun ? ([['lista', TUESDAY]] as const) : []),
    ] as const) {
      await moveTo(page, `${path}?vista=${view}&fecha=${date}`);
      const patient = date.startsWith('2024') ? 'Fabio Luz' : 'Ana Paz';
      await expectAccessibleLayout(page, () => expect(getEvent(page, patient)).toBeVisible());
    }
  });

  await nightlyStep('the confirmation of a retirement is accessible at every width', async () => {
    await moveTo(page, await findPath(page, LONG));
    await page.getByRole('button', { name: 'Dar de baja' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessibleLayout(page);
  });

  await nightlyStep('a rejected move', async () => {
    await moveTo(page, `${await findPath(page, 'Renata')}?fecha=${TUESDAY}`);
    await page.getByRole('button', { name: 'Ana Paz' }).focus();
    await page.keyboard.down('Alt');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.up('Alt');
    await expect(
      page.getByRole('dialog', { name: 'No se pudo reprogramar la cita' }),
    ).toBeVisible();
    await expectAccessibleLayout(page);
  });
});
