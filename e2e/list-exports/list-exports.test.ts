import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { makeExport, person } from '../patients/records.ts';
import {
  expect,
  expectAccessible,
  failedRequest,
  moveTo,
  nightlyStep,
  test,
} from '../product/test.ts';
import { everyKind } from '../search/records.ts';

const people = makeExport([
  person('Ana Núñez', { status: 2, phone: '+52 55 1234 5678', email: 'ana@correo.example' }),
  person('Beto Núñez', { status: 1 }),
  person('=HYPERLINK("http://x.example")', { status: 2 }),
  person('Carla "la" Ruiz, hija', { status: 2 }),
]);

async function readContent(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8');
}

async function downloadList(page: Page, name: string, format = 'CSV'): Promise<Download> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: format }).click();
  return coming;
}

/** The first cell of each line but the first, as a spreadsheet shows it. */
function firstCells(csv: string): string[] {
  return csv
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => /^(?:"((?:[^"]|"")*)"|([^,]*))/.exec(line) ?? [])
    .map(([, quoted, bare = '']) => quoted?.replaceAll('""', '"') ?? bare);
}

test.describe('export of patients', () => {
  test.use({ dataset: people, expectedErrors: failedRequest(503) });

  test('the list of patients is exported as shown, by mouse, by keyboard, and after a failure', async ({
    staffPage: page,
  }) => {
    await test.step('E-10.135: the file has the rows under the filters, in their order', async () => {
      await page.goto('/pacientes?estatus=2&orden=name');
      await expect(page.getByText('3 resultados')).toBeVisible();
      const download = await downloadList(page, 'Exportar 3 pacientes');
      await expect(page.getByText('3 pacientes en un archivo CSV.')).toBeVisible();
      expect(download.suggestedFilename()).toMatch(/^pacientes-\d{4}-\d\d-\d\d\.csv$/);
      const csv = await readContent(download);
      expect(csv.startsWith('\uFEFFNombre,Correo,Teléfono,')).toBe(true);
      const names = firstCells(csv);
      expect(names).toEqual([
        '\'=HYPERLINK("http://x.example")',
        'Ana Núñez',
        'Carla "la" Ruiz, hija',
      ]);
      await expect(page.getByRole('row').getByRole('link')).toContainText(
        names.map((name) => name.replace(/^'/, '')),
      );
      expect(csv).toContain("'+52 55 1234 5678");
      const workbook = await downloadList(page, 'Exportar 3 pacientes', 'Excel');
      expect(workbook.suggestedFilename()).toMatch(/^pacientes-\d{4}-\d\d-\d\d\.xlsx$/);
      expect((await readContent(workbook)).startsWith('PK')).toBe(true);
      await expect(page.getByText('3 pacientes en un archivo de Excel.')).toBeVisible();
      await expect(page).toHaveURL('/pacientes?estatus=2&orden=name');
    });

    await test.step('E-10.135: a search is in the file, and not in the URL', async () => {
      const addresses: string[] = [];
      page.on('request', (request) => addresses.push(request.url()));
      await moveTo(page, '/pacientes');
      await page.getByRole('searchbox', { name: 'Buscar paciente' }).fill('nunez');
      await expect(page.getByText('2 resultados')).toBeVisible();
      const csv = await readContent(await downloadList(page, 'Exportar 2 pacientes'));
      expect(firstCells(csv).toSorted()).toEqual(['Ana Núñez', 'Beto Núñez']);
      expect(addresses.filter((url) => url.includes('/v1/exports')).join()).not.toContain('nunez');
      await page.getByRole('searchbox', { name: 'Buscar paciente' }).clear();
      await expect(page.getByText('4 pacientes registrados')).toBeVisible();
    });

    await test.step('the keyboard exports, and Escape returns the focus', async () => {
      await moveTo(page, '/pacientes');
      const button = page.getByRole('button', { name: 'Exportar 4 pacientes' });
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('menu')).toContainText('4 pacientes');
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(button).toBeFocused();
      // Pressed once: a second Enter would choose the first entry of a menu that opens late.
      await expect(page.getByRole('menu')).toHaveCount(0);
      const coming = page.waitForEvent('download');
      await page.keyboard.press('Enter');
      // The menu focuses its first entry a moment after it opens.
      await expect(page.getByRole('menuitem', { name: 'Excel' })).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      expect(firstCells(await readContent(await coming))).toHaveLength(4);
    });

    await nightlyStep('a failed export shows an error, and Reintentar downloads it', async () => {
      let fails = true;
      await page.route('**/v1/exports', (route) =>
        fails ? route.fulfill({ status: 503, body: 'no' }) : route.continue(),
      );
      await page.goto('/pacientes');
      await page.getByRole('button', { name: /^Exportar/ }).click();
      await page.getByRole('menuitem', { name: 'CSV' }).click();
      const alert = page.getByRole('alert').filter({ hasText: 'No se pudo exportar' });
      await expect(alert).toBeVisible();
      fails = false;
      const coming = page.waitForEvent('download');
      await alert.getByRole('button', { name: 'Reintentar' }).click();
      expect(firstCells(await readContent(await coming))).toHaveLength(4);
    });

    await test.step('the export button is beside the count on a phone', async () => {
      await page.unrouteAll();
      await page.setViewportSize({ width: 390, height: 844 });
      await moveTo(page, '/papelera');
      const line = page.getByText('Los registros eliminados se pueden restaurar');
      const button = page.getByRole('button', { name: 'Exportar' });
      const getTop = async (shown: Locator) => (await shown.boundingBox())?.y ?? Number.NaN;
      await expect.poll(async () => (await getTop(button)) - (await getTop(line))).toBeLessThan(5);
      await moveTo(page, '/pacientes');
      const csv = await readContent(await downloadList(page, 'Exportar 4 pacientes'));
      expect(firstCells(csv)).toHaveLength(4);
    });
  });
});

test.describe('export of the other lists', () => {
  test.use({ dataset: everyKind });

  test('E-10.135: doctors, partners, branches and prospects have exports with the content of their screens', {
    tag: '@nightly',
  }, async ({ staffPage: page }) => {
    await page.goto('/medicos');
    const doctors = await readContent(await downloadList(page, 'Exportar 1 médico'));
    expect(doctors).toMatch(/Elena Vilar,Andrología,elena@clinica\.example,\d+,Activo,/);

    await page.goto('/partners');
    const partners = await readContent(await downloadList(page, 'Exportar 1 partner'));
    expect(firstCells(partners)).toEqual(['Laboratorio Villa Verde']);

    await page.goto('/partner/villa-verde');
    const branches = await readContent(await downloadList(page, 'Exportar 1 sucursal'));
    expect(branches).toContain('\r\nTabasco,Villahermosa Centro,Calle 1,86000,Seminograma,');

    await page.goto('/prospectos?estado=pending');
    const prospects = await readContent(await downloadList(page, 'Exportar 1 prospecto'));
    expect(prospects).toContain(
      '\r\nLaura Vilchis Prado,laura@correo.example,3399990000,Dudas,Pendiente,',
    );
    await page.goto('/prospectos?estado=rejected');
    await expect(page.getByRole('button', { name: 'Exportar' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await page.goto('/prospectos?estado=rejected&vista=tablero');
    const board = await readContent(await downloadList(page, 'Exportar 1 prospecto'));
    expect(firstCells(board)).toEqual(['Laura Vilchis Prado']);

    await test.step('E-10.135: an empty list offers a notice instead of an export', async () => {
      await page.goto('/pacientes/citas-sin-paciente');
      const button = page.getByRole('button', { name: 'Exportar' });
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      // The button is rendered again once the code of its tooltip has loaded.
      await expect(async () => {
        await button.blur();
        await button.focus();
        await expect(page.getByRole('tooltip')).toHaveText('No hay nada que exportar', {
          timeout: 1000,
        });
      }).toPass();
    });
  });
});
