import type { Locator, Page } from '@playwright/test';
import type { ProductFacts } from '../product/protocol.ts';
import { expect, failedRequest, test } from '../product/test.ts';
import { bookings, pathOf } from './records.ts';

const CALL = '**/v1/doctor/update_appointment_status';
/** What half an hour measures in the grid. */
const HALF_HOUR = 38;

test.use({
  viewport: { width: 1440, height: 1400 },
  // Refusals are part of what is tried.
  expectedErrors: failedRequest(401, 409),
  // The week of Monday 11 January 2027, in Mexico City.
  dataset: bookings(
    { id: 'apt_1', patient: 'Ana Paz', at: '2027-01-12T15:00:00Z' },
    { id: 'apt_2', patient: 'Bruno Gil', at: '2027-01-12T17:00:00Z', status: 'assigned' },
    { id: 'apt_3', patient: 'Carla Ríos', at: '2027-01-13T15:00:00Z', status: 'cancelled' },
    // Tuesday on the clinic's clocks, and Wednesday in UTC.
    { id: 'apt_4', patient: 'Diego Sol', at: '2027-01-13T01:30:00Z' },
    { id: 'apt_5', patient: 'Elsa Mar', at: '2027-01-24T16:00:00Z' },
  ),
});

async function openAgenda(page: Page, query = '?fecha=2027-01-12'): Promise<void> {
  await page.goto((await pathOf(page, 'Renata')) + query);
  await expect(page.getByRole('region', { name: 'Agenda' })).toHaveAttribute('aria-busy', 'false');
}

/** An appointment in the grid, by whose it is. */
const eventOf = (page: Page, patient: string) => page.getByRole('button', { name: patient });
const columnOf = (page: Page, day: string) => page.locator(`[role="cell"][data-date="${day}"]`);
const agenda = (page: Page) => page.getByRole('region', { name: 'Agenda' });

/** Points at 11:00 of a day on which nobody comes. */
async function pointAt(page: Page, day: string): Promise<void> {
  const box = await columnOf(page, day).boundingBox();
  if (!box) throw new Error('There is no such day to point at');
  // Three hours after 8:00.
  await page.mouse.click(box.x + box.width / 2, box.y + 6 * HALF_HOUR + 10);
}

/** Takes hold of an appointment and takes it so many px away. */
async function hold(page: Page, event: Locator, { x = 0, y = 0 }): Promise<void> {
  const box = await event.boundingBox();
  if (!box) throw new Error('There is nothing to take hold of');
  const [left, top] = [box.x + box.width / 2, box.y + 8];
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move(left + x / 2, top + y / 2, { steps: 5 });
  await page.mouse.move(left + x, top + y, { steps: 5 });
}

async function drag(page: Page, event: Locator, by: { x?: number; y?: number }): Promise<void> {
  await hold(page, event, by);
  await page.mouse.up();
}

async function signInAgain(page: Page, { email, password }: ProductFacts['staff']): Promise<void> {
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
}

