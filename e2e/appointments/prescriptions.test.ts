import { makeExport, person } from '../patients/records.ts';
import { clinicTime, formatDate, instant, WEDNESDAY } from '../product/days.ts';
import { expect, test } from '../product/test.ts';
import { forPrescription } from './records.ts';

test.use({
  dataset: makeExport([
    person(
      'Alejandro Villaseñor',
      {},
      {
        userData: { test: { userName: 'Alex V.' } },
        appointments: {
          doctorAppointments: [],
          recipeAppointments: [
            forPrescription('rec_1'),
            forPrescription('rec_2', {
              status: 'assigned',
              type: 'Validación de receta',
              calendly_data: {},
              prescriptionExplanation: 'Continuar con el mismo tratamiento.',
            }),
          ],
        },
      },
    ),
  ]),
});

const PRESCRIPTIONS = '/pacientes/usr_alejandrovillaseor/recipe-appointments';

test('the prescriptions of a patient are shown with time, explanation and meeting', async ({
  staffPage: page,
}) => {
  await test.step('S-16: the cards show the time in UTC and at the clinic', async () => {
    await page.goto(PRESCRIPTIONS);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gestión de Citas');
    await expect(page.getByRole('navigation', { name: 'Ruta' })).toHaveText(
      /Pacientes\s*Alex V\.\s*Citas/,
    );
    await expect(page.getByText('Alejandro Villaseñor · 2 validaciones de receta')).toBeVisible();
    const cards = page.getByRole('main').getByRole('listitem');
    await expect(cards.getByRole('heading')).toHaveText([
      'Validación de Receta',
      'Validación de Receta',
    ]);
    const first = cards.first();
    await expect(first.getByText('Pendiente')).toHaveAttribute('data-tone', 'green');
    await expect(first).toContainText('Seguimiento');
    await expect(first).toContainText('01/01/2026 | 6:12 PM UTC');
    await expect(first).toContainText(`${formatDate(WEDNESDAY)} | 2:30 AM UTC`);
    await expect(first).toContainText(clinicTime(instant(WEDNESDAY, '02:30')));
    await expect(cards.nth(1).getByText('Asignado')).toHaveAttribute('data-tone', 'orange');
    await expect(cards.nth(1)).toContainText('Fecha no disponible');
    await expect(page.getByRole('main')).not.toContainText('4:30 PM');
  });

  await test.step('E-2.98: the meeting opens in a new tab, and a missing link has an explanation', async () => {
    const link = page.getByRole('link', { name: /Entrar a la Reunión/ });
    await expect(link).toHaveAttribute('href', 'https://meet.example.org/abc');
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    const disabled = page.getByRole('button', { name: 'Entrar a la Reunión' });
    await disabled.hover();
    await expect(page.getByRole('tooltip')).toHaveText('Esta cita no tiene enlace de reunión.');
  });

  await test.step('S-17: an explanation opens as heading and lines, and closes by X, Cerrar and Escape', async () => {
    const details = page.getByRole('button', { name: 'Ver Detalles' }).first();
    const dialog = page.getByRole('dialog', { name: 'Receta: antioxidantes' });
    for (const close of [
      () => dialog.getByRole('banner').getByRole('button').click(),
      () => dialog.getByText('Cerrar', { exact: true }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await details.click();
      // The rendered text has a line break only with the style for it.
      await expect(dialog.getByRole('paragraph')).toHaveText(
        /^Vitamina E 400 UI\.\nCoenzima Q10\.$/,
        { useInnerText: true },
      );
      await expect(dialog.getByText('Cerrar', { exact: true })).toBeVisible();
      await close();
      await expect(dialog).toBeHidden();
      await expect(details).toBeFocused();
    }
  });

  await test.step('E-2.87: the breadcrumb links to the patient', async () => {
    await page.getByRole('link', { name: 'Alex V.' }).click();
    await expect(page).toHaveURL('/pacientes/usr_alejandrovillaseor');
  });
});
