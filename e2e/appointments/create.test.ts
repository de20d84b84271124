import type { Locator, Page } from '@playwright/test';
import { exportOf, person } from '../patients/records.ts';
import { expect, expectAccessible, failedRequest, test } from '../product/test.ts';
import { withDoctor } from './records.ts';

const withRenata = [
  withDoctor('apt_1'),
  withDoctor('apt_2', { appointmentDate: { date: '2027-01-12T17:30:00Z' } }),
];

test.use({
  dataset: exportOf([
    person(
      'Alejandro Villaseñor',
      {},
      { appointments: { recipeAppointments: [], doctorAppointments: withRenata } },
    ),
    person(
      'Bruno Salas',
      {},
      {
        appointments: {
          recipeAppointments: [],
          doctorAppointments: [
            withDoctor('apt_3', {
              appointmentDate: { date: '2024-05-06T15:00:00Z' },
              doctor: {
                name: 'Ignacio Núñez',
                specialty_formatted: ['Urología'],
                email: 'ignacio@example.org',
              },
            }),
          ],
        },
      },
    ),
    person('Carlos Mena'),
  ]),
});

const CREATE = '/v1/doctor/create_appointment';
/** Nobody's page is emptier. */
const CARLOS = '/pacientes/usr_carlosmena';
const APPOINTMENTS = `${CARLOS}/doctor-appointments`;

const cardsOf = (page: Page) => page.getByRole('main').getByRole('listitem');
const formOf = (page: Page) => page.getByRole('dialog', { name: 'Crear cita' });
const trigger = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Crear cita' });
const submitOf = (form: Locator) => form.getByRole('button', { name: 'Crear cita' });
const freeTimesOf = (form: Locator) =>
  form.getByRole('group', { name: 'Próximas horas libres (Ciudad de México)' }).getByRole('button');

async function open(page: Page, url = APPOINTMENTS): Promise<Locator> {
  await page.goto(url);
  await trigger(page).click();
  return formOf(page);
}

async function choose(form: Locator, search: string, doctor: string): Promise<void> {
  await form.getByRole('combobox', { name: 'Médico' }).fill(search);
  await form.getByRole('option', { name: doctor }).click();
}

/** Renata Olvera on the 12th of January 2027, at an hour of Mexico City. */
async function fill(form: Locator, time: string): Promise<void> {
  await choose(form, 'olvera', 'Renata Olvera Cid Andrología');
  await form.getByLabel('Fecha').fill('2027-01-12');
  await form.getByLabel(/^Hora/).fill(time);
}

async function doctorIdOf(page: Page, search: string): Promise<string> {
  const answer = await page.request.get(`/v1/doctor/list?search=${search}`);
  return (await answer.json()).data.doctors[0].idDoctor;
}

test('from the page of appointments one is made, and its card stands there without a reload', async ({
  staffPage: page,
}) => {
  let readings = 0;
  page.on('request', (request) => {
    if (request.url().includes('get-medical-history-patient')) readings += 1;
  });
  const form = await open(page);
  await expect(form).toContainText('Carlos Mena');
  await expect(form.getByRole('combobox', { name: 'Médico' })).toBeFocused();
  await expect(form).toContainText('Elige al médico para ver sus horas libres.');
  // Without its accents.
  await choose(form, 'nunez', 'Ignacio Núñez Urología');
  await form.getByRole('combobox', { name: 'Estado' }).click();
  await form.getByRole('option', { name: 'Asignado' }).click();
  await form.getByLabel('Fecha').fill('2027-01-12');
  await form.getByLabel('Hora (Ciudad de México)').fill('18:30');
  await expect(form).toContainText('En UTC: 01/13/2027 | 12:30 AM.');
  await expect(freeTimesOf(form).first()).toHaveText('01/12/2027 | 8:00 AM');
  const sending = page.waitForRequest(`**${CREATE}`);
  await submitOf(form).click();
  const request = await sending;
  expect(request.postDataJSON()).toEqual({
    idUser: 'usr_carlosmena',
    idDoctor: await doctorIdOf(page, 'ignacio'),
    status: 'assigned',
    date: '2027-01-13T00:30:00.000Z',
  });
  expect(request.headers()['idempotency-key']).toMatch(/^[\w-]{36}$/);
  await expect(page.getByText('Cita creada')).toBeVisible();
  await expect(form).toBeHidden();
  await expect(cardsOf(page)).toHaveCount(1);
  await expect(cardsOf(page)).toContainText('Dr Ignacio Núñez');
  await expect(cardsOf(page)).toContainText('01/13/2027 | 12:30 AM UTC');
  await expect(cardsOf(page).getByText('Asignado')).toBeVisible();
  await expect(page.getByText('Carlos Mena · 1 cita')).toBeVisible();
  await expect(trigger(page)).toBeFocused();
  expect(readings).toBe(1);
});

