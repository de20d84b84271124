import { examCodes } from '@simiente/contract/exams/catalogue';
import { blockEvents } from '../live/screens.ts';
import { expect, failedRequest, moveTo, nightlyStep, test } from '../product/test.ts';
import {
  ALMENA,
  ALMENA_PAGE,
  field,
  fillIn,
  makeAlmena,
  openForm,
  press,
  WRITTEN,
} from './records.ts';

const COMPLETE = 'Por favor completa todos los campos obligatorios';
/** Differs from the branch of `WRITTEN` in every value. */
const OTHER = {
  ...WRITTEN,
  Nombre: 'Almena Coyoacán',
  Dirección: 'Miguel Ángel de Quevedo 40, Coyoacán',
};
const THIRD = { ...WRITTEN, Nombre: 'Almena Nápoles', Dirección: 'Dakota 30, Nápoles' };
const STUDY = 'Por favor selecciona al menos un estudio disponible';

test.use({
  // A page without its event stream logs that to the console.
  expectedErrors: failedRequest(401, 404, 409, 503),
  dataset: makeAlmena([
    {
      name: 'Almena Centro',
      phone: '999 167 4408',
      exam_available: ['SEM', 'BIO'],
      address: { street: 'Calle 20', neighborhood: 'Altabrisa', city: 'Mérida' },
    },
    { name: 'Almena Sur' },
  ]),
});

