import { expect, expectAccessible, failedRequest, nightlyStep, test } from '../product/test.ts';
import { dialog, everyKind, field, openSearch } from './records.ts';

test.use({ dataset: everyKind, expectedErrors: failedRequest(500) });

test('the search is used by keyboard, marks and announces its results', async ({
  staffPage: page,
}) => {
  await test.step('E-10.130: the keyboard opens it, moves through it, and opens a patient', async () => {
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
      'Crear paciente',
      'Crear cita',
      'Crear prospecto',
    ]);
    const active = page.getByRole('option', { selected: true });
    await expect(active).toHaveText(/Alejandro/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(active).toHaveText(/Ernesto/);
    const getActiveId = () => active.getAttribute('id');
    await expect
      .poll(
        async () =>
          (await field(page).getAttribute('aria-activedescendant')) === (await getActiveId()),
      )
      .toBe(true);
    await page.keyboard.press('End');
    await expect(active).toHaveText('Crear prospecto');
    await page.keyboard.press('ArrowDown');
    await expect(active).toHaveText(/Alejandro/);
    await page.keyboard.press('ArrowUp');
    await expect(active).toHaveText('Crear prospecto');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');

    await expect(page).toHaveURL(/\/pacientes\/usr_alejandrovillaseorrojas$/);
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alejandro Villaseñor Rojas');
    await expect(page.locator('main')).toBeFocused();
  });

  await test.step('the matched letters have another colour, whatever their accents', async () => {
    await openSearch(page);
    await page.keyboard.type('VILLASENOR alejandro');
    const first = page.getByRole('option', { selected: true });
    for (const word of ['Villaseñor', 'Alejandro']) {
      const name = first.getByText(word, { exact: true });
      await expect(name).toBeVisible();
      await expect(name).toHaveCSS('color', 'rgb(28, 88, 76)');
    }
  });

  await nightlyStep('a phone is found however it is written', async () => {
    await page.goto('/home');
    await openSearch(page);
    for (const phone of ['5512345678', '+52 (55) 1234-5678', '55 1234']) {
      await field(page).fill(phone);
      await expect(page.getByRole('option', { selected: true })).toHaveText(
        /Ernesto Villalobos Campa.*\+52 55 1234 5678/,
      );
    }
  });

  await test.step('E-10.133: the number of results is announced', async () => {
    await field(page).fill('vilch');
    await expect(page.getByRole('status').filter({ hasText: 'resultados' })).toHaveText(
      '2 resultados: Pacientes 1, Prospectos 1',
    );
  });

  await nightlyStep(
    'E-10.133: no results are shown and announced, and the menu is still there',
    async () => {
      await page.goto('/home');
      await openSearch(page);
      await page.keyboard.type('cuauhtémoc');
      await expect(page.getByText('Sin resultados para «cuauhtémoc»')).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: 'Sin resultados' })).toHaveText(
        'Sin resultados para cuauhtémoc',
      );
      await expect(page.getByRole('option')).toHaveCount(16);
      await expect(page.getByRole('option', { selected: true })).toHaveCount(0);
      await page.keyboard.press('Enter');
      await expect(dialog(page)).toBeVisible();
      await expectAccessible(page);
    },
  );

  await test.step('E-10.130: an entry of the menu is found by its name', async () => {
    await field(page).fill('medicos');
    await expect(page.getByRole('option', { selected: true })).toHaveText(/Médicos/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/medicos');
  });

  await test.step('E-10.201: a command opens a form over any page', async () => {
    for (const [words, title] of [
      ['crear cita', 'Crear cita'],
      ['atajos', 'Atajos de teclado'],
    ] as const) {
      await openSearch(page);
      await page.keyboard.type(words);
      await page.keyboard.press('Enter');
      await expect(dialog(page)).toHaveCount(0);
      const form = page.getByRole('dialog', { name: title });
      await expect(form).toBeVisible();
      await expect(form.locator(':focus')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(form).toHaveCount(0);
    }
  });

  await test.step('E-10.2923: letters typed after a command are in the form, also while its code loads', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await openSearch(page);
    await page.keyboard.type('crear paciente');
    await expect(page.getByRole('option', { selected: true })).toHaveText('Crear paciente');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Ana');
    release();
    await expect(page.getByLabel('Nombre')).toHaveValue('Ana');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Descartar' }).click();
    await page.unrouteAll();
  });

  await test.step('E-10.2251: a name that no record has becomes a new patient, who is shown', async () => {
    await openSearch(page);
    await page.keyboard.type('Nuevo Desde Búsqueda');
    const offer = page.getByRole('option', { name: 'Crear paciente «Nuevo Desde Búsqueda»' });
    await expect(offer).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(offer).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Crear paciente' });
    await expect(form.getByLabel('Nombre')).toHaveValue('Nuevo Desde Búsqueda');
    await expect(form.getByLabel('Nombre')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nuevo Desde Búsqueda');
  });

  await test.step('E-10.2252: the open patient is edited from the search', async () => {
    await openSearch(page);
    await page.keyboard.type('editar');
    await expect(page.getByRole('option', { selected: true })).toHaveText('Editar paciente');
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Editar paciente' });
    await expect(form.getByLabel('Nombre')).toHaveValue('Nuevo Desde Búsqueda');
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
  });

  await test.step('E-10.202: keys open a page and the search of its list', async () => {
    // The second key counts only within one and a half seconds: both are sent together.
    await page.keyboard.type('gp');
    await expect(page).toHaveURL('/pacientes');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pacientes');
    await page.keyboard.press('/');
    const list = page.getByRole('searchbox', { name: 'Buscar paciente' });
    await expect(list).toBeFocused();
    await page.keyboard.type('a/?');
    await expect(list).toHaveValue('a/?');
  });

  await test.step('E-10.201: Ctrl Enter opens another tab, and a command signs out', async () => {
    await openSearch(page);
    await page.keyboard.type('ernesto');
    await expect(page.getByRole('option', { selected: true })).toHaveText(/Ernesto/);
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.keyboard.press('Control+Enter'),
    ]);
    await expect(tab).toHaveURL(/usr_ernestovillaloboscampa$/);
    await tab.close();
    await field(page).fill('cerrar sesion');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/login');
  });
});

