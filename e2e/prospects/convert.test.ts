import type { Page } from '@playwright/test';
import { expect, failedRequest, nightlyStep, test } from '../product/test.ts';
import { panel, prospect, prospects, row } from './records.ts';

test.use({
  expectedErrors: failedRequest(409),
  dataset: prospects(
    [
      prospect('Ana Núñez'),
      prospect('Beto Ruiz', { mail: 'COMUN@correo.example', phone: '55 2000 0004' }),
      prospect('Ciro Sosa', { mail: 'sin arroba', phone: 'no tiene' }),
      prospect('Dora Paz', { phone: '55 2000 0001' }),
      prospect('Elio Ruiz', { mail: 'COMUN@correo.example', phone: '55 2000 0002' }),
      prospect('Fito Sol', { phone: '55 2000 0003' }),
    ],
    [{ idUser: 'usr_comun', name: 'Roberto Ruiz', email: 'comun@correo.example', status: 2 }],
  ),
});

const form = (page: Page) => page.getByRole('dialog', { name: 'Convertir en paciente' });

async function openForm(page: Page, idProspect: string) {
  await page.goto(`/prospectos?prospecto=${idProspect}`);
  await panel(page).getByRole('button', { name: 'Convertir en paciente' }).click();
}

async function countPatients(page: Page): Promise<number> {
  return (await (await page.request.get('/v1/user/list')).json()).data.total;
}

test('a prospect becomes a patient once, also with corrections, after a confirmation, or as an existing patient', async ({
  staffPage: page,
}) => {
  await test.step('E-10.103: a prospect becomes a patient in one step, linked both ways', async () => {
    await openForm(page, 'prs_ananez');
    await expect(form(page).getByLabel('Nombre')).toHaveValue('Ana Núñez');
    await expect(form(page).getByLabel('Correo electrónico')).toHaveValue('ananez@correo.example');
    await form(page).getByRole('button', { name: 'Crear paciente' }).click();
    const toast = page.getByRole('status').filter({ hasText: 'Prospecto convertido en paciente' });
    await expect(toast).toBeVisible();
    await expect(form(page)).toHaveCount(0);
    const edit = panel(page).getByRole('button', { name: 'Editar' });
    const distance = async () => {
      const footer = await edit.boundingBox();
      // Null once the toast has closed itself.
      const above = await toast.boundingBox({ timeout: 1_000 }).catch(() => null);
      return above && footer ? footer.y - above.y - above.height : 0;
    };
    await expect.poll(distance).toBeGreaterThanOrEqual(0);
    await expect(page.locator('[data-panel-content]')).toBeFocused();
    await expect(row(page, 'Ana')).toContainText('Convertido');
    await panel(page).getByRole('link', { name: 'Ana Núñez', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana Núñez');
    await page.getByRole('link', { name: 'Llegó como prospecto' }).click();
    await expect(page).toHaveURL('/prospectos?prospecto=prs_ananez');
    await expect(panel(page).getByText('prs_ananez')).toBeVisible();
  });

  await test.step('a prospect whose patient is in the trash can be converted again', async () => {
    const { data } = await (
      await page.request.get('/v1/prospects/get-one?idProspect=prs_ananez')
    ).json();
    await page.request.post('/v1/user/delete', { data: { idUsers: [data.patient.idUser] } });
    await page.goto('/prospectos?prospecto=prs_ananez');
    await expect(panel(page)).toContainText('El paciente está en la Papelera o ya no existe.');
    await panel(page).getByRole('button', { name: 'Convertir en paciente' }).click();
    await form(page).getByRole('button', { name: 'Crear paciente' }).click();
    await expect(panel(page).getByRole('link', { name: 'Ana Núñez', exact: true })).toBeVisible();
  });

  await nightlyStep('an e-mail that no patient can have is corrected in the form', async () => {
    await openForm(page, 'prs_cirososa');
    await form(page).getByRole('button', { name: 'Crear paciente' }).click();
    await expect(form(page).getByText(/Escribe un correo válido/)).toBeVisible();
    await expect(form(page).getByLabel('Correo electrónico')).toBeFocused();
    await form(page).getByLabel('Correo electrónico').fill('ciro@correo.example');
    await form(page).getByLabel('Teléfono').fill('');
    await form(page).getByRole('button', { name: 'Crear paciente' }).click();
    await expect(panel(page).getByRole('link', { name: 'Ciro Sosa', exact: true })).toBeVisible();
  });

  await test.step('E-10.103: the existing patient is shown first, and can be chosen', async () => {
    const before = await countPatients(page);
    await openForm(page, 'prs_betoruiz');
    await expect(form(page)).toContainText('Es posible que este paciente ya exista');
    await expect(form(page)).toContainText('Mismo correo');
    await form(page).getByRole('button', { name: 'Es este paciente: Roberto Ruiz' }).click();
    await expect(page.getByText('Prospecto convertido en paciente')).toBeVisible();
    await expect(
      panel(page).getByRole('link', { name: 'Roberto Ruiz', exact: true }),
    ).toHaveAttribute('href', '/pacientes/usr_comun');
    expect(await countPatients(page)).toBe(before);
  });

  await nightlyStep('a patient with that e-mail created since then is offered', async () => {
    await openForm(page, 'prs_dorapaz');
    await page.request.post('/v1/user/create', {
      data: { name: 'Dora P.', email: 'dorapaz@correo.example', phone: null },
    });
    // The earlier search found no patient; the server does find one.
    let isAsked = false;
    await page.route('**/v1/prospects/convert', (route) => {
      isAsked = true;
      return route.continue();
    });
    await page.route('**/v1/user/duplicates*', (route) =>
      isAsked
        ? route.continue()
        : route.fulfill({ json: { status: 200, data: { duplicates: [] } } }),
    );
    await form(page).getByRole('button', { name: 'Crear paciente' }).click();
    await expect(form(page).getByRole('button', { name: 'Crear de todos modos' })).toBeVisible();
    await form(page).getByRole('button', { name: 'Es este paciente: Dora P.' }).click();
    await expect(panel(page).getByRole('link', { name: 'Dora P.', exact: true })).toBeVisible();
    await page.unrouteAll();
  });

  await nightlyStep('E-10.103: Crear de todos modos creates another patient', async () => {
    const before = await countPatients(page);
    await openForm(page, 'prs_elioruiz');
    await form(page).getByRole('button', { name: 'Crear paciente' }).click();
    await form(page).getByRole('button', { name: 'Crear de todos modos' }).click();
    await expect(page.getByText('Prospecto convertido en paciente')).toBeVisible();
    expect(await countPatients(page)).toBe(before + 1);
  });

  await nightlyStep('a prospect converted by another user shows the patient', async () => {
    await openForm(page, 'prs_fitosol');
    const other = await page.request.post('/v1/prospects/convert', {
      data: { idProspect: 'prs_fitosol', idUser: 'usr_comun' },
    });
    expect(other.status()).toBe(200);
    await form(page).getByRole('button', { name: 'Crear paciente' }).click();
    await expect(
      page.getByRole('alert').getByText('Este prospecto ya se convirtió en paciente.'),
    ).toBeVisible();
    await expect(form(page)).toHaveCount(0);
    await expect(
      panel(page).getByRole('link', { name: 'Roberto Ruiz', exact: true }),
    ).toBeVisible();
  });
});
