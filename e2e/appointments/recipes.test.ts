import { exportOf, person } from '../patients/records.ts';
import { slashed, TUESDAY, WEDNESDAY } from '../product/days.ts';
import { expect, failedRequest, test } from '../product/test.ts';
import { forRecipe } from './records.ts';

test.use({
  dataset: exportOf([
    person(
      'Alejandro Villaseñor',
      {},
      {
        userData: { test: { userName: 'Alex V.' } },
        appointments: {
          doctorAppointments: [],
          recipeAppointments: [
            forRecipe('rec_1'),
            forRecipe('rec_2', {
              status: 'assigned',
              type: 'Validación de receta',
              calendly_data: {},
              prescriptionExplanation: 'Continuar con el mismo tratamiento.',
            }),
          ],
        },
      },
    ),
    person('Mauricio Andrade'),
  ]),
});

const RECIPES = '/pacientes/usr_alejandrovillaseor/recipe-appointments';

test('S-16: the cards tell each prescription, its time in UTC and in the clinic', async ({
  staffPage: page,
}) => {
  await page.goto(RECIPES);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestión de Citas');
  await expect(page.getByRole('navigation', { name: 'Ruta' })).toHaveText(
    /Pacientes\s*Alex V\.\s*Citas/,
  );
  await expect(page.getByText('Alejandro Villaseñor · 2 citas')).toBeVisible();
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards.getByRole('heading')).toHaveText([
    'Validación de Receta',
    'Validación de Receta',
  ]);
  const first = cards.first();
  await expect(first.getByText('Pendiente')).toHaveAttribute('data-tone', 'verde');
  await expect(first).toContainText('Seguimiento');
  await expect(first).toContainText('01/01/2026 | 6:12 PM UTC');
  await expect(first).toContainText(`${slashed(WEDNESDAY)} | 2:30 AM UTC`);
  await expect(first).toContainText(`${slashed(TUESDAY)} | 8:30 PM Ciudad de México`);
  await expect(cards.nth(1).getByText('Asignado')).toHaveAttribute('data-tone', 'naranja');
  await expect(cards.nth(1)).toContainText('Fecha no disponible');
  await expect(page.getByRole('main')).not.toContainText('4:30 PM');
});

test('E-2.87: the breadcrumb leads back to the patient', async ({ staffPage: page }) => {
  await page.goto(RECIPES);
  await page.getByRole('link', { name: 'Alex V.' }).click();
  await expect(page).toHaveURL('/pacientes/usr_alejandrovillaseor');
});

test.describe('S-17: the explanation of a prescription', () => {
  test('the explanation opens as heading and lines, and closes by X, Cerrar and Escape', async ({
    staffPage: page,
  }) => {
    await page.goto(RECIPES);
    const details = page.getByRole('button', { name: 'Ver Detalles' }).first();
    const dialog = page.getByRole('dialog', { name: 'Receta: antioxidantes' });
    for (const close of [
      () => dialog.getByRole('banner').getByRole('button').click(),
      () => dialog.getByText('Cerrar', { exact: true }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await details.click();
      await expect(dialog.getByRole('paragraph')).toHaveText([
        'Vitamina E 400 UI.',
        'Coenzima Q10.',
      ]);
      await expect(dialog.getByText('Cerrar', { exact: true })).toBeVisible();
      await close();
      await expect(dialog).toBeHidden();
      await expect(details).toBeFocused();
    }
  });
});

test('a text without a separator is lines', async ({ staffPage: page }) => {
  await page.goto(RECIPES);
  await page.getByRole('button', { name: 'Ver Detalles' }).nth(1).click();
  const dialog = page.getByRole('dialog', { name: 'Detalles de la receta' });
  await expect(dialog.getByRole('paragraph')).toHaveText('Continuar con el mismo tratamiento.');
});

test('E-2.98: the meeting opens in a new tab without our address, and without a link it says why not', async ({
  staffPage: page,
}) => {
  await page.goto(RECIPES);
  const link = page.getByRole('link', { name: /Entrar a la Reunión/ });
  await expect(link).toHaveAttribute('href', 'https://meet.example.org/abc');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  const disabled = page.getByRole('button', { name: 'Entrar a la Reunión' });
  await disabled.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Esta cita no tiene enlace de reunión.');
});

test('who has none is told so, with a way back', async ({ staffPage: page }) => {
  await page.goto('/pacientes/usr_mauricioandrade/recipe-appointments');
  await expect(page.getByText('Sin citas de receta.')).toBeVisible();
  await page.getByRole('link', { name: 'Volver al paciente' }).click();
  await expect(page).toHaveURL('/pacientes/usr_mauricioandrade');
});

test.describe('when reading fails', () => {
  test.use({ expectedErrors: failedRequest(404, 500) });

  test('an unknown patient has the page of one', async ({ staffPage: page }) => {
    for (const kind of ['recipe', 'doctor']) {
      await page.goto(`/pacientes/usr_nadie/${kind}-appointments`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'No encontramos este paciente',
      );
    }
  });

  test('the page says so and tries again', async ({ staffPage: page }) => {
    const address = '**/v1/user/get-medical-history-patient*';
    await page.route(address, (route) =>
      route.fulfill({
        status: 500,
        json: { status: 500, code: 'INTERNAL', errorMessage: 'Ha ocurrido un error.' },
      }),
    );
    await page.goto(RECIPES);
    await expect(page.getByRole('alert')).toContainText('Error al cargar las citas');
    await page.unroute(address);
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByText('Alejandro Villaseñor · 2 citas')).toBeVisible();
  });
});