test('a week shows whose each appointment is, on the clinic’s clocks', async ({
  staffPage: page,
}) => {
  await openAgenda(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dr Renata Olvera Cid');
  await expect(page.getByText('Andrología, Urología')).toBeVisible();
  await expect(page.getByText('renata@example.org')).toBeVisible();
  await expect(page.getByText('4 citas próximas')).toBeVisible();
  await expect(agenda(page).getByRole('heading', { level: 2 })).toHaveText('11–16 ene 2027');
  await expect(agenda(page)).toContainText('Hora de Ciudad de México (UTC−6)');
  await expect(agenda(page).getByRole('list', { name: 'Colores' })).toHaveText(
    'PendienteAsignadoCancelado',
  );
  await expect(agenda(page).getByRole('columnheader')).toHaveText([
    /lun 11$/,
    /mar 12$/,
    /mié 13$/,
    /jue 14$/,
    /vie 15$/,
    /sáb 16$/,
  ]);
  await expect(agenda(page).getByRole('rowheader', { name: 'Horario', exact: true })).toBeVisible();
  const tuesday = columnOf(page, '2027-01-12');
  await expect(tuesday.getByRole('button')).toHaveText([
    'Ana Paz 9:00–9:30, martes 12 de enero, Pendiente',
    'Bruno Gil 11:00–11:30, martes 12 de enero, Asignado',
    'Diego Sol 19:30–20:00, martes 12 de enero, Pendiente',
  ]);
  await expect(columnOf(page, '2027-01-13').getByRole('button')).toHaveText(
    'Carla Ríos 9:00–9:30, miércoles 13 de enero, Cancelado',
  );
});

test('days, weeks, months and lists follow one another, and the address keeps the place', async ({
  staffPage: page,
}) => {
  await openAgenda(page);
  const title = agenda(page).getByRole('heading', { level: 2 });
  await page.getByRole('button', { name: 'Semana siguiente' }).click();
  // Sunday is there, because it holds an appointment.
  await expect(title).toHaveText('18–24 ene 2027');
  await expect(columnOf(page, '2027-01-24').getByRole('button')).toContainText('Elsa Mar');
  await page.getByRole('button', { name: 'Semana anterior' }).click();
  await page.getByRole('button', { name: 'Día', exact: true }).click();
  await expect(title).toHaveText('mar 12 ene 2027');
  await expect(eventOf(page, 'Ana Paz')).toBeVisible();
  await page.getByRole('button', { name: 'Día siguiente' }).click();
  await expect(eventOf(page, 'Carla Ríos')).toBeVisible();
  await expect(eventOf(page, 'Ana Paz')).toHaveCount(0);

  await page.getByRole('button', { name: 'Mes', exact: true }).click();
  await expect(title).toHaveText('enero 2027');
  await expect(agenda(page).getByRole('button', { name: /de enero/ })).toHaveCount(5);

  await page.getByRole('button', { name: 'Lista', exact: true }).click();
  await expect(page).toHaveURL(/\?vista=lista&fecha=2027-01-13$/);
  await page.reload();
  await expect(
    page.getByRole('region', { name: 'martes 12 de enero' }).getByRole('button'),
  ).toHaveText([
    '9:00–9:30 Ana Paz Pendiente',
    '11:00–11:30 Bruno Gil Asignado',
    '19:30–20:00 Diego Sol Pendiente',
  ]);
  await page.getByRole('button', { name: 'Hoy' }).click();
  await expect(page).toHaveURL(/\?vista=lista$/);
  await expect(agenda(page)).toContainText('No hay citas en estos días.');
});

test('an appointment opens Editar Cita, and the agenda follows what is saved', async ({
  staffPage: page,
}) => {
  await openAgenda(page);
  await eventOf(page, 'Ana Paz').focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Editar Cita' });
  await expect(form.getByLabel(/^Hora/)).toHaveValue('09:00');
  await form.getByLabel(/^Hora/).fill('10:00');
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page.getByText('Cita actualizada')).toBeVisible();
  await expect(eventOf(page, 'Ana Paz')).toContainText('10:00–10:30');
  await expect(form).toBeHidden();
  await expect(eventOf(page, 'Ana Paz')).toBeFocused();
});

test('a drag gives another time at once, and Deshacer gives the old one back', async ({
  staffPage: page,
}) => {
  await openAgenda(page);
  const { width = 0 } = (await columnOf(page, '2027-01-12').boundingBox()) ?? {};
  const sending = page.waitForRequest(CALL);
  await drag(page, eventOf(page, 'Ana Paz'), { x: width, y: 2 * HALF_HOUR });
  expect((await sending).postDataJSON()).toEqual({
    idAppointment: 'apt_1',
    status: 'pending',
    date: '2027-01-13T16:00:00.000Z',
    version: 1,
  });
  await expect(columnOf(page, '2027-01-13')).toContainText('Ana Paz 10:00–10:30');
  const toast = page.getByRole('status').filter({ hasText: 'Cita reprogramada' });
  await expect(toast).toContainText('miércoles 13 de enero, 10:00.');

  const undoing = page.waitForRequest(CALL);
  await toast.getByRole('button', { name: 'Deshacer' }).click();
  expect((await undoing).postDataJSON()).toMatchObject({
    date: '2027-01-12T15:00:00.000Z',
    version: 2,
  });
  await expect(page.getByText('Cambio deshecho')).toBeVisible();
  await expect(columnOf(page, '2027-01-12')).toContainText('Ana Paz 9:00–9:30');
  await page.reload();
  await expect(columnOf(page, '2027-01-12')).toContainText('Ana Paz 9:00–9:30');
});

