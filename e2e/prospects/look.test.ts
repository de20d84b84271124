import { expectAccessibleLayout, expectAccessibleState } from '../product/looks.ts';
import { expect, failedRequest, moveTo, nightlyStep, test } from '../product/test.ts';
import { prospect, prospects } from './records.ts';

const LONG = 'María Fernanda de los Ángeles Villavicencio Etcheverry y Zaldúa '.repeat(4).trim();

test.use({
  // Some of these steps are rejected on purpose, and the browser logs each rejection.
  expectedErrors: failedRequest(404, 409),
  dataset: prospects(
    [
      prospect('Ana Núñez', {
        notes: 'Llamar por la tarde\nPidió precio',
        mail: 'comun@correo.example',
      }),
      prospect('Larga', { name: LONG, motivo: LONG, mail: `${'x'.repeat(200)}@correo.example` }),
      prospect('Gilberto Treviño Vargas'),
      prospect('Beto Ruiz', { status: 'contacted' }),
      prospect('Ciro Sosa', { status: 'converted' }),
      prospect('Dora Paz', { status: 'rejected' }),
      prospect('Elio Mar', { status: 'archivado', createDate: undefined as never }),
    ],
    [{ idUser: 'usr_comun', name: LONG.slice(0, 180), email: 'comun@correo.example' }],
  ),
});

test('the table of prospects, its modals, the board and the panel are accessible and fit', async ({
  staffPage: page,
}) => {
  await test.step('the table and its empty state are accessible at every width', async () => {
    await page.goto('/prospectos');
    await expect(page.getByText('Ana Núñez')).toBeVisible();
    await expectAccessibleLayout(page);
    await moveTo(page, '/prospectos?estado=converted');
    await page.getByRole('searchbox').fill('nadie');
    await expect(page.getByText('No hay datos disponibles')).toBeVisible();
    await expectAccessibleState(page);
  });

  await nightlyStep('a prospect that does not exist', async () => {
    await moveTo(page, '/prospectos?prospecto=prs_nadie');
    await expectAccessibleLayout(page, () =>
      expect(page.getByText('ID del prospecto no encontrado')).toBeVisible(),
    );
  });

  await nightlyStep('the modals', async () => {
    await moveTo(page, '/prospectos');
    await page.getByRole('checkbox', { name: /Ana/ }).check();
    await page
      .getByRole('region', { name: 'Selección' })
      .getByRole('button', { name: 'Editar' })
      .click();
    await expectAccessibleLayout(page, () =>
      expect(page.getByRole('dialog', { name: 'Editar Prospecto' })).toBeVisible(),
    );
    await moveTo(page, '/prospectos?prospecto=prs_ananez');
    await page.getByRole('button', { name: 'Convertir en paciente' }).click();
    await page.getByRole('button', { name: 'Crear paciente' }).click();
    await expect(page.getByRole('button', { name: 'Crear de todos modos' })).toBeVisible();
    await expectAccessibleLayout(page);
  });

  await test.step('a long reason leaves room for the date, and a name is not truncated', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await moveTo(page, '/prospectos');
    const item = page.getByRole('listitem').filter({ hasText: 'María Fernanda' });
    await expect(item.getByText(/^5 ene/)).toBeInViewport({ ratio: 1 });

    await page.setViewportSize({ width: 768, height: 900 });
    const name = page.getByRole('table').getByText('Gilberto Treviño Vargas', { exact: true });
    await expect(name).toBeVisible();
    await expect
      .poll(() => name.evaluate((element) => element.scrollWidth - element.clientWidth))
      .toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('the board is accessible at every width, also beside the panel of a long prospect', async () => {
    await moveTo(page, '/prospectos?vista=tablero');
    await expect(page.getByText('Elio Mar')).toBeAttached();
    await expectAccessibleLayout(page);
    await moveTo(page, '/prospectos?vista=tablero&prospecto=prs_larga');
    await expectAccessibleState(page, () =>
      expect(page.getByText('Información Técnica')).toBeVisible(),
    );
  });

  await test.step('the form of the panel and its confirmation are accessible at every width', async () => {
    await moveTo(page, '/prospectos?prospecto=prs_ananez');
    await page.getByRole('button', { name: 'Editar', exact: true }).click();
    await page.getByRole('textbox', { name: 'Notas' }).fill('Otra cosa');
    await expectAccessibleState(page, () =>
      expect(page.getByText('Guardar cambios')).toBeVisible(),
    );
    await page.getByRole('button', { name: 'Cerrar panel' }).click();
    await expect(page.getByText('Se perderá lo que escribiste.')).toBeVisible();
    await expectAccessibleState(page, () =>
      expect(page.getByText('Seguir editando')).toBeVisible(),
    );
  });
});
