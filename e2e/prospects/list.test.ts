import { expect, moveTo, test } from '../product/test.ts';
import { prospect, prospects, row } from './records.ts';

test.use({
  dataset: prospects([
    prospect('Ana Núñez', { motivo: 'Vasectomía previa', createDate: '2026-01-04T18:24:00Z' }),
    prospect('Beto Ruiz', {
      status: 'contacted',
      createDate: { _seconds: 1_767_434_400, _nanoseconds: 0 },
    }),
    prospect('Ciro Sosa', { status: 'converted', createDate: 1_767_348_000_000 }),
    prospect('Dora Paz', { status: 'rejected', phone: '(33) 9999-0000' }),
    prospect('Elio Mar', { status: 'archivado', createDate: undefined as never }),
    prospect('Fito Sol', {
      status: undefined as never,
      motivo: '=HYPERLINK("https://mal.example")',
    }),
  ]),
});

test('the list of prospects is shown, searched, filtered, sorted and changed, and prospects are deleted and created', async ({
  staffPage: page,
}) => {
  await test.step('S-39: the list has its title, counters, columns and every prospect, newest first', async () => {
    await page.goto('/prospectos');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Prospectos Landing');
    await expect(page).toHaveTitle('Prospectos · Simiente');
    await expect(page.getByText('6 personas dejaron sus datos en la landing')).toBeVisible();
    const counters = page.getByRole('region', { name: 'Prospectos por estado' });
    await expect(counters.getByRole('term')).toHaveText([
      'Pendiente',
      'Contactado',
      'Convertido',
      'Rechazado',
      'Sin estado',
    ]);
    await expect(counters.getByRole('definition')).toHaveText(['1', '1', '1', '1', '2']);
    await expect(page.getByRole('columnheader')).toHaveText([
      '',
      'Nombre',
      'Motivo',
      'Estado',
      'Fecha Registro',
    ]);
    const rows = page.getByRole('table', { name: 'Prospectos' }).getByRole('row');
    await expect(rows.nth(1)).toContainText(/Dora|Fito/);
    await expect(rows.nth(6)).toContainText('Elio');
    await expect(row(page, 'Elio')).toContainText('N/A');
    await expect(row(page, 'Elio')).toContainText('Sin estado');
    await expect(row(page, 'Ana')).toContainText('Pendiente');
    // Times of the clinic's zone, Mexico City; the browser's is Tijuana.
    await expect(row(page, 'Ana')).toContainText('4 ene 2026, 12:24');
    await expect(row(page, 'Fito')).toContainText('=HYPERLINK("https://mal.example")');
  });

  await test.step('C11, E-10.2982: a status of its own words is whole at each width', async () => {
    const pill = row(page, 'Elio').getByText('Sin estado (archivado)');
    for (const width of [768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(() =>
          pill.evaluate(
            ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
              scrollWidth <= clientWidth && scrollHeight <= clientHeight,
          ),
        )
        .toBe(true);
    }
  });

  await test.step('S-40: search and status narrow the list; the status is in the URL', async () => {
    const search = page.getByRole('searchbox', { name: 'Buscar prospecto' });
    for (const [text, name] of [
      ['nunez', 'Ana Núñez'],
      ['VASECTOMIA', 'Ana Núñez'],
      ['betoruiz@', 'Beto Ruiz'],
      ['3399990000', 'Dora Paz'],
    ] as const) {
      await search.fill(text);
      await expect(page.getByText('1 resultado', { exact: true })).toBeVisible();
      await expect(row(page, name)).toBeVisible();
    }
    await expect(page).toHaveURL('/prospectos');
    await search.fill('');
    await page.getByRole('combobox', { name: 'Filtrar por estado' }).click();
    await page.getByRole('option', { name: 'Sin estado' }).click();
    await expect(page).toHaveURL('/prospectos?estado=none');
    await expect(page.getByText('2 resultados')).toBeVisible();
    // The counters are of all prospects.
    await expect(page.getByRole('definition')).toHaveText(['1', '1', '1', '1', '2']);
    await search.fill('elio');
    await expect(page.getByText('1 resultado', { exact: true })).toBeVisible();
    await page.reload();
    await expect(search).toHaveValue('elio');
    await expect(page.getByText('1 resultado', { exact: true })).toBeVisible();
    await search.fill('nadie');
    await expect(page.getByText('No hay datos disponibles')).toBeVisible();
    await page.getByRole('button', { name: 'Limpiar filtros' }).click();
    await expect(page.getByText('6 resultados')).toBeVisible();
  });

  await test.step('each column sorts, and the order is in the URL', async () => {
    await moveTo(page, '/prospectos');
    const rows = page.getByRole('table', { name: 'Prospectos' }).getByRole('row');
    for (const [header, address, first] of [
      ['Nombre', 'name', 'Ana'],
      ['Nombre', '-name', 'Fito'],
      ['Motivo', 'motivo', 'Fito'],
    ] as const) {
      await page.getByRole('button', { name: header }).click();
      await expect(page).toHaveURL(`/prospectos?orden=${address}`);
      await expect(rows.nth(1)).toContainText(first);
    }
    await page.goBack();
    await expect(rows.nth(1)).toContainText('Fito');
    await expect(page).toHaveURL('/prospectos?orden=-name');
  });

  await test.step('E-2.132: invalid filters in the URL are ignored', async () => {
    for (const query of [
      'estado=archivado&orden=mail&vista=lista',
      'estado=1&orden=7&prospecto=',
      'estado=%5B%5D&prospecto=%2F..%2F&vista=%7B%7D',
      'prospecto=null&estado=%3Cscript%3E',
    ]) {
      await moveTo(page, `/prospectos?${query}`);
      await expect(page.getByText('6 resultados')).toBeVisible();
      await expect(page.getByRole('complementary', { name: 'Detalles del Prospecto' })).toHaveCount(
        0,
      );
    }
  });

  await test.step('E-2.135: a deletion clears the selection, and Deshacer restores', async () => {
    await moveTo(page, '/prospectos');
    await page.getByRole('checkbox', { name: /Ana/ }).check();
    await page.getByRole('checkbox', { name: /Beto/ }).check();
    await expect(page.getByText('2 elementos seleccionados')).toBeVisible();
    await page.getByRole('button', { name: 'Eliminar' }).click();
    const question = page.getByRole('dialog', { name: 'Confirmar eliminación' });
    await expect(question).toContainText(
      'Estás seguro que deseas eliminar 2 elemento(s) seleccionado(s)?',
    );
    await question.getByRole('button', { name: 'Eliminar' }).click();
    await expect(page.getByText('2 elementos eliminados')).toBeVisible();
    await expect(page.getByRole('definition')).toHaveText(['0', '0', '1', '1', '2']);
    await expect(page.getByText(/elementos seleccionados/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByText('6 personas dejaron sus datos en la landing')).toBeVisible();
    await expect(page.getByRole('definition')).toHaveText(['1', '1', '1', '1', '2']);
  });

  await test.step('E-10.206: a counter filters, and a row changes its status by a menu', async () => {
    await moveTo(page, '/prospectos');
    const counters = page.getByRole('region', { name: 'Prospectos por estado' });
    const pending = counters.getByRole('button', { name: 'Pendiente' });
    await pending.click();
    await expect(page).toHaveURL('/prospectos?estado=pending');
    await expect(page.getByText('1 resultado', { exact: true })).toBeVisible();
    await pending.click();
    await expect(page).toHaveURL('/prospectos');
    await row(page, 'Elio')
      .getByRole('button', { name: /^Estado de Elio Mar: Sin estado/ })
      .click();
    await page.getByRole('menuitem', { name: 'Rechazado' }).click();
    await expect(row(page, 'Elio')).toContainText('Rechazado');
    await expect(counters.getByRole('definition')).toHaveText(['1', '1', '1', '2', '1']);
  });

  await test.step('E-10.205: a prospect is created, and their panel opens', async () => {
    await page.getByRole('button', { name: 'Crear prospecto' }).click();
    const form = page.getByRole('dialog', { name: 'Crear prospecto' });
    await form.getByLabel('Nombre').fill('Nora Gil');
    await form.getByRole('button', { name: 'Crear prospecto' }).click();
    await expect(form.getByText('Escribe un correo o un teléfono.')).toBeVisible();
    await form.getByLabel('Teléfono').fill('55 1234 0000');
    await form.getByRole('button', { name: 'Crear prospecto' }).click();
    await expect(form).toHaveCount(0);
    await expect(page).toHaveURL(/prospecto=prs_/);
    await expect(row(page, 'Nora Gil')).toContainText('Pendiente');
  });

  await test.step('a list without prospects shows No data available, as a table and as a board', async () => {
    const { data } = await (await page.request.get('/v1/prospects/list')).json();
    const idUsers = data.prospects.map(({ idProspect }: { idProspect: string }) => idProspect);
    await page.request.post('/v1/user/delete', { data: { idUsers } });
    await moveTo(page, '/prospectos');
    await expect(page.getByText('No data available')).toBeVisible();
    await expect(page.getByText('0 personas dejaron sus datos en la landing')).toBeVisible();
    await page.getByRole('button', { name: 'Tablero' }).click();
    await expect(page.getByText('Sin prospectos')).toHaveCount(5);
  });
});
