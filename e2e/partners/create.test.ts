import type { Page } from '@playwright/test';
import { partnerExamNames } from '@simiente/contract/exams/catalogue';
import { expect, failedRequest, moveTo, nightlyStep, test } from '../product/test.ts';
import {
  choose,
  fillAll,
  fillFields,
  getAlert,
  LOGIN_LOGO,
  pickLogo,
  picture,
  save,
} from './partner-form.ts';
import { makePartnerExport } from './records.ts';

test.use({
  dataset: makePartnerExport({
    idPartner: 'almena',
    name: 'Laboratorio Almena',
    type: 'Consultorio',
    country: 'Tlaxcala',
  }),
  expectedErrors: failedRequest(404, 409),
});

async function open(page: Page) {
  await page.goto('/partners/create-partner');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Crear partner');
}

/** Opens the form from another page of the app. */
async function openWithin(page: Page) {
  await moveTo(page, '/partners/create-partner');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Crear partner');
}

test('the form of a partner checks its fields and images, creates the partner, and needs confirmation before text is lost', async ({
  staffPage: page,
}) => {
  await test.step('E-9.4: the four types are offered, and a country is found without accents', async () => {
    await open(page);
    await page.getByRole('combobox', { name: 'Tipo' }).click();
    await expect(page.getByRole('option')).toHaveText([
      'Laboratorio',
      'Clínica',
      'Hospital',
      'Otro',
    ]);
    await page.keyboard.press('Escape');
    const country = page.getByRole('combobox', { name: 'País' });
    await country.fill('mexi');
    await expect(page.getByRole('option')).toHaveText(['México']);
    await country.press('ArrowDown');
    await country.press('Enter');
    await expect(country).toHaveValue('México');
  });

  await nightlyStep('E-5.7: images are chosen or dropped, changed and removed', async () => {
    const group = page.getByRole('group', { name: LOGIN_LOGO });
    const text = { name: 'notas.txt', mimeType: 'text/plain', buffer: Buffer.from('hola') };
    await pickLogo(page, LOGIN_LOGO, text);
    await expect(getAlert(page, 'Por favor, selecciona solo archivos de imagen')).toBeVisible();
    await expect(group).toContainText('Por favor, selecciona solo archivos de imagen');
    await pickLogo(page, LOGIN_LOGO, picture('uno.png'));
    await expect(group).toContainText('uno.png');
    await pickLogo(page, LOGIN_LOGO, picture('dos.png'));
    await expect(group).toContainText('dos.png');
    await group.getByRole('button', { name: 'Quitar' }).click();
    await expect(group).toContainText('Arrastra la imagen');

    const dropped = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['x'], 'tres.png', { type: 'image/png' }));
    return transfer;
  })()`);
    await group.locator('input[type=file]').dispatchEvent('drop', { dataTransfer: dropped });
    await expect(group).toContainText('tres.png');
    const large = { ...picture('enorme.png'), buffer: Buffer.alloc(5 * 1024 * 1024 + 1) };
    await pickLogo(page, 'Logotipo de navegación', large);
    await expect(page.getByText('La imagen pesa 5 MB; el máximo es 5 MB.')).toBeVisible();
  });

  await test.step('S-25: missing fields are reported in order', async () => {
    await open(page);
    // One error at a time: the errors of an earlier attempt are gone.
    const alert = (text: string) => expect(page.getByRole('alert')).toHaveText([text]);
    const required = 'Por favor completa todos los campos obligatorios';
    await expect(page.getByRole('navigation', { name: 'Ruta' })).toHaveText(/Partners.*Crear/);
    await save(page);
    await alert(required);
    await expect(page.getByLabel('Nombre')).toBeFocused();
    await expect(page.getByText('Elige el país.')).toBeVisible();
    await expect(page.getByText('Elige el tipo.')).toBeVisible();
    await expect(page.getByText('Escribe el sitio web.')).toBeVisible();

    await page.getByLabel('Nombre').fill('Clínica Norte');
    await choose(page, 'País', 'México');
    await choose(page, 'Tipo', 'Clínica');
    await save(page);
    await alert(required);
    await expect(page.getByLabel('Sitio web')).toBeFocused();
    await page.getByLabel('Sitio web').fill('norte.example');
    await save(page);
    await alert('Por favor selecciona al menos un estudio disponible');

    await page.getByRole('checkbox', { name: 'Seminograma' }).check();
    await save(page);
    await alert('Por favor sube todas las imágenes requeridas');
    const login = page.getByRole('group', { name: LOGIN_LOGO }).getByRole('button');
    await expect(login).toBeFocused();
    await expect(page.getByText('Falta el logotipo de login.')).toBeVisible();
    await choose(page, 'Tipo', 'Laboratorio');
    await save(page);
    await alert('Por favor sube el logotipo de login');

    await pickLogo(page, LOGIN_LOGO);
    await save(page);
    await expect(page.getByRole('status').getByText('Partner creado exitosamente')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('S-24, E-10.3967: a partner is created with all its fields, its logos are shown, and Back leaves the form', async () => {
    // Browsers have no call that lists the fields of a form with files.
    await page.addInitScript(`
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (form) {
      globalThis.sentFields = [...form].filter(([, value]) => typeof value === 'string');
      return send.call(this, form);
    };
  `);
    await open(page);
    await fillFields(page, 'Laboratorios  Ceiba');
    await page.getByLabel('Id (subdominio)').fill('ceiba');
    // H-A6, E-10.1445: only a laboratory has a time zone.
    await choose(page, 'Zona horaria', 'America/Tijuana');
    await page.getByRole('switch', { name: 'Enlace UTM' }).press('Space');
    await page.getByRole('button', { name: 'Seleccionar todos' }).click();
    await expect(page.getByText('13 de 13 seleccionados')).toBeVisible();
    await page.getByRole('checkbox', { name: 'RMN de Cráneo' }).uncheck();
    for (const label of [LOGIN_LOGO, 'Logotipo de navegación', 'Logotipo de la landing']) {
      await pickLogo(page, label);
      await expect(page.getByRole('img', { name: `Vista previa: ${label}` })).toBeVisible();
    }
    await save(page);
    await expect(page.getByRole('status').getByText('Partner creado exitosamente')).toBeVisible();
    await expect(page).toHaveURL('/partners');
    expect(Object.fromEntries(await page.evaluate<[string, string][]>('sentFields'))).toMatchObject(
      {
        name: 'Laboratorios  Ceiba',
        id: 'ceiba',
        logo_url: 'laboratorios__ceiba',
        branches: '1',
        type: 'Laboratorio',
        timeZone: 'America/Tijuana',
        country: 'México',
        website: 'https://almena.example',
      },
    );
    const logo = page.getByRole('row', { name: /Ceiba/ }).locator('img');
    await expect(logo).toHaveAttribute('src', /^\/v1\/files\//);
    await expect(logo).toHaveJSProperty('naturalWidth', 256);

    const answer = await page.request.get('/v1/partner/get_one_partner/?idPartner=ceiba');
    const { partner } = (await answer.json()).data;
    const { RC: _, ...others } = partnerExamNames;
    expect(partner).toMatchObject({
      utm_available: true,
      website: 'https://almena.example',
      logo_url: 'laboratorios__ceiba',
      all_exams_available: Object.values(others),
    });
    await page.goBack();
    await expect(page).toHaveURL('/partners');
  });

  await nightlyStep(
    'E-7.12, E-8.22: an id that is already used is reported at its field',
    async () => {
      await openWithin(page);
      await fillAll(page, 'Otro Almena');
      // The website of an existing partner would be a possible duplicate.
      await page.getByLabel('Sitio web').fill('otro.example');
      const id = page.getByLabel('Id (subdominio)');
      await id.fill('Almena!');
      await save(page);
      await expect(
        page.getByText('Usa solo letras minúsculas sin acento, números y guiones.'),
      ).toBeVisible();
      await id.fill('almena');
      await save(page);
      const words =
        'Error al crear el partner: Ese id ya lo usa otro registro. Elige uno distinto.';
      await expect(getAlert(page, words)).toBeVisible();
      await expect(id).toBeFocused();
      await expect(
        page.getByText('Ese id ya lo usa otro registro. Elige uno distinto.', { exact: true }),
      ).toBeVisible();
      await id.fill('');
      await save(page);
      await expect(page).toHaveURL('/partners');
      await expect(page.getByRole('row', { name: /Otro Almena/ })).toBeVisible();
    },
  );

  await test.step('E-2.115, E-10.260: CANCELAR and every other way out need confirmation before typed text is lost', async () => {
    await openWithin(page);
    await page.getByRole('button', { name: 'CANCELAR' }).click();
    await expect(page).toHaveURL('/partners');
    await page.goBack();
    await page.getByLabel('Nombre').fill('A medias');
    const question = page.getByRole('dialog', { name: '¿Descartar los cambios?' });
    await page.getByRole('button', { name: 'CANCELAR' }).click();
    await expect(question.getByRole('button', { name: 'Seguir editando' })).toBeFocused();
    await question.getByRole('button', { name: 'Seguir editando' }).click();
    await expect(page.getByRole('button', { name: 'CANCELAR' })).toBeFocused();
    await page.getByRole('link', { name: 'Médicos' }).click();
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    // After the second Escape, the focus returns to the link too.
    await expect(page.getByRole('link', { name: 'Médicos' })).toBeFocused();
    await expect(page.getByLabel('Nombre')).toHaveValue('A medias');
    await page.getByRole('link', { name: 'Médicos' }).click();
    await question.getByRole('button', { name: 'Descartar' }).click();
    await expect(page).toHaveURL('/medicos');

    // Nothing is lost if only the name of an existing partner was typed.
    await openWithin(page);
    await page.getByLabel('Nombre').fill('laboratorio  ALMENA');
    await page.getByRole('button', { name: 'Abrir el que ya existe' }).click();
    await expect(page).toHaveURL('/partner/almena');
  });
});

async function openEdit(page: Page) {
  await moveTo(page, '/partner/almena/editar');
  await expect(page.getByLabel('Nombre')).toHaveValue('Laboratorio Almena');
}

async function read(page: Page) {
  const answer = await page.request.get('/v1/partner/get_one_partner/?idPartner=almena');
  return (await answer.json()).data.partner;
}

test('a partner is edited, and only changes are sent', { tag: '@nightly' }, async ({
  staffPage: page,
}) => {
  await test.step('an unchanged form sends nothing', async () => {
    await openEdit(page);
    await save(page);
    await expect(page).toHaveURL('/partner/almena');
    expect((await read(page)).version).toBe(1);
  });

  await test.step('an emptied field is reported, and CANCELAR needs confirmation', async () => {
    await openEdit(page);
    await page.getByLabel('Nombre').fill('');
    await save(page);
    await expect(
      page.getByRole('alert').getByText('Por favor completa todos los campos obligatorios'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'CANCELAR' }).click();
    await page.getByRole('button', { name: 'Descartar' }).click();
    await expect(page).toHaveURL('/partner/almena');
  });

  await test.step('changed fields are saved, and missing imported ones are not required', async () => {
    await openEdit(page);
    await expect(page.getByRole('combobox', { name: 'Tipo' })).toHaveValue('Consultorio');
    await expect(page.getByRole('combobox', { name: 'País' })).toHaveValue('Tlaxcala');
    await expect(page.getByLabel('Id (subdominio)')).toHaveAttribute('readonly', '');
    await page.getByLabel('Nombre').fill('Almena');
    await pickLogo(page, LOGIN_LOGO);
    await save(page);
    await expect(page.getByText('Cambios guardados')).toBeVisible();
    await expect(page).toHaveURL('/partner/almena');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sucursales de Almena');
    expect(await read(page)).toMatchObject({
      name: 'Almena',
      type: 'Consultorio',
      website: null,
      logo_app_login: { fileName: 'almena.png' },
      version: 2,
    });
    await page.goto('/partner/almena/editar');
    const login = page.getByRole('group', { name: LOGIN_LOGO });
    await expect(login.getByRole('img')).toBeVisible();
    await expect(login.getByRole('button', { name: 'Quitar' })).toHaveCount(0);
  });

  await test.step('an unknown partner is reported', async () => {
    await page.goto('/partner/nadie/editar');
    await expect(page.getByText('No encontramos este partner')).toBeVisible();
  });
});
