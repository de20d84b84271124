import {
  clinicTime,
  formatDate,
  instant,
  MONDAY,
  spellDay,
  TUESDAY,
  WEDNESDAY,
} from '../product/days.ts';
import { expect, failedRequest, test } from '../product/test.ts';
import {
  agenda,
  busyWeek,
  CALL,
  drag,
  getColumn,
  getEvent,
  HALF_HOUR_HEIGHT,
  openAgenda,
  startDrag,
} from './agenda-page.ts';
import { findPath } from './records.ts';

test.use({
  viewport: { width: 1440, height: 1400 },
  // Some of these steps are rejected on purpose, and the browser logs each rejection.
  expectedErrors: failedRequest(401, 409),
  dataset: busyWeek,
});

test('an appointment is dragged and moved by the keyboard, and Deshacer and Escape return it', async ({
  staffPage: page,
}) => {
  await test.step('E-2.11, E-10.22: a drag saves another time immediately, and Deshacer the old one', async () => {
    await openAgenda(page);
    const { width = 0 } = (await getColumn(page, TUESDAY).boundingBox()) ?? {};
    const sending = page.waitForRequest(CALL);
    await drag(page, getEvent(page, 'Ana Paz'), { x: width, y: 2 * HALF_HOUR_HEIGHT });
    expect((await sending).postDataJSON()).toEqual({
      idAppointment: 'apt_1',
      status: 'pending',
      date: instant(WEDNESDAY, '16:00'),
      version: 1,
    });
    await expect(getColumn(page, WEDNESDAY)).toContainText('Ana Paz 10:00–10:30');
    const toast = page.getByRole('status').filter({ hasText: 'Cita reprogramada' });
    await expect(toast).toContainText(clinicTime(instant(WEDNESDAY, '16:00')));

    const undoing = page.waitForRequest(CALL);
    await toast.getByRole('button', { name: 'Deshacer' }).click();
    expect((await undoing).postDataJSON()).toMatchObject({
      date: instant(TUESDAY, '15:00'),
      version: 2,
    });
    await expect(page.getByText('Cambio deshecho')).toBeVisible();
    await expect(getColumn(page, TUESDAY)).toContainText('Ana Paz 9:00–9:30');
  });

  await test.step('a cancelled appointment cannot be moved', async () => {
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent += 1;
    });
    await drag(page, getEvent(page, 'Carla Ríos'), { y: 2 * HALF_HOUR_HEIGHT });
    await expect(getEvent(page, 'Carla Ríos')).toContainText('9:00–9:30');
    await page.keyboard.press('Escape');
    await getEvent(page, 'Carla Ríos').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(agenda(page)).toContainText('Esta cita no se puede reprogramar.');
    expect(sent).toBe(0);
  });

  await test.step('Escape cancels a drag, and the next one is saved', async () => {
    await page.reload();
    await expect(getColumn(page, TUESDAY)).toContainText('Ana Paz 9:00–9:30');
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.postDataJSON().date);
    });
    await startDrag(page, getEvent(page, 'Ana Paz'), { y: 2 * HALF_HOUR_HEIGHT });
    await expect(page.locator('[data-in-air]')).toContainText('10:00–10:30');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(getEvent(page, 'Ana Paz')).toContainText('9:00–9:30');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await drag(page, getEvent(page, 'Ana Paz'), { y: HALF_HOUR_HEIGHT });
    await expect(page.getByText('Cita reprogramada')).toBeVisible();
    expect(sent).toEqual([instant(TUESDAY, '15:30')]);
  });

  await test.step('E-10.22: Alt and the arrows move it, releasing Alt saves it, and Escape returns it', async () => {
    await page.request.put('/v1/doctor/update_appointment_status', {
      data: { idAppointment: 'apt_1', status: 'pending', date: instant(TUESDAY, '15:00') },
    });
    await openAgenda(page);
    const ana = getEvent(page, 'Ana Paz');
    await ana.focus();
    await page.keyboard.down('Alt');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(agenda(page)).toContainText(`Ana Paz, ${spellDay(WEDNESDAY)}, 9:15`);
    await expect(getColumn(page, WEDNESDAY)).toContainText('Ana Paz 9:15–9:45');
    await page.keyboard.press('Escape');
    await page.keyboard.up('Alt');
    await expect(getColumn(page, TUESDAY)).toContainText('Ana Paz 9:00–9:30');
    await expect(agenda(page)).toContainText('La cita de Ana Paz conserva su horario.');

    await ana.focus();
    const sending = page.waitForRequest(CALL);
    await page.keyboard.down('Alt');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.up('Alt');
    expect((await sending).postDataJSON()).toMatchObject({ date: instant(WEDNESDAY, '15:30') });
    await expect(page.getByText('Cita reprogramada')).toBeVisible();
    await expect(getColumn(page, WEDNESDAY)).toContainText('Ana Paz 9:30–10:00');
    await expect(ana).toBeFocused();
  });

  await test.step('a move ends at the edges of the view, and keeps the focus', async () => {
    const back = { idAppointment: 'apt_1', status: 'pending', date: instant(TUESDAY, '15:00') };
    await page.request.put('/v1/doctor/update_appointment_status', { data: back });
    await openAgenda(page);
    const ana = getEvent(page, 'Ana Paz');
    await ana.focus();
    await page.keyboard.down('Alt');
    await page.keyboard.press('ArrowLeft');
    await expect(agenda(page)).toContainText(`Ana Paz, ${spellDay(MONDAY)}, 9:00`);
    await expect(ana).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(agenda(page)).toContainText('Ya es el primer día visible.');
    await expect(ana).toBeFocused();
    for (const time of ['8:45', '8:30', '8:15', '8:00']) {
      await page.keyboard.press('ArrowUp');
      await expect(agenda(page)).toContainText(`Ana Paz, ${spellDay(MONDAY)}, ${time}`);
    }
    await page.keyboard.press('ArrowUp');
    await expect(agenda(page)).toContainText('Ya es la primera hora visible.');
    await expect(ana).toBeFocused();
    const sending = page.waitForRequest(CALL);
    await page.keyboard.up('Alt');
    expect((await sending).postDataJSON()).toMatchObject({ date: instant(MONDAY, '14:00') });
    await expect(getColumn(page, MONDAY)).toContainText('Ana Paz 8:00–8:30');
    // No other appointment moves before this one is saved.
    await expect(page.getByText('Cita reprogramada')).toBeVisible();

    await page.getByRole('button', { name: 'Día', exact: true }).click();
    // Waits until the week is gone, in which the event is not on the last day.
    await expect(getColumn(page, WEDNESDAY)).toHaveCount(0);
    await expect(agenda(page)).toHaveAttribute('aria-busy', 'false');
    await getEvent(page, 'Bruno Gil').focus();
    await page.keyboard.press('Alt+ArrowRight');
    await expect(agenda(page)).toContainText('Ya es el último día visible.');
    await expect(getEvent(page, 'Bruno Gil')).toContainText('11:00–11:30');
    await expect(getEvent(page, 'Bruno Gil')).toBeFocused();
  });
});