test('a patient without any appointment gets one from their own page', async ({
  staffPage: page,
}) => {
  await page.goto(CARLOS);
  const card = page.getByRole('region', { name: 'Interconsultas' });
  await expect(card.getByRole('link', { name: 'Ver todas' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await card.getByRole('button', { name: 'Crear cita' }).click();
  const form = formOf(page);
  await choose(form, 'RENATA@', 'Renata Olvera Cid Andrología');
  const first = freeTimesOf(form).first();
  const offered = await first.textContent();
  await first.click();
  await expect(form.getByLabel(/^Hora/)).toBeFocused();
  // Enter presses the button; another one was clicked a moment ago.
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(card.getByRole('heading')).toHaveText('Interconsultas 1');
  await expect(card.getByRole('listitem')).toContainText('Dr Renata Olvera Cid');
  await card.getByRole('link', { name: 'Ver todas: Interconsultas' }).click();
  await expect(page).toHaveURL(APPOINTMENTS);
  await expect(cardsOf(page)).toContainText(`${offered} Ciudad de México`);
});

test('what is missing is said at its field, and what is unusual before it is saved', async ({
  staffPage: page,
}) => {
  const form = await open(page);
  await submitOf(form).click();
  await expect(form.getByText('Elige al médico.')).toBeVisible();
  await expect(form.getByText('Elige la fecha.')).toBeVisible();
  await expect(form.getByText('Elige la hora.')).toBeVisible();
  await expect(form.getByRole('combobox', { name: 'Médico' })).toBeFocused();
  await fill(form, '22:00');
  await expect(form.getByText(/^Elige/)).toHaveCount(0);
  await expect(form.getByText('Queda fuera del horario del médico.')).toBeVisible();
  await form.getByLabel('Fecha').fill('2020-01-14');
  await form.getByLabel(/^Hora/).fill('10:00');
  await expect(form.getByText('Esa hora ya pasó: la cita quedará en la historia.')).toBeVisible();
  await form.getByLabel(/^Hora/).fill('23:00');
  await expect(form.locator('[data-locked]')).toHaveCount(0);
  await submitOf(form).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('Cita creada')).toBeVisible();
  await expect(page.getByText('Queda fuera del horario del médico.')).toBeVisible();
  await expect(cardsOf(page)).toContainText('01/14/2020 | 11:00 PM Ciudad de México');
});

test('the keyboard is enough', async ({ staffPage: page }) => {
  await page.goto(APPOINTMENTS);
  await trigger(page).focus();
  await page.keyboard.press('Enter');
  const form = formOf(page);
  const doctor = form.getByRole('combobox', { name: 'Médico' });
  await expect(doctor).toBeFocused();
  await page.keyboard.type('olvera');
  await expect(form.getByRole('option')).toHaveText([/Renata Olvera Cid/]);
  await expect(form.getByRole('status').first()).toHaveText('1 resultado');
  // Escape closes the list, and not the form.
  await page.keyboard.press('Escape');
  await expect(form.getByRole('listbox')).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await expect(form.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(doctor).toHaveValue('Renata Olvera Cid');
  await expect(freeTimesOf(form)).toHaveCount(6);
  await freeTimesOf(form).first().focus();
  await page.keyboard.press('Enter');
  await expect(form.getByLabel(/^Hora/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Cita creada')).toBeVisible();
  await expect(cardsOf(page)).toHaveCount(1);
  await expect(trigger(page)).toBeFocused();
});

test('what was typed is asked about before it is let go', async ({ staffPage: page }) => {
  const form = await open(page);
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(trigger(page)).toBeFocused();
  await expect(page.locator('[data-locked]')).toHaveCount(0);
  await trigger(page).click();
  await fill(form, '12:00');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: '¿Descartar los cambios?' });
  await expect(question.getByRole('button', { name: 'Seguir editando' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form.getByRole('combobox', { name: 'Médico' })).toHaveValue('Renata Olvera Cid');
  await expect(form.getByLabel(/^Hora/)).toHaveValue('12:00');
  await form.getByRole('button', { name: 'Cancelar' }).click();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(trigger(page)).toBeFocused();
  await expect(page.locator('[data-locked]')).toHaveCount(0);
  await trigger(page).click();
  await expect(form.getByRole('combobox', { name: 'Médico' })).toHaveValue('');
  await expect(form.getByLabel(/^Hora/)).toHaveValue('');
});

test.describe('what the server refuses', () => {
  test.use({ expectedErrors: failedRequest(409) });

  test('a time that is taken says by whom, and a free one is one click away', async ({
    staffPage: page,
  }) => {
    const form = await open(page);
    await fill(form, '11:15');
    await submitOf(form).click();
    await expect(form.getByRole('alert')).toContainText('El médico ya tiene una cita a esa hora.');
    await expect(form.getByRole('alert')).toContainText(
      'Con Alejandro Villaseñor: 01/12/2027 | 5:00 PM – 5:30 PM UTC (01/12/2027 | 11:00 AM – 11:30 AM en Ciudad de México).',
    );
    // One list of them: those nearest to what was wanted.
    await expect(freeTimesOf(form).first()).toHaveText('01/12/2027 | 12:00 PM');
    await expect(freeTimesOf(form)).toHaveCount(5);
    await freeTimesOf(form).first().click();
    await expect(form.getByRole('alert')).toHaveCount(0);
    await expect(form.getByLabel(/^Hora/)).toHaveValue('12:00');
    await expect(form.locator('[data-locked]')).toHaveCount(0);
    await submitOf(form).click();
    await expect(cardsOf(page)).toContainText('01/12/2027 | 6:00 PM UTC');
  });

  test('a doctor who retired meanwhile takes no appointment, and is offered to nobody', async ({
    staffPage: page,
  }) => {
    const form = await open(page);
    await fill(form, '12:00');
    const retired = await page.request.put('/v1/doctor/retire', {
      data: { idDoctor: await doctorIdOf(page, 'olvera'), retired: true },
    });
    expect(retired.status()).toBe(200);
    await submitOf(form).click();
    await expect(form.getByRole('alert')).toContainText(
      'Este médico está retirado y no toma citas nuevas ni cambia de hora las que tiene.',
    );
    await expect(form.getByLabel(/^Hora/)).toHaveValue('12:00');
    await form.getByRole('combobox', { name: 'Médico' }).fill('olvera');
    await expect(form.getByText('Nadie coincide con lo que escribiste.').first()).toBeVisible();
    await choose(form, 'nunez', 'Ignacio Núñez Urología');
    await expect(form.getByRole('alert')).toHaveCount(0);
    await expect(form.locator('[data-locked]')).toHaveCount(0);
    await submitOf(form).click();
    await expect(cardsOf(page)).toContainText('Dr Ignacio Núñez');
  });

  test('an appointment of a doctor who retired keeps its time, and may be cancelled', async ({
    staffPage: page,
  }) => {
    await page.request.put('/v1/doctor/retire', {
      data: { idDoctor: await doctorIdOf(page, 'olvera'), retired: true },
    });
    await page.goto('/pacientes/usr_alejandrovillaseor/doctor-appointments');
    await page.getByRole('button', { name: 'Ver Detalles' }).first().click();
    const form = page.getByRole('dialog', { name: 'Editar Cita' });
    await form.getByLabel(/^Hora/).fill('16:00');
    await form.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(form.getByRole('alert')).toContainText('Este médico está retirado');
    await form.getByLabel(/^Hora/).fill('11:00');
    await form.getByRole('combobox', { name: 'Estado' }).click();
    await form.getByRole('option', { name: 'Cancelado' }).click();
    await expect(form.locator('[data-locked]')).toHaveCount(0);
    await form.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(form).toBeHidden();
    await expect(cardsOf(page).first().getByText('Cancelado')).toBeVisible();
  });
});

test.describe('in a browser on the other side of the world', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('the form speaks of the clinic', async ({ staffPage: page }) => {
    const form = await open(page);
    await fill(form, '18:30');
    await expect(form).toContainText('En UTC: 01/13/2027 | 12:30 AM.');
    await expect(freeTimesOf(form).first()).toHaveText('01/12/2027 | 8:00 AM');
    await freeTimesOf(form).first().click();
    await expect(form.getByLabel('Fecha')).toHaveValue('2027-01-12');
    await expect(form.getByLabel(/^Hora/)).toHaveValue('08:00');
    await expect(form.locator('[data-locked]')).toHaveCount(0);
    await submitOf(form).click();
    await expect(cardsOf(page)).toContainText('01/12/2027 | 8:00 AM Ciudad de México');
  });
});

test.describe('when things go wrong', () => {
  test.use({ expectedErrors: failedRequest(401) });

  test('T-H2: an answer that was lost is asked for again, and there is one appointment', async ({
    staffPage: page,
  }) => {
    const keys: (string | undefined)[] = [];
    let isLost = true;
    await page.route(`**${CREATE}`, async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (!isLost) return route.continue();
      // It arrives and is obeyed; nobody hears of it.
      if (keys.length === 1) await route.fetch();
      await route.abort();
    });
    const form = await open(page);
    await fill(form, '12:00');
    await submitOf(form).click();
    await expect(form.getByRole('alert')).toHaveText(
      'Sin conexión con el servidor. Revisa tu conexión.',
    );
    await expect(form.getByLabel(/^Hora/)).toHaveValue('12:00');
    isLost = false;
    await expect(form.locator('[data-locked]')).toHaveCount(0);
    await submitOf(form).click();
    await expect(form).toBeHidden();
    await expect(cardsOf(page)).toHaveCount(1);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    await page.reload();
    await expect(cardsOf(page)).toHaveCount(1);
  });

  for (const [what, url, title] of [
    ['a new appointment', APPOINTMENTS, 'Crear cita'],
    ['an edit', '/pacientes/usr_alejandrovillaseor/doctor-appointments', 'Editar Cita'],
  ] as const) {
    test(`T-A9: ${what} survives the end of the session`, async ({ staffPage: page, product }) => {
      await page.goto(url);
      const isNew = title === 'Crear cita';
      await (isNew
        ? trigger(page)
        : page.getByRole('button', { name: 'Ver Detalles' }).first()
      ).click();
      const form = page.getByRole('dialog', { name: title });
      if (isNew) await fill(form, '12:30');
      else await form.getByLabel(/^Hora/).fill('12:30');
      await page.context().clearCookies();
      await form.getByRole('button', { name: isNew ? 'Crear cita' : 'Guardar cambios' }).click();

      await expect(page).toHaveURL(/\/login\?next=/);
      await page.getByLabel('Correo electrónico').fill(product.staff.email);
      await page.getByLabel('Contraseña', { exact: true }).fill(product.staff.password);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(url);
      await expect(form.getByLabel(/^Hora/)).toHaveValue('12:30');
      await expect(form.getByLabel('Fecha')).toHaveValue('2027-01-12');
      if (isNew) {
        await expect(form.getByRole('combobox', { name: 'Médico' })).toHaveValue(
          'Renata Olvera Cid',
        );
      }
      await form.getByRole('button', { name: isNew ? 'Crear cita' : 'Guardar cambios' }).click();
      await expect(form).toBeHidden();
      await expect(cardsOf(page).filter({ hasText: '12:30 PM Ciudad de México' })).toHaveCount(1);
      if (isNew) await expect(trigger(page)).toBeFocused();
      await page.reload();
      await expect(cardsOf(page).first()).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  }

  test('free times that could not be read say so, and Reintentar reads them', async ({
    staffPage: page,
  }) => {
    await page.route('**/v1/doctor/free-times*', (route) => route.abort());
    const form = await open(page);
    await choose(form, 'olvera', 'Renata Olvera Cid Andrología');
    await expect(form.getByText('No se pudieron leer las horas libres.')).toBeVisible();
    await page.unroute('**/v1/doctor/free-times*');
    await form.getByRole('button', { name: 'Reintentar' }).click();
    await expect(freeTimesOf(form)).toHaveCount(6);
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 768, 390]) {
    test.describe(`${colorScheme} at ${width} px`, () => {
      test.use({
        colorScheme,
        viewport: { width, height: width < 500 ? 844 : 900 },
        // What is half faded has half its contrast.
        contextOptions: { reducedMotion: 'reduce' },
        expectedErrors: failedRequest(409),
      });

      test('the form is accessible and fits', async ({ staffPage: page }) => {
        await page.goto(CARLOS);
        await expect(trigger(page)).toBeVisible();
        await expectGood(page);
        const form = await open(page);
        await submitOf(form).click();
        await expect(form.getByText('Elige al médico.')).toBeVisible();
        await expectGood(page);
        await form.getByRole('combobox', { name: 'Médico' }).click();
        await expect(form.getByRole('option').first()).toBeVisible();
        await expectGood(page);
        await fill(form, '22:15');
        await expect(form.getByText('Queda fuera del horario del médico.')).toBeVisible();
        await expect(freeTimesOf(form)).toHaveCount(6);
        await expectGood(page);
        await form.getByLabel(/^Hora/).fill('11:15');
        await submitOf(form).click();
        await expect(form.getByRole('alert')).not.toBeEmpty();
        await expect(form.getByRole('alert')).toBeInViewport();
        await expectGood(page);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog', { name: /Descartar/ })).toBeVisible();
        await expectGood(page);
      });
    });
  }
}

/** No wider than the window, and accessible once no button is locked any more after its click. */
async function expectGood(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow, 'px of sideways scroll').toBeLessThanOrEqual(0);
  await expect(page.locator('[data-locked]')).toHaveCount(0);
  await expectAccessible(page);
}
