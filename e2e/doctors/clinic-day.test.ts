import { instant, TUESDAY, WEDNESDAY } from '../product/days.ts';
import { expectAccessibleLayout } from '../product/looks.ts';
import { closeToasts, expect, moveTo, test } from '../product/test.ts';
import { agenda, CALL, drag, getEvent, HALF_HOUR_HEIGHT } from './agenda-page.ts';
import { bookings, makeDoctor } from './records.ts';

const LONG = 'María Fernanda de los Ángeles Villavicencio Etcheverry y Zaldúa';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const ivan = makeDoctor('Iván Mora', 'Urología');

test.use({
  viewport: { width: 1440, height: 1300 },
  dataset: bookings(
    { id: 'apt_1', patient: 'Ana Paz', at: instant(TUESDAY, '15:00') },
    { id: 'apt_2', patient: 'Bruno Gil', at: instant(TUESDAY, '15:00'), doctor: ivan },
    // A whole day of one doctor, back to back.
    ...Array.from({ length: 24 }, (_, n) => ({
      id: `apt_long_${n}`,
      patient: `Paciente ${LETTERS[n]} ${LONG}`,
      at: new Date(Date.parse(instant(TUESDAY, '14:00')) + n * 1_800_000).toISOString(),
      doctor: makeDoctor(LONG, 'Andrología'),
    })),
    { id: 'apt_3', patient: 'Carla Ríos', at: instant(TUESDAY, '17:00'), status: 'cancelled' },
    { id: 'apt_4', patient: 'Diego Sol', at: instant(WEDNESDAY, '18:00'), doctor: ivan },
    ...Array.from({ length: 9 }, (_, n) => ({
      id: `apt_other_${n}`,
      patient: `Otro ${LETTERS[n]}`,
      at: instant(WEDNESDAY, '16:00'),
      doctor: makeDoctor(`Zoe Luna ${LETTERS[n]}`),
    })),
  ),
});
test('S-240: the day of the clinic shows twelve doctors side by side, and moves appointments', async ({
  staffPage: page,
}) => {
  await test.step('the agenda is a view of /medicos, in the URL', async () => {
    await page.goto('/medicos');
    await page.getByRole('button', { name: 'Agenda', exact: true }).click();
    await expect(page).toHaveURL(/\?vista=agenda$/);
    await moveTo(page, `/medicos?vista=agenda&fecha=${TUESDAY}`);
    await expect(getEvent(page, 'Ana Paz')).toBeVisible();
    await expect(page.getByText('12 médicos, 26 citas')).toBeVisible();
    await expect(
      agenda(page).getByRole('list', { name: 'Columnas' }).getByRole('link'),
    ).toHaveCount(12);
  });

  await test.step('filters are in the URL', async () => {
    await page.getByRole('button', { name: /^Médicos 12 de 12/ }).click();
    await page.getByRole('checkbox', { name: `Dr ${LONG}` }).uncheck();
    await page.keyboard.press('Escape');
    await expect(page.getByText('11 médicos, 2 citas')).toBeVisible();
    await expect(page).toHaveURL(/medicos=/);
    await page.getByRole('button', { name: 'Cancelado', exact: true }).click();
    await expect(page).toHaveURL(/cita=cancelled/);
    await expect(getEvent(page, 'Ana Paz')).toHaveCount(0);
    await expect(getEvent(page, 'Carla Ríos')).toBeVisible();
    await page.reload();
    await expect(getEvent(page, 'Carla Ríos')).toBeVisible();
    await page.getByRole('button', { name: 'Cancelado', exact: true }).click();
  });

  await test.step('a drag within a column moves the appointment', async () => {
    const sending = page.waitForRequest(CALL);
    await drag(page, getEvent(page, 'Bruno Gil'), { y: 2 * HALF_HOUR_HEIGHT });
    expect((await sending).postDataJSON()).toMatchObject({ date: instant(TUESDAY, '16:00') });
    await expect(getEvent(page, 'Bruno Gil')).toContainText('10:00–10:30');
    // Until the move is saved, the agenda moves nothing else.
    await expect(page.getByRole('status').filter({ hasText: ', 10:00' })).toBeVisible();
  });

  await test.step('Alt with an arrow moves the appointment', async () => {
    await getEvent(page, 'Bruno Gil').focus();
    const sending = page.waitForRequest(CALL);
    await page.keyboard.down('Alt');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.up('Alt');
    expect((await sending).postDataJSON()).toMatchObject({ date: instant(TUESDAY, '16:15') });
    await expect(getEvent(page, 'Bruno Gil')).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: ', 10:15' })).toBeVisible();
  });

  const getPlace = async () => (await getEvent(page, 'Bruno Gil').boundingBox())?.x;
  const ownPlace = await getPlace();

  await test.step('E-10.1490: a drop in the column of another doctor changes the doctor, with undo', async () => {
    const sending = page.waitForRequest(CALL);
    await drag(page, getEvent(page, 'Bruno Gil'), { x: 200 });
    expect((await sending).postDataJSON()).toMatchObject({ idDoctor: expect.any(String) });
    const moved = page
      .getByRole('status')
      .filter({ hasText: /^Cita reprogramada/ })
      .last();
    await expect(moved).toContainText(/Dr (?!Iván Mora)/);
    const undoing = page.waitForRequest(CALL);
    await moved.getByRole('button', { name: 'Deshacer' }).click();
    expect((await undoing).postDataJSON()).toMatchObject({ idDoctor: expect.any(String) });
    await expect(page.getByText('Cambio deshecho')).toBeVisible();
    await expect.poll(getPlace).toBe(ownPlace);
    // The next step waits for toasts of its own.
    await closeToasts(page);
  });

  await test.step('E-10.1490: Alt with a sideways arrow changes the doctor', async () => {
    await getEvent(page, 'Bruno Gil').focus();
    const sending = page.waitForRequest(CALL);
    await page.keyboard.down('Alt');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.up('Alt');
    expect((await sending).postDataJSON()).toMatchObject({ idDoctor: expect.any(String) });
    await expect(getEvent(page, 'Bruno Gil')).toBeFocused();
    const moved = page.getByRole('status').filter({ hasText: /Dr (?!Iván Mora)/ });
    await moved.getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByText('Cambio deshecho')).toBeVisible();
    await expect.poll(getPlace).toBe(ownPlace);
  });

  await test.step('E-10.1491: a new caller is booked from an empty slot in three clicks', async () => {
    const bruno = await getEvent(page, 'Bruno Gil').boundingBox();
    if (!bruno) throw new Error('The appointment is not drawn');
    await page.mouse.click(bruno.x + bruno.width / 2, bruno.y + 6 * HALF_HOUR_HEIGHT);
    const form = page.getByRole('dialog', { name: 'Crear cita' });
    await expect(form.getByRole('combobox', { name: 'Paciente' })).toBeFocused();
    await page.keyboard.type('Zulema Quiroga');
    await form.getByRole('option', { name: 'Crear paciente «Zulema Quiroga»' }).click();
    await expect(form.getByLabel('Teléfono')).toBeFocused();
    await page.keyboard.type('5512345678');
    await form.getByRole('button', { name: 'Crear cita' }).click();
    await expect(page.getByText('Cita creada')).toBeVisible();
    await expect(getEvent(page, 'Zulema Quiroga')).toBeVisible();
  });

  await test.step('E-10.1709: arrow keys move through free hours, and Enter books one', async () => {
    const free = page.getByRole('button', { name: /^Crear cita, / });
    // A pointer over the hours changes the focused one too.
    await page.mouse.move(0, 0);
    await free.focus();
    const before = await free.getAttribute('aria-label');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect(free).toBeFocused();
    await expect(free).not.toHaveAttribute('aria-label', before ?? '');
    const [, doctor, , time] = ((await free.getAttribute('aria-label')) ?? '').split(', ');
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Crear cita' });
    await expect(form.getByRole('combobox', { name: 'Médico' })).toHaveValue(
      (doctor ?? '').replace(/^Dr /, ''),
    );
    await expect(form.getByLabel(/^Hora/)).toHaveValue((time ?? '').padStart(5, '0'));
    await test.step('E-10.2453: the keyboard alone books a new caller from an empty slot', async () => {
      await expect(form.getByRole('combobox', { name: 'Paciente' })).toBeFocused();
      await page.keyboard.type('Quirino Solar');
      await expect(
        form.getByRole('option', { name: 'Crear paciente «Quirino Solar»' }),
      ).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(form.getByLabel('Teléfono')).toBeFocused();
      await page.keyboard.type('5587654321');
      await page.keyboard.press('Enter');
      await expect(form).toBeHidden();
      await expect(getEvent(page, 'Quirino Solar')).toBeVisible();
    });
  });

  await test.step('E-10.1710: one doctor is filtered in two clicks, and remembered', async () => {
    await page.getByRole('button', { name: /^Médicos 11 de 12/ }).click();
    await page.getByRole('button', { name: 'Solo Dr Iván Mora' }).click();
    await expect(page.getByText(/^Martes .* · 1 médico/)).toBeVisible();
    await page.keyboard.press('Escape');
    await moveTo(page, `/medicos?vista=agenda&fecha=${WEDNESDAY}`);
    await expect(page.getByText(/^Miércoles .* · 1 médico, 1 cita/)).toBeVisible();
    await page.getByRole('button', { name: /^Médicos 1 de 12/ }).click();
    await page.getByRole('button', { name: 'Mostrar todos' }).click();
    await page.getByRole('checkbox', { name: 'Ocultar médicos sin citas' }).check();
    await expect(page.getByText(/^Miércoles .* · 10 médicos/)).toBeVisible();
    await page.getByRole('checkbox', { name: 'Ocultar médicos sin citas' }).uncheck();
    await page.keyboard.press('Escape');
  });

  await test.step('E-10.1711: a week has the appointments of all doctors', async () => {
    await page.getByRole('button', { name: 'Semana', exact: true }).click();
    await expect(page).toHaveURL(/periodo=semana/);
    await expect(getEvent(page, 'Ana Paz')).toBeVisible();
    await expect(getEvent(page, 'Diego Sol')).toBeVisible();
    await page.getByRole('button', { name: 'Día', exact: true }).click();
    await moveTo(page, `/medicos?vista=agenda&fecha=${TUESDAY}`);
    await expect(getEvent(page, 'Ana Paz')).toBeVisible();
  });

  await test.step('the printed sheet has every doctor', async () => {
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 1040, height: 1300 });
    const columns = page.getByRole('list', { name: 'Columnas' }).getByRole('listitem');
    await expect(columns.last()).toBeInViewport({ ratio: 1 });
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1440, height: 1300 });
  });

  await test.step('E-10.2787: the agenda is accessible and does not overflow, also as a list on a phone', async () => {
    await moveTo(page, `/medicos?vista=agenda&fecha=${TUESDAY}`);
    await expectAccessibleLayout(page, () => expect(getEvent(page, 'Ana Paz')).toBeVisible());
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByText(/^mar \d{1,2} \p{L}{3} \d{4}$/u).first()).toBeVisible();
    await page.getByRole('button', { name: /^Iván Mora/ }).click();
    await expect(agenda(page).getByRole('listitem')).toHaveText([
      /^10:15 Bruno Gil Dr Iván Mora/,
      /^13:00 Zulema Quiroga Dr Iván Mora/,
    ]);
  });
});