test('Escape gives a drag up, and the next one is as good as ever', async ({ staffPage: page }) => {
  await openAgenda(page);
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.postDataJSON().date);
  });
  await hold(page, eventOf(page, 'Ana Paz'), { y: 2 * HALF_HOUR });
  await expect(page.locator('[data-in-air]')).toContainText('10:00–10:30');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(eventOf(page, 'Ana Paz')).toContainText('9:00–9:30');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await drag(page, eventOf(page, 'Ana Paz'), { y: HALF_HOUR });
  await expect(page.getByText('Cita reprogramada')).toBeVisible();
  expect(sent).toEqual(['2027-01-12T15:30:00.000Z']);
});

test('a time that is taken sends it back, says whose it is, and offers free ones', async ({
  staffPage: page,
}) => {
  await openAgenda(page);
  await drag(page, eventOf(page, 'Ana Paz'), { y: 4 * HALF_HOUR });
  const refusal = page.getByRole('dialog', { name: 'No se movió la cita' });
  await expect(refusal.getByRole('alert')).toContainText('El médico ya tiene una cita a esa hora.');
  await expect(refusal.getByRole('alert')).toContainText(
    'Con Bruno Gil: 01/12/2027 | 5:00 PM – 5:30 PM UTC',
  );
  await refusal.getByRole('button', { name: 'Dejarla a su hora' }).click();
  await expect(refusal).toBeHidden();
  await expect(eventOf(page, 'Ana Paz')).toContainText('9:00–9:30');
  await expect(eventOf(page, 'Ana Paz')).toBeFocused();

  await drag(page, eventOf(page, 'Ana Paz'), { y: 4 * HALF_HOUR });
  await refusal.getByRole('button', { name: '01/12/2027 | 11:30 AM' }).click();
  await expect(refusal).toBeHidden();
  await expect(eventOf(page, 'Ana Paz')).toContainText('11:30–12:00');
});