test('a rejected move is reverted with the reason, and no other move starts before', {
  tag: '@nightly',
}, async ({ staffPage: page }) => {
  await test.step('E-10.22: a taken time shows its appointment, and offers free ones', async () => {
    await openAgenda(page);
    await drag(page, getEvent(page, 'Ana Paz'), { y: 4 * HALF_HOUR_HEIGHT });
    const rejection = page.getByRole('dialog', { name: 'No se pudo reprogramar la cita' });
    await expect(rejection.getByRole('alert')).toContainText(
      'El médico ya tiene una cita a esa hora.',
    );
    await expect(rejection.getByRole('alert')).toContainText(
      `Con Bruno Gil: ${clinicTime(instant(TUESDAY, '17:00'))}–11:30 (${formatDate(TUESDAY)} | 5:00 PM – 5:30 PM UTC)`,
    );
    await rejection.getByRole('button', { name: 'Conservar el horario' }).click();
    await expect(rejection).toBeHidden();
    await expect(getEvent(page, 'Ana Paz')).toContainText('9:00–9:30');
    await expect(getEvent(page, 'Ana Paz')).toBeFocused();

    await drag(page, getEvent(page, 'Ana Paz'), { y: 4 * HALF_HOUR_HEIGHT });
    await rejection.getByRole('button', { name: '11:30', exact: true }).click();
    await expect(rejection).toBeHidden();
    await expect(getEvent(page, 'Ana Paz')).toContainText('11:30–12:00');
  });

  await test.step('an appointment changed by another user shows its current time', async () => {
    await openAgenda(page);
    // During a drag the agenda does not change.
    await startDrag(page, getEvent(page, 'Ana Paz'), { y: 2 * HALF_HOUR_HEIGHT });
    await page.request.put('/v1/doctor/update_appointment_status', {
      data: { idAppointment: 'apt_1', status: 'assigned', date: instant(TUESDAY, '22:00') },
    });
    await page.mouse.up();
    await expect(page.getByText('No se pudo reprogramar la cita')).toBeVisible();
    await expect(getEvent(page, 'Ana Paz')).toContainText(
      `16:00–16:30, ${spellDay(TUESDAY)}, Asignado`,
    );
  });

  await test.step('while a move is saved no other starts, and the appointment in its way is named and drawn', async () => {
    await page.request.put('/v1/doctor/update_appointment_status', {
      data: { idAppointment: 'apt_1', status: 'pending', date: instant(TUESDAY, '15:00') },
    });
    await openAgenda(page);
    const placed = await page.request.post('/v1/doctor/create_appointment', {
      data: {
        idUser: 'usr_elsamar',
        idDoctor: (await findPath(page, 'Renata')).split('/').at(-1),
        date: instant(TUESDAY, '16:00'),
      },
    });
    expect(placed.status()).toBe(200);
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    let sent = 0;
    await page.route(CALL, async (route) => {
      sent += 1;
      await answered;
      await route.continue();
    });
    await drag(page, getEvent(page, 'Ana Paz'), { y: 2 * HALF_HOUR_HEIGHT });
    await expect(getEvent(page, 'Ana Paz')).toContainText('10:00–10:30');
    await drag(page, getEvent(page, 'Bruno Gil'), { y: 4 * HALF_HOUR_HEIGHT });
    await expect(getEvent(page, 'Bruno Gil')).toContainText('11:00–11:30');
    await getEvent(page, 'Bruno Gil').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(agenda(page)).toContainText('Espera a que se guarde el otro cambio.');
    answer();

    const rejection = page.getByRole('dialog', { name: 'No se pudo reprogramar la cita' });
    await expect(rejection).toContainText('La cita de Ana Paz no cambió de horario.');
    await expect(rejection.getByRole('alert')).toContainText('Con Elsa Mar');
    await rejection.getByRole('button', { name: 'Conservar el horario' }).click();
    await expect(getColumn(page, TUESDAY).getByRole('button')).toHaveText([
      /^Ana Paz 9:00/,
      /^Elsa Mar 10:00/,
      /^Bruno Gil 11:00/,
      /^Diego Sol 19:30/,
    ]);
    expect(sent).toBe(1);
  });
});
