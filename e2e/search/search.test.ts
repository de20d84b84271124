import { expect, expectAccessible, failedRequest, test } from '../product/test.ts';
import { dialog, everyKind, field, openSearch } from './records.ts';

test.use({ dataset: everyKind });

test('E-10.130: by the keyboard alone: opened, moved through, and a patient opened', async ({
  staffPage: page,
}) => {
  await page.goto('/home');
  await openSearch(page);
  await page.keyboard.type('vil');

  const options = page.getByRole('option');
  await expect(options).toHaveText([
    /Alejandro Villaseñor Rojas.*Acciones/,
    /Bruno Echeverría Salas.*evilla@correo\.example.*Abordaje Gral/,
    /Ernesto Villalobos Campa.*Test/,
    /Santiago Vilchis Ortega.*Registro/,
    /Elena Vilar.*Andrología/,
    /Laboratorio Villa Verde.*Laboratorio/,
    /Villahermosa Centro.*Laboratorio Villa Verde/,
    /Laura Vilchis Prado.*29 oct 2026/,
    'Inicio',
    'Pacientes',
    'Médicos',
    'Partners',
    'Prospectos',
  ]);
  const active = page.getByRole('option', { selected: true });
  await expect(active).toHaveText(/Alejandro/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(active).toHaveText(/Ernesto/);
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await active.getAttribute('id')) ?? '',
  );
  await page.keyboard.press('End');
  await expect(active).toHaveText('Prospectos');
  await page.keyboard.press('ArrowDown');
  await expect(active).toHaveText(/Alejandro/);
  await page.keyboard.press('ArrowUp');
  await expect(active).toHaveText('Prospectos');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/pacientes\/usr_alejandrovillaseorrojas$/);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alejandro Villaseñor Rojas');
  await expect(page.locator('main')).toBeFocused();
});

test('E-10.133: a name that is typed with Enter right after it opens the first of its own results', async ({
  staffPage: page,
}) => {
  await page.goto('/home');
  await openSearch(page);
  await page.keyboard.type('santiago');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/pacientes\/usr_santiagovilchisortega$/);
});

