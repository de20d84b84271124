import { atClinic, instant, slashed, TUESDAY } from '../product/days.ts';
import { expect, failedRequest, test } from '../product/test.ts';
import {
  CREATE,
  cardsOf,
  choose,
  doctorIdOf,
  fill,
  freeTimesOf,
  openForm,
  submitOf,
  threePatients,
} from './new-form.ts';

test.use({ dataset: threePatients });

test.describe('refused appointments', () => {
  test.use({ expectedErrors: failedRequest(409) });

  test('free times that fail can be read again, and a time that is taken shows whose it is', async ({
    staffPage: page,
  }) => {
    await test.step('E-2.162: free times that could not be read say so, and Reintentar reads them', async () => {
      await page.route('**/v1/doctor/free-times*', (route) => route.abort());
      const form = await openForm(page);
      await choose(form, 'olvera', 'Renata Olvera Cid Andrología');
      await expect(form.getByText('No se pudieron cargar los horarios.')).toBeVisible();
      await page.unroute('**/v1/doctor/free-times*');
      await form.getByRole('button', { name: 'Reintentar' }).click();
      await expect(freeTimesOf(form).first()).toBeVisible();
    });

    await test.step('E-2.162: a taken time shows the other appointment, and a free one is one click away', async () => {
      const form = await openForm(page);
      await fill(form, '11:15');
      await submitOf(form).click();
      await expect(form.getByRole('alert')).toContainText(
        'El médico ya tiene una cita a esa hora.',
      );
      // The refusal was of the other time.
      await form.getByLabel(/^Hora/).fill('11:20');
      await expect(form.getByRole('alert')).toHaveCount(0);
      await expect(form.locator('[data-locked]')).toHaveCount(0);
      await submitOf(form).click();
      await expect(form.getByRole('alert')).toContainText(
        `Con Alejandro Villaseñor: ${atClinic(instant(TUESDAY, '17:00'))}–11:30 (${slashed(TUESDAY)} | 5:00 PM – 5:30 PM UTC).`,
      );
      // One list of alternatives: the nearest to the requested time.
      await expect(freeTimesOf(form).first()).toHaveText('12:00');
      await expect(freeTimesOf(form)).toHaveCount(5);
      await freeTimesOf(form).first().click();
      await expect(form.getByRole('alert')).toHaveCount(0);
      await expect(form.getByLabel(/^Hora/)).toHaveValue('12:00');
      await expect(form.locator('[data-locked]')).toHaveCount(0);
      await submitOf(form).click();
      await expect(cardsOf(page)).toContainText(`${slashed(TUESDAY)} | 6:00 PM UTC`);
    });
  });

  test('a retired doctor takes no appointment, and keeps those that exist', async ({
    staffPage: page,
  }) => {
    await test.step('E-5.31: a doctor who retires while the form is open is refused, and no longer offered', async () => {
      const form = await openForm(page);
      await fill(form, '12:00');
      const retired = await page.request.put('/v1/doctor/retire', {
        data: { idDoctor: await doctorIdOf(page, 'olvera'), retired: true },
      });
      expect(retired.status()).toBe(200);
      await submitOf(form).click();
      await expect(form.getByRole('alert')).toContainText(
        'Este médico está inactivo: no se le pueden agendar citas nuevas ni cambiar la hora de las que tiene.',
      );
      await expect(form.getByLabel(/^Hora/)).toHaveValue('12:00');
      await form.getByRole('combobox', { name: 'Médico' }).fill('olvera');
      await expect(
        form
          .getByText('Sin coincidencias. Prueba con el apellido, el correo o el teléfono.')
          .first(),
      ).toBeVisible();
      await choose(form, 'nunez', 'Ignacio Núñez Urología');
      await expect(form.getByRole('alert')).toHaveCount(0);
      await expect(form.locator('[data-locked]')).toHaveCount(0);
      await submitOf(form).click();
      await expect(cardsOf(page)).toContainText('Dr Ignacio Núñez');
    });

    await test.step('an existing appointment keeps its time, and can be cancelled', async () => {
      await page.goto('/pacientes/usr_alejandrovillaseor/doctor-appointments');
      await page.getByRole('button', { name: 'Ver Detalles' }).first().click();
      const form = page.getByRole('dialog', { name: 'Editar Cita' });
      await form.getByLabel(/^Hora/).fill('16:00');
      await form.getByRole('button', { name: 'Guardar cambios' }).click();
      await expect(form.getByRole('alert')).toContainText('Este médico está inactivo');
      await form.getByLabel(/^Hora/).fill('11:00');
      await form.getByRole('combobox', { name: 'Estado' }).click();
      await form.getByRole('option', { name: 'Cancelado' }).click();
      await expect(form.locator('[data-locked]')).toHaveCount(0);
      await form.getByRole('button', { name: 'Guardar cambios' }).click();
      await expect(form).toBeHidden();
      await expect(cardsOf(page).first().getByText('Cancelado')).toBeVisible();
    });
  });
});

test.describe('lost answers', () => {
  test.use({ expectedErrors: failedRequest(401) });

  test('T-H2: a lost answer is asked for again, and one appointment is created', async ({
    staffPage: page,
  }) => {
    const keys: (string | undefined)[] = [];
    let isLost = true;
    await page.route(`**${CREATE}`, async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (!isLost) return route.continue();
      // The request is carried out, and its answer is lost.
      if (keys.length === 1) await route.fetch();
      await route.abort();
    });
    const form = await openForm(page);
    await fill(form, '12:00');
    await submitOf(form).click();
    await expect(form.getByRole('alert')).toHaveText(
      'Sin conexión con el servidor. Revisa tu conexión a internet.',
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
});
