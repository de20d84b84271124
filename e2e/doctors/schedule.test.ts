import { formatClinicDay } from '@simiente/contract/format/dates';
import { formatDate, instant, THURSDAY, TUESDAY, WEDNESDAY } from '../product/days.ts';
import { expect, test } from '../product/test.ts';
import { openAgenda } from './agenda-page.ts';
import { bookings, findPath } from './records.ts';

test.use({
  dataset: bookings(
    { id: 'apt_1', patient: 'Ana Paz', phone: '5510001001', at: instant(TUESDAY, '15:00') },
    { id: 'apt_2', patient: 'Bruno Gil', phone: '5510001002', at: instant(TUESDAY, '17:00') },
    { id: 'apt_3', patient: 'Carla Ríos', phone: '5510001003', at: instant(WEDNESDAY, '15:00') },
  ),
});

/** '09/02/2027', as the field of a date shows it. */
const typed = (day: string) => {
  const [month, number, year] = formatDate(day).split('/');
  return `${number}/${month}/${year}`;
};

test('E-10.1514: a day off is entered, and the affected patients get another time, one after the other', async ({
  staffPage: page,
}) => {
  const path = await findPath(page, 'Renata');
  await test.step('the day off lists the affected appointments', async () => {
    await page.goto(path);
    await page.getByRole('link', { name: 'Horarios' }).click();
    await page.getByRole('button', { name: 'Agregar', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Agregar bloqueo' });
    await form.getByLabel('Motivo').fill('Congreso');
    await form.getByRole('textbox', { name: 'Desde' }).fill(typed(TUESDAY));
    await form.getByRole('button', { name: 'Agregar' }).click();
    await expect(page.getByRole('button', { name: '2 citas dentro' })).toBeVisible();
    await expect(
      page.getByText('2 citas quedarían fuera del horario. No se cancelan.'),
    ).toBeVisible();
  });

  await test.step('E-10.1512: both appointments are rescheduled one after the other, at offered hours', async () => {
    await page.getByRole('button', { name: 'Reprogramar todas' }).click();
    await expect(page.getByText('Horario guardado')).toBeVisible();
    for (const patient of ['Ana Paz', 'Bruno Gil']) {
      const edit = page.getByRole('dialog', { name: 'Editar Cita' });
      await expect(edit.getByText(patient)).toBeVisible();
      const nextDay = formatClinicDay(new Date(instant(WEDNESDAY, '18:00')), 'America/Mexico_City');
      const offered = edit.getByRole('list', { name: nextDay });
      await expect(offered).toBeVisible();
      await offered.getByRole('button').first().click();
      await edit.getByRole('button', { name: 'Guardar cambios' }).click();
      await expect(edit.getByText(patient)).toHaveCount(0);
    }
    const list = page.getByRole('dialog', { name: 'Citas por reprogramar' });
    await expect(list.getByText('Ya no quedan citas por reprogramar.')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('E-10.2453: the keyboard alone enters a day off and finds its patients to call', async () => {
    await page.getByRole('button', { name: 'Agregar', exact: true }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Agregar bloqueo' });
    await expect(form.getByLabel('Motivo')).toBeFocused();
    await page.keyboard.type('Examen');
    await form.getByRole('textbox', { name: 'Desde' }).focus();
    await page.keyboard.type(typed(WEDNESDAY));
    await page.keyboard.press('Enter');
    await expect(form).toBeHidden();
    await page.getByRole('button', { name: 'Reprogramar todas' }).press('Enter');
    const edit = page.getByRole('dialog', { name: 'Editar Cita' });
    await expect(edit).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(edit).toBeHidden();
    const list = page.getByRole('dialog', { name: 'Citas por reprogramar' });
    for (const phone of ['5510001001', '5510001002', '5510001003']) {
      const call = list.getByRole('link', { name: phone, exact: true });
      await expect(call).toHaveAttribute('href', /^tel:/);
    }
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
  });

  await test.step('the agenda shows the reason, and no appointment on that day', async () => {
    await openAgenda(page, `?fecha=${TUESDAY}`);
    const tuesday = page.locator(`[role="cell"][data-date="${TUESDAY}"]`);
    await expect(tuesday.getByText('Congreso')).toBeVisible();
    await expect(tuesday.getByRole('button')).toHaveCount(0);
  });
});

test('E-10.1511: an interval is added by keyboard, rejected if it overlaps, and saved', async ({
  staffPage: page,
}) => {
  await page.goto(`${await findPath(page, 'Renata')}/horarios`);
  const thursday = page.getByRole('listitem', { name: 'Jueves' });
  await thursday.getByRole('button', { name: 'Quitar 8:00–20:00 del jueves' }).press('Enter');
  await expect(thursday.getByText('No atiende')).toBeVisible();
  const add = thursday.getByRole('button', { name: 'Agregar intervalo el jueves' });
  for (const [from, to] of [
    ['10:00', '14:00'],
    ['16:00', '20:00'],
  ] as const) {
    await add.press('Enter');
    await thursday.getByRole('textbox', { name: 'De' }).fill(from);
    await thursday.getByRole('textbox', { name: 'A', exact: true }).fill(to);
    await thursday.getByRole('textbox', { name: 'A', exact: true }).press('Enter');
  }
  await add.press('Enter');
  await thursday.getByRole('textbox', { name: 'De' }).fill('13:00');
  await thursday.getByRole('textbox', { name: 'A', exact: true }).fill('15:00');
  await thursday.getByRole('textbox', { name: 'A', exact: true }).press('Enter');
  await expect(thursday.getByText('Se empalma con otro intervalo.')).toBeVisible();
  await thursday.getByRole('textbox', { name: 'De' }).press('Escape');
  await expect(thursday.getByText('8 h', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Guardar horario' }).click();
  await expect(page.getByText('Horario guardado')).toBeVisible();
  const { data } = await (
    await page.request.get(
      `/v1/doctor/free-times?idDoctor=${(await findPath(page, 'Renata')).split('/').at(-1)}&from=${instant(THURSDAY, '06:00')}&limit=9`,
    )
  ).json();
  expect(data.times.map((time: string) => time.slice(11, 16)).slice(6)).toEqual([
    '19:00',
    '19:30',
    '22:00',
  ]);
});