test('E-10.130, E-10.131: each kind leads to its page', async ({ staffPage: page }) => {
  await page.goto('/home');
  const data = { idUser: 'usr_santiagovilchisortega', idBranch: 'brn_1', exams: ['SEM'] };
  const made = await page.request.post('/v1/exam-orders', { data });
  const { folio } = (await made.json()).data.order;
  for (const [text, path] of [
    [folio, /\/pacientes\/usr_santiagovilchisortega#ordenes$/],
    ['elena', /\/medicos\/[^/]+$/],
    ['villa verde', /\/partner\/villa-verde$/],
    ['villahermosa', /\/partner\/villa-verde$/],
    ['laura', /\/prospectos\?prospecto=prs_1$/],
  ] as const) {
    await openSearch(page);
    await page.keyboard.type(text);
    await expect(page.getByRole('option', { selected: true })).toHaveText(new RegExp(text, 'i'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(path);
    await expect(dialog(page)).toHaveCount(0);
  }
});

test('a branch is found in the list of its partner, whose address names nobody', async ({
  staffPage: page,
}) => {
  await page.goto('/home');
  await openSearch(page);
  await page.keyboard.type('villahermosa');
  await expect(page.getByRole('option', { selected: true })).toHaveText(/Villahermosa/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Buscar sucursales' })).toHaveValue(
    'Villahermosa Centro',
  );
  await expect(page.getByText('1 resultado')).toBeVisible();
  await expect(page).toHaveURL('/partner/villa-verde');
});

test('E-10.132: what was opened lately is there before anything is typed, and stands first', async ({
  staffPage: page,
}) => {
  await page.goto('/pacientes/usr_santiagovilchisortega');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Santiago Vilchis Ortega');
  await openSearch(page);
  await expect(page.getByRole('group', { name: 'Recientes' }).getByRole('option')).toHaveText([
    /Santiago Vilchis Ortega.*Paciente.*Registro/,
  ]);
  await page.keyboard.type('vil');
  await expect(
    page.getByRole('group', { name: 'Pacientes' }).getByRole('option').first(),
  ).toHaveText(/Santiago Vilchis Ortega/);
  // Names are the server's to remember.
  const kept = await page.evaluate<string>(
    'JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }) + location.href',
  );
  expect(kept).not.toMatch(/Vilchis|vil"/);
});

test('the letters that were searched for are in pine, whatever their accents', async ({
  staffPage: page,
}) => {
  await page.goto('/home');
  await openSearch(page);
  await page.keyboard.type('VILLASENOR alejandro');
  const first = page.getByRole('option', { selected: true });
  for (const word of ['Villaseñor', 'Alejandro']) {
    const name = first.getByText(word, { exact: true });
    await expect(name).toBeVisible();
    await expect(name).toHaveCSS('color', 'rgb(28, 88, 76)');
  }
});

test('a phone is found however it is written, and shown for what it was found by', async ({
  staffPage: page,
}) => {
  await page.goto('/home');
  for (const phone of ['5512345678', '+52 (55) 1234-5678', '55 1234']) {
    await openSearch(page);
    await page.keyboard.type(phone);
    await expect(page.getByRole('option', { selected: true })).toHaveText(
      /Ernesto Villalobos Campa.*\+52 55 1234 5678/,
    );
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  }
});

test('E-10.133: answers that come out of order never show what was not asked for', async ({
  staffPage: page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const texts: string[] = [];
  await page.route('**/v1/search', async (route) => {
    const { text = '' } = route.request().postDataJSON() ?? {};
    texts.push(text);
    if (text === 'ernesto') await released;
    await route.continue().catch(() => {});
  });
  await page.goto('/home');
  await openSearch(page);
  await page.keyboard.type('ernesto');
  await expect.poll(() => texts).toContain('ernesto');
  await field(page).fill('laura');
  const active = page.getByRole('option', { selected: true });
  await expect(active).toHaveText(/Laura/);
  release();
  await expect.poll(() => texts).toContain('laura');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/prospecto=prs_1/);
});

test('E-10.133: nothing is found: it is said, to the eye and to the ear, and the menu is still there', async ({
  staffPage: page,
}) => {
  await page.goto('/home');
  await openSearch(page);
  await page.keyboard.type('cuauhtémoc');
  await expect(page.getByText('Sin resultados para «cuauhtémoc»')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Sin resultados' })).toHaveText(
    'Sin resultados para cuauhtémoc',
  );
  await expect(page.getByRole('option')).toHaveCount(5);
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await expectAccessible(page);
});

test('E-10.133: how many there are is announced', async ({ staffPage: page }) => {
  await page.goto('/home');
  await openSearch(page);
  await page.keyboard.type('vilch');
  await expect(page.getByRole('status').filter({ hasText: 'resultados' })).toHaveText(
    '2 resultados: Pacientes 1, Prospectos 1',
  );
});

test('E-10.130: a place of the menu is found by its name', async ({ staffPage: page }) => {
  await page.goto('/home');
  await openSearch(page);
  await page.keyboard.type('medicos');
  await expect(page.getByRole('option', { selected: true })).toHaveText('Médicos');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/medicos');
});

test('the keys work in a field, Escape gives the focus back, and they close what they opened', async ({
  staffPage: page,
}) => {
  await page.goto('/pacientes');
  const list = page.getByRole('searchbox', { name: 'Buscar paciente' });
  await list.focus();
  await openSearch(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(list).toBeFocused();

  await openSearch(page);
  await page.keyboard.press('Control+k');
  await expect(dialog(page)).toHaveCount(0);
  await expect(list).toBeFocused();

  await page.getByRole('button', { name: 'Buscar en Simiente' }).click();
  await expect(field(page)).toBeFocused();
  await page.getByRole('button', { name: 'Cerrar búsqueda' }).click();
  await expect(page.getByRole('button', { name: 'Buscar en Simiente' })).toBeFocused();
});

test('E-10.130: over another dialog the keys do nothing: what is typed there is safe', async ({
  staffPage: page,
}) => {
  await page.goto('/pacientes');
  await page.getByRole('button', { name: 'Crear paciente' }).click();
  const name = page.getByRole('dialog').getByLabel('Nombre');
  await name.fill('Nueva Persona');
  await page.keyboard.press('Control+k');
  await expect(name).toBeFocused();
  await expect(dialog(page)).toHaveCount(0);
  await expect(name).toHaveValue('Nueva Persona');
});

test('the first page carries none of it', async ({ staffPage: page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto('/home');
  await expect(page.getByRole('button', { name: 'Buscar en Simiente' })).toBeVisible();
  expect(scripts.filter((url) => url.includes('SearchModal'))).toEqual([]);
  await openSearch(page);
  expect(scripts.filter((url) => url.includes('SearchModal')).length).toBeGreaterThan(0);
});

test.describe('when the search fails', () => {
  test.use({ expectedErrors: failedRequest(500) });

  test('E-10.133: it is said with what to do, and done again', async ({ staffPage: page }) => {
    let fails = true;
    await page.route('**/v1/search', async (route) => {
      const { text = '' } = route.request().postDataJSON() ?? {};
      if (fails && text !== '') {
        await route.fulfill({
          status: 500,
          json: { status: 500, code: 'INTERNAL', errorMessage: 'Ha ocurrido un error.' },
        });
      } else await route.continue();
    });
    await page.goto('/home');
    await openSearch(page);
    await page.keyboard.type('ernesto');
    await expect(page.getByRole('alert')).toHaveText(/No se pudo buscar.*Ha ocurrido un error\./);
    await expectAccessible(page);
    fails = false;
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByRole('option', { name: /Ernesto/ })).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('an icon opens it, a touch opens a result, and a cross closes it', async ({
    staffPage: page,
  }) => {
    await page.goto('/home');
    await page.getByRole('button', { name: 'Buscar en Simiente' }).tap();
    await page.getByRole('button', { name: 'Cerrar búsqueda' }).tap();
    await expect(dialog(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Buscar en Simiente' }).tap();
    await field(page).fill('ernesto');
    await page.getByRole('option', { name: /Ernesto/ }).tap();
    await expect(page).toHaveURL(/usr_ernestovillaloboscampa$/);
  });
});