test('the form of a branch reports missing or wrong fields, keeps its partner, and edits a branch', {
  tag: '@nightly',
}, async ({ staffPage: page }) => {
  await test.step('E-2.15: a missing partner is reported, with a link back', async () => {
    await page.goto('/partners/create-branch');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Falta el partner');
    await page.getByRole('link', { name: 'Ver todos los partners' }).click();
    await expect(page).toHaveURL(/\/partners$/);
  });

  await test.step('E-2.15, E-2.118: a reload keeps the partner', async () => {
    await openForm(page);
    await page.reload();
    await expect(page.getByText('Para Laboratorio Almena.')).toBeVisible();
  });

  await test.step('S-19: the thirteen exams have their names and codes', async () => {
    const studies = page.getByRole('group', { name: 'Exámenes' });
    await expect(studies.getByRole('checkbox')).toHaveCount(13);
    for (const [name, code] of [
      ['Ecografía Testicular', 'ECO'],
      ['Seminograma', 'SEM'],
      ['Perfil Hormonal', 'HORMO'],
      ['Cultivo de Orina', 'CULOR'],
      ['Cultivo de Semen', 'CULSEM'],
      ['Marcadores Bioquímicos Seminales', 'BIO'],
      ['Ecografía Testículo-Escrotal', 'ECOPT'],
      ['ERM de Cráneo', 'RC'],
      ['Alfaglucosidasa', 'ALG'],
      ['Pefil tiroideo', 'PT'],
      ['Hemoglobina glicosidada', 'GLI'],
      ['Orina postorgasmo', 'ORP'],
      ['Ecografia prostatica transrectal', 'EPT'],
    ] as const) {
      await expect(studies.getByRole('checkbox', { name })).toBeVisible();
      await expect(studies.getByText(code, { exact: true })).toBeVisible();
    }
    await studies.getByRole('button', { name: 'Seleccionar todos' }).click();
    await expect(studies.getByText('13 de 13 seleccionados')).toBeVisible();
  });

  await test.step('E-5.10: wrong coordinates are rejected at their fields, and nothing is sent', async () => {
    await fillIn(page, WRITTEN);

    let sent = 0;
    page.on('request', (request) => {
      if (request.url().includes('create-branch') && request.method() === 'POST') sent += 1;
    });
    for (const wrong of ['NaN', '91']) {
      await field(page, 'Latitud').fill(wrong);
      await press(page, 'Crear sucursal');
      await expect(page.getByText('La latitud es un número entre -90 y 90')).toBeVisible();
      await expect(field(page, 'Latitud')).toBeFocused();
    }
    await field(page, 'Latitud').fill('19.4');
    await field(page, 'Longitud').fill('180.1');
    await press(page, 'Crear sucursal');
    await expect(page.getByText('La longitud es un número entre -180 y 180')).toBeVisible();
    expect(sent).toBe(0);
  });

  await test.step('E-2.128, E-5.8, E-5.9: every field is required, then an exam, each with its own sentence', async () => {
    await openForm(page);
    const alert = (text: string) => page.getByRole('alert').filter({ hasText: text });
    await press(page, 'Crear sucursal');
    await expect(alert(COMPLETE)).toBeVisible();
    await expect(field(page, 'Nombre')).toBeFocused();

    await fillIn(page, WRITTEN);
    // branch-values.test.ts rejects each of the fields, and every wrong position.
    for (const missing of ['Teléfono', 'Longitud'] as const) {
      await field(page, missing).fill(' ');
      await expect(alert(COMPLETE)).toHaveCount(0);
      await press(page, 'Crear sucursal');
      await expect(alert(COMPLETE)).toBeVisible();
      await expect(field(page, missing)).toBeFocused();
      await expect(alert(STUDY)).toHaveCount(0);
      await field(page, missing).fill(WRITTEN[missing]);
    }

    await expect(alert(COMPLETE)).toHaveCount(0);
    await press(page, 'Crear sucursal');
    await expect(alert(STUDY)).toBeVisible();
    await expect(page.getByText('Elige al menos un examen.')).toBeVisible();
    await expect(page).toHaveURL(/create-branch$/);
    await expect(page.getByRole('alert')).toHaveCount(1);

    await page.getByRole('checkbox', { name: 'Seminograma' }).check();
    await press(page, 'Crear sucursal');
    await expect(page.getByText('Sucursal creada correctamente')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('an unknown branch is reported', async () => {
    await moveTo(page, '/partners/edit-branch/brn_nadie');
    await expect(page.getByText('No encontramos esta sucursal')).toBeVisible();
  });

  await test.step('E-2.233: an edit sends only changes, and the list shows it', async () => {
    await moveTo(page, ALMENA_PAGE);
    await page.getByRole('link', { name: 'Almena Centro', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Editar sucursal');
    await expect(field(page, 'Dirección')).toHaveValue('Calle 20, Altabrisa, Mérida');
    await expect(page.getByText('La dirección tiene 3 partes')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Seminograma' })).toBeChecked();
    await field(page, 'Nombre').fill('Almena Altabrisa');
    await page.getByRole('checkbox', { name: 'Alfaglucosidasa' }).check();
    const sending = page.waitForRequest('**/v1/partner/update-branch');
    await press(page, 'Guardar cambios');
    // Unchanged fields are not sent: the address keeps its parts.
    expect((await sending).postDataJSON()).toEqual({
      idBranch: 'brn_1',
      version: 1,
      name: 'Almena Altabrisa',
      exam_available: ['SEM', 'BIO', 'ALG'],
    });
    await expect(page.getByText('Sucursal actualizada')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${ALMENA_PAGE}$`));
    const row = page.locator('tbody tr').filter({ hasText: 'Almena Altabrisa' });
    await expect(row).toContainText('3 exámenes');
    await expect(row.getByRole('img')).toHaveText('3');
  });
});

test('a new branch is in the list immediately, and one that cannot be saved loses nothing, and is created once', async ({
  staffPage: page,
}) => {
  await test.step('S-18: a branch is created, and shown in the list without a reload', async () => {
    // A change event makes lists refetch; without events, the creation itself does.
    await blockEvents(page);
    await openForm(page);
    await fillIn(page, WRITTEN);
    await page.getByRole('checkbox', { name: 'Seminograma' }).check();
    await page.getByRole('checkbox', { name: 'Alfaglucosidasa' }).check();
    await page.getByRole('switch', { name: 'Enlace UTM' }).check();
    const sending = page.waitForRequest('**/v1/partner/create-branch');
    await press(page, 'Crear sucursal');
    const request = await sending;
    expect(request.postDataJSON()).toEqual({
      name: WRITTEN.Nombre,
      address: WRITTEN.Dirección,
      location: { lat: 19.41844, lng: -99.16231 },
      phone: WRITTEN.Teléfono,
      state: WRITTEN.Estado,
      website: WRITTEN['Sitio web'],
      zip: WRITTEN['Código postal'],
      exam_available: examCodes.filter((code) => code === 'SEM' || code === 'ALG'),
      utm: true,
      timeZone: null,
      namePartner: ALMENA.name,
      partner: { id: ALMENA.idPartner, name: ALMENA.name },
    });
    await expect(page.getByText('Sucursal creada correctamente')).toBeVisible();
    await expect(page).toHaveURL(/\/partners$/);

    // The list has the form's place in the history.
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`${ALMENA_PAGE}$`));
    await expect(page.getByRole('link', { name: `${WRITTEN.Nombre} UTM` })).toBeVisible();
    await expect(page.getByText('3 sucursales · México')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: `${WRITTEN.Nombre} UTM` })).toBeVisible();
  });

  await nightlyStep(
    'E-8.13: a lost answer is reported, and the branch is created once',
    async () => {
      await page.unrouteAll();
      await openForm(page);
      await fillIn(page, THIRD);
      await page.getByRole('checkbox', { name: 'Seminograma' }).check();
      // The answer is lost, but the branch exists.
      let lost = 0;
      await page.route('**/v1/partner/create-branch', async (route) => {
        if (lost >= 3) return route.continue();
        lost += 1;
        await route.fetch();
        await route.abort();
      });
      await press(page, 'Crear sucursal');
      const toast = page.getByRole('alert').filter({ hasText: 'Error al crear la sucursal' });
      await expect(toast).toContainText('Sin conexión con el servidor.');
      await expect(field(page, 'Nombre')).toHaveValue(THIRD.Nombre);
      await press(page, 'Crear sucursal');
      await expect(page.getByText('Sucursal creada correctamente')).toBeVisible();
      await page.goto(ALMENA_PAGE);
      await expect(page.getByText('4 sucursales · México')).toBeVisible();
    },
  );

  await nightlyStep(
    'E-2.234: a partner in the trash is reported, and can be restored',
    async () => {
      await openForm(page);
      await fillIn(page, OTHER);
      await page.getByRole('checkbox', { name: 'Seminograma' }).check();
      const deletion = await page.request.post('/v1/user/delete', {
        data: { idUsers: [ALMENA.idPartner] },
      });
      expect(deletion.status()).toBe(200);
      await press(page, 'Crear sucursal');
      await expect(
        page.getByRole('alert').filter({ hasText: 'Error al crear la sucursal' }),
      ).toBeVisible();
      const alert = page
        .getByRole('main')
        .getByRole('alert')
        .filter({ hasText: 'Este partner está en la Papelera.' });
      await expect(alert).toBeVisible();
      for (const [label, text] of Object.entries(OTHER)) {
        await expect(field(page, label)).toHaveValue(text);
      }
      await alert.getByRole('button', { name: 'Restaurar partner' }).click();
      await expect(page.getByText('Partner restaurado')).toBeVisible();
      await expect(alert).toHaveCount(0);
      await press(page, 'Crear sucursal');
      await expect(page.getByText('Sucursal creada correctamente')).toBeVisible();
    },
  );
});