test('one move at a time: no other begins, and who stands in its way is told and drawn', async ({
  staffPage: page,
}) => {
  await openAgenda(page);
  const placed = await page.request.post('/v1/doctor/create_appointment', {
    data: {
      idUser: 'usr_elsamar',
      idDoctor: (await pathOf(page, 'Renata')).split('/').at(-1),
      date: '2027-01-12T16:00:00Z',
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
  await drag(page, eventOf(page, 'Ana Paz'), { y: 2 * HALF_HOUR });
  await expect(eventOf(page, 'Ana Paz')).toContainText('10:00–10:30');
  await drag(page, eventOf(page, 'Bruno Gil'), { y: 4 * HALF_HOUR });
  await expect(eventOf(page, 'Bruno Gil')).toContainText('11:00–11:30');
  await eventOf(page, 'Bruno Gil').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(agenda(page)).toContainText('Espera a que se guarde el otro cambio.');
  answer();

  const refusal = page.getByRole('dialog', { name: 'No se movió la cita' });
  await expect(refusal).toContainText('Cita de Ana Paz.');
  await expect(refusal.getByRole('alert')).toContainText('Con Elsa Mar');
  await refusal.getByRole('button', { name: 'Dejarla a su hora' }).click();
  await expect(columnOf(page, '2027-01-12').getByRole('button')).toHaveText([
    /^Ana Paz 9:00/,
    /^Elsa Mar 10:00/,
    /^Bruno Gil 11:00/,
    /^Diego Sol 19:30/,
  ]);
  expect(sent).toBe(1);
});

test('an appointment that somebody else changed meanwhile shows how it is now', async ({
  staffPage: page,
}) => {
  await openAgenda(page);
  await page.request.put('/v1/doctor/update_appointment_status', {
    data: { idAppointment: 'apt_1', status: 'assigned', date: '2027-01-12T22:00:00Z' },
  });
  await drag(page, eventOf(page, 'Ana Paz'), { y: 2 * HALF_HOUR });
  await expect(page.getByText('No se movió la cita')).toBeVisible();
  await expect(eventOf(page, 'Ana Paz')).toContainText('16:00–16:30, martes 12 de enero, Asignado');
});

test('what was cancelled stays where it is', async ({ staffPage: page }) => {
  await openAgenda(page);
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent += 1;
  });
  await drag(page, eventOf(page, 'Carla Ríos'), { y: 2 * HALF_HOUR });
  await expect(eventOf(page, 'Carla Ríos')).toContainText('9:00–9:30');
  await page.keyboard.press('Escape');
  await eventOf(page, 'Carla Ríos').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(agenda(page)).toContainText('Esta cita no se puede mover.');
  expect(sent).toBe(0);
});

test('Alt and the arrows carry an appointment, letting go drops it, Escape does not', async ({
  staffPage: page,
}) => {
  await openAgenda(page);
  const ana = eventOf(page, 'Ana Paz');
  await ana.focus();
  await page.keyboard.down('Alt');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(agenda(page)).toContainText('Ana Paz, miércoles 13 de enero, 9:15');
  await expect(columnOf(page, '2027-01-13')).toContainText('Ana Paz 9:15–9:45');
  await page.keyboard.press('Escape');
  await page.keyboard.up('Alt');
  await expect(columnOf(page, '2027-01-12')).toContainText('Ana Paz 9:00–9:30');
  await expect(agenda(page)).toContainText('La cita de Ana Paz sigue a su hora.');

  await ana.focus();
  const sending = page.waitForRequest(CALL);
  await page.keyboard.down('Alt');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.up('Alt');
  expect((await sending).postDataJSON()).toMatchObject({ date: '2027-01-13T15:30:00.000Z' });
  await expect(page.getByText('Cita reprogramada')).toBeVisible();
  await expect(columnOf(page, '2027-01-13')).toContainText('Ana Paz 9:30–10:00');
  await expect(ana).toBeFocused();
});

test('what is carried stays in the days and hours that are shown, with the focus on it', async ({
  staffPage: page,
}) => {
  await openAgenda(page);
  const ana = eventOf(page, 'Ana Paz');
  await ana.focus();
  await page.keyboard.down('Alt');
  await page.keyboard.press('ArrowLeft');
  await expect(agenda(page)).toContainText('Ana Paz, lunes 11 de enero, 9:00');
  await expect(ana).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(agenda(page)).toContainText('Es el primer día que se ve.');
  await expect(ana).toBeFocused();
  for (const time of ['8:45', '8:30', '8:15', '8:00']) {
    await page.keyboard.press('ArrowUp');
    await expect(agenda(page)).toContainText(`Ana Paz, lunes 11 de enero, ${time}`);
  }
  await page.keyboard.press('ArrowUp');
  await expect(agenda(page)).toContainText('Es la primera hora que se ve.');
  await expect(ana).toBeFocused();
  const sending = page.waitForRequest(CALL);
  await page.keyboard.up('Alt');
  expect((await sending).postDataJSON()).toMatchObject({ date: '2027-01-11T14:00:00.000Z' });
  await expect(columnOf(page, '2027-01-11')).toContainText('Ana Paz 8:00–8:30');

  await page.getByRole('button', { name: 'Día', exact: true }).click();
  await eventOf(page, 'Bruno Gil').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(agenda(page)).toContainText('Es el último día que se ve.');
  await expect(eventOf(page, 'Bruno Gil')).toContainText('11:00–11:30');
  await expect(eventOf(page, 'Bruno Gil')).toBeFocused();
});

test('a free time that is pointed at begins Crear cita', async ({ staffPage: page }) => {
  await openAgenda(page);
  await pointAt(page, '2027-01-15');
  const form = page.getByRole('dialog', { name: 'Crear cita' });
  await expect(form).toContainText('Dr Renata Olvera Cid');
  await expect(form.getByLabel('Fecha')).toHaveValue('2027-01-15');
  await expect(form.getByLabel(/^Hora/)).toHaveValue('11:00');
  await form.getByRole('combobox', { name: 'Paciente' }).fill('elsa');
  await form.getByRole('option', { name: /Elsa Mar/ }).click();
  await form.getByRole('button', { name: 'Crear cita' }).click();
  await expect(page.getByText('Cita creada')).toBeVisible();
  await expect(columnOf(page, '2027-01-15')).toContainText('Elsa Mar 11:00–11:30');
  await expect(page.getByText('5 citas próximas')).toBeVisible();
});

test('what was typed when the session ended is there again, in one form', async ({
  staffPage: page,
  product,
}) => {
  await openAgenda(page);
  await page.getByRole('button', { name: 'Crear cita' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Paciente' }).fill('elsa');
  await form.getByRole('option', { name: /Elsa Mar/ }).click();
  await form.getByLabel('Fecha').fill('2027-01-20');
  await form.getByLabel(/^Hora/).fill('10:00');
  // Nothing else is on its way that could find the session gone before the click does.
  await expect(form.getByRole('button', { name: /^01\/20\/2027/ }).first()).toBeVisible();
  await page.context().clearCookies();
  await form.getByRole('button', { name: 'Crear cita' }).click();
  await signInAgain(page, product.staff);
  await expect(form).toHaveCount(1);
  await expect(form.getByLabel('Fecha')).toHaveValue('2027-01-20');
  await expect(form.getByRole('combobox', { name: 'Paciente' })).toHaveValue('Elsa Mar');
});

test('an edit that the end of the session met in the agenda goes on in the agenda', async ({
  staffPage: page,
  product,
}) => {
  await openAgenda(page);
  await eventOf(page, 'Ana Paz').click();
  const form = page.getByRole('dialog', { name: 'Editar Cita' });
  await form.getByLabel(/^Hora/).fill('10:00');
  await page.context().clearCookies();
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await signInAgain(page, product.staff);
  await expect(page).toHaveURL(/fecha=2027-01-12$/);
  await expect(form.getByLabel(/^Hora/)).toHaveValue('10:00');
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(form).toBeHidden();
  await expect(eventOf(page, 'Ana Paz')).toContainText('10:00–10:30');
  await expect(eventOf(page, 'Ana Paz')).toBeFocused();
});

test('a retired doctor keeps the agenda and takes nothing new', async ({ staffPage: page }) => {
  await openAgenda(page);
  await expect(eventOf(page, 'Ana Paz')).toBeVisible();
  await pointAt(page, '2027-01-15');
  await expect(page.getByRole('dialog', { name: 'Crear cita' })).toBeVisible();

  const idDoctor = (await pathOf(page, 'Renata')).split('/').at(-1);
  await page.request.put('/v1/doctor/retire', { data: { idDoctor, retired: true } });
  await openAgenda(page);
  await expect(eventOf(page, 'Ana Paz')).toBeVisible();
  await pointAt(page, '2027-01-15');
  // What is opened next is all that is open.
  await eventOf(page, 'Ana Paz').click();
  await expect(page.getByRole('dialog', { name: 'Editar Cita' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

for (const [timezoneId, where] of [
  ['Asia/Tokyo', 'on the other side of the world'],
  // Its clocks go forward on the Sunday of the week that is looked at.
  ['Europe/Madrid', 'whose own clocks change'],
] as const) {
  test.describe(`in a browser ${where}`, () => {
    test.use({
      timezoneId,
      dataset: bookings(
        { id: 'apt_1', patient: 'Ana Paz', at: '2027-03-28T15:00:00Z' },
        { id: 'apt_2', patient: 'Bruno Gil', at: '2027-03-29T01:30:00Z' },
      ),
    });

    test('the agenda is that of the clinic, and so is what a drag gives', async ({
      staffPage: page,
    }) => {
      await openAgenda(page, '?fecha=2027-03-28');
      await expect(columnOf(page, '2027-03-28').getByRole('button')).toHaveText([
        'Ana Paz 9:00–9:30, domingo 28 de marzo, Pendiente',
        'Bruno Gil 19:30–20:00, domingo 28 de marzo, Pendiente',
      ]);
      const top = (await columnOf(page, '2027-03-28').boundingBox())?.y ?? 0;
      const ana = (await eventOf(page, 'Ana Paz').boundingBox())?.y ?? 0;
      // One hour below 8:00, where the day begins.
      expect(Math.abs(ana - top - 2 * HALF_HOUR)).toBeLessThan(4);
      const sending = page.waitForRequest(CALL);
      await drag(page, eventOf(page, 'Ana Paz'), { y: HALF_HOUR });
      expect((await sending).postDataJSON()).toMatchObject({ date: '2027-03-28T15:30:00.000Z' });
      await expect(eventOf(page, 'Ana Paz')).toContainText('9:30–10:00');
    });
  });
}

test('today is a disc in the month', async ({ staffPage: page }) => {
  await page.clock.setFixedTime('2027-01-12T18:00:00Z');
  await openAgenda(page, '?vista=mes');
  const number = page.locator('[aria-current="date"]').getByText('12', { exact: true });
  await expect(number).toBeVisible();
  const { width, height } = (await number.boundingBox()) ?? {};
  expect([width, height]).toEqual([24, 24]);
});

for (const [view, days] of [
  ['semana', 6],
  ['dia', 1],
  // With Sundays, as there is an appointment on one.
  ['mes', 7],
] as const) {
  test(`what heads the columns of a ${view} stays under the top bar`, async ({
    staffPage: page,
  }) => {
    await page.setViewportSize({ width: 1440, height: view === 'mes' ? 500 : 900 });
    await openAgenda(page, `?vista=${view}&fecha=2027-01-12`);
    await expect(eventOf(page, 'Ana Paz')).toBeVisible();
    await page.mouse.move(720, 400);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    const heads = agenda(page).getByRole('columnheader');
    await expect(heads).toHaveCount(days);
    const bar = (await page.getByRole('banner').boundingBox())?.height ?? 0;
    await expect
      .poll(async () => Math.round((await heads.first().boundingBox())?.y ?? 0))
      .toBe(Math.round(bar));
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the agenda is a list or a day, and the calendar’s code is not even fetched for a list', async ({
    staffPage: page,
  }) => {
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await openAgenda(page);
    await expect(page.getByRole('region', { name: 'martes 12 de enero' })).toContainText('Ana Paz');
    await expect(page.getByRole('group', { name: 'Vista de la agenda' })).toHaveText('DíaLista');
    expect(scripts.filter((url) => url.includes('AgendaGrid'))).toEqual([]);
    await page.getByRole('button', { name: 'Día', exact: true }).click();
    await expect(eventOf(page, 'Ana Paz')).toBeVisible();
  });
});

test('a failure says so, and Reintentar goes on', async ({ staffPage: page }) => {
  await page.route('**/v1/doctor/agenda*', (route) =>
    route.fulfill({ status: 409, json: { status: 409, code: 'CONFLICT', errorMessage: 'Ay' } }),
  );
  await page.goto(`${await pathOf(page, 'Renata')}?fecha=2027-01-12`);
  await expect(page.getByRole('alert')).toContainText('Error al cargar la agenda');
  await page.unroute('**/v1/doctor/agenda*');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(eventOf(page, 'Ana Paz')).toBeVisible();
});