test('the search loads its code on demand, opens the first result, and respects fields and dialogs', async ({
  staffPage: page,
}) => {
  await test.step('the first page does not load it', async () => {
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.goto('/home');
    await expect(page.getByRole('button', { name: 'Buscar en Simiente' })).toBeVisible();
    expect(scripts.filter((url) => url.includes('SearchModal'))).toEqual([]);
    await openSearch(page);
    expect(scripts.filter((url) => url.includes('SearchModal')).length).toBeGreaterThan(0);
  });

  await test.step('E-10.133: Enter right after a name opens the first of its own results', async () => {
    await page.keyboard.type('santiago');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/pacientes\/usr_santiagovilchisortega$/);
  });

  await nightlyStep(
    'a page and a panel that arrive behind the search leave the focus in it',
    async () => {
      // The code of the page has not been loaded yet.
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await page.route(/\/prospectos-[^/]*\.js/, async (route) => {
        await released;
        await route.continue();
      });
      await openSearch(page);
      await page.keyboard.type('laura');
      await expect(page.getByRole('option', { selected: true })).toHaveText(/Laura/);
      await page.keyboard.press('Enter');
      await expect(dialog(page)).toHaveCount(0);
      await openSearch(page);
      release();
      await expect(page.locator('[data-panel-content]')).toBeVisible();
      await page.keyboard.type('elena');
      await expect(page.getByRole('option', { selected: true })).toHaveText(/Elena/);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/medicos\/[^/]+$/);
      await page.unrouteAll();
    },
  );

  await nightlyStep('E-10.130, E-10.131: each kind opens its page', async () => {
    const data = { idUser: 'usr_santiagovilchisortega', idBranch: 'brn_1', exams: ['SEM'] };
    const created = await page.request.post('/v1/exam-orders', { data });
    const { folio } = (await created.json()).data.order;
    for (const [text, path] of [
      [folio, /\/pacientes\/usr_santiagovilchisortega#ord_\w+$/],
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

  await test.step('a branch is found in the list of its partner', async () => {
    await openSearch(page);
    await page.keyboard.type('villahermosa centro');
    await expect(page.getByRole('option', { selected: true })).toHaveText(/Villahermosa/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('searchbox', { name: 'Buscar sucursales' })).toHaveValue(
      'Villahermosa Centro',
    );
    await expect(page.getByText('1 resultado')).toBeVisible();
    await expect(page).toHaveURL('/partner/villa-verde');
  });

  await test.step('E-10.133: answers out of order never show results of another search', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const texts: string[] = [];
    await page.route('**/v1/search', async (route) => {
      const { text = '' } = route.request().postDataJSON() ?? {};
      texts.push(text);
      if (text === 'ernesto') await released;
      await route.continue().catch(() => {});
    });
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
    await page.unrouteAll();
  });

  await test.step('the keys work in a field, and Escape returns the focus', async () => {
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

  await test.step('E-10.130: the keys do nothing over another dialog', async () => {
    await page.getByRole('button', { name: 'Crear paciente' }).click();
    const name = page.getByRole('dialog').getByLabel('Nombre');
    await name.fill('Nueva Persona');
    await page.keyboard.press('Control+k');
    await expect(name).toBeFocused();
    await expect(dialog(page)).toHaveCount(0);
    await expect(name).toHaveValue('Nueva Persona');
  });

  await nightlyStep(
    'E-10.133: a failed search shows an instruction, and Reintentar repeats it',
    async () => {
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
      await page.unrouteAll();
    },
  );

  await nightlyStep('text typed before the search has loaded goes into it', async () => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/SearchModal*.js', async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto('/pacientes');
    const list = page.getByRole('searchbox', { name: 'Buscar paciente' });
    await list.focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('vil');
    arrive();
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue('vil');
    await page.keyboard.type('la');
    await expect(field(page)).toHaveValue('villa');
    await expect(list).toHaveValue('');
  });

  await nightlyStep(
    'in a narrow window an icon opens the search, and a cross closes it',
    async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('button', { name: 'Cerrar búsqueda' }).click();
      await expect(dialog(page)).toHaveCount(0);
      await page.getByRole('button', { name: 'Buscar en Simiente' }).click();
      await field(page).fill('ernesto');
      await page.getByRole('option', { name: /Ernesto/ }).click();
      await expect(page).toHaveURL(/usr_ernestovillaloboscampa$/);
    },
  );
});
