import type { Page } from '@playwright/test';
import { deafen } from '../live/screens.ts';
import { expect, failedRequest, test } from '../product/test.ts';
import { exportOf, person } from './records.ts';

test.use({
  dataset: exportOf([
    person('Ana Pérez', { status: 1, createDate: '2026-01-03T00:00:00Z' }),
    person('Beto Ruiz', { status: 2, createDate: '2026-01-02T00:00:00Z' }),
    person('Ciro Sosa', { status: 7, createDate: '2026-01-01T00:00:00Z' }),
  ]),
});

const bar = (page: Page) => page.getByRole('region', { name: 'Selección' });

async function select(page: Page, ...names: string[]) {
  for (const name of names) await page.getByRole('checkbox', { name: new RegExp(name) }).check();
}

async function choose(page: Page, status: string) {
  await bar(page).getByRole('button', { name: 'Cambiar estatus' }).click();
  await page.getByRole('menuitem', { name: status }).click();
}

test('the status of selected patients is changed by mouse and keyboard, and Deshacer restores it', async ({
  staffPage: page,
}) => {
  await test.step('the status of one patient changes at once', async () => {
    await page.goto('/pacientes');
    await select(page, 'Ana');
    await bar(page).getByRole('button', { name: 'Cambiar estatus' }).click();
    await expect(page.getByRole('menuitem')).toHaveText([
      'Registro',
      'Test',
      'Abordaje Gral',
      'Acciones',
    ]);
    // Esc closes the menu and keeps the selection.
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menuitem')).toHaveCount(0);
    await expect(page.getByText('1 elementos seleccionados')).toBeVisible();
    await choose(page, 'Abordaje Gral');
    await expect(page.getByText('Se cambió el estatus de 1 paciente')).toBeVisible();
    await expect(page.getByRole('row', { name: /Ana/ })).toContainText('Abordaje Gral');
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByText('Se restauró el estatus anterior de 1 paciente')).toBeVisible();
    await expect(page.getByRole('row', { name: /Ana/ })).toContainText('Registro');
  });

  await test.step('E-2.183: several patients are confirmed first, and Deshacer leaves later changes alone', async () => {
    await page.goto('/pacientes');
    await select(page, 'Ana', 'Beto', 'Ciro');
    await choose(page, 'Abordaje Gral');
    const question = page.getByRole('dialog', { name: 'Cambiar estatus' });
    await expect(question).toContainText('3 pacientes cambiarán a «Abordaje Gral».');
    await expect(question.getByRole('listitem')).toHaveCount(3);
    await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
    await question.getByRole('button', { name: 'Cambiar estatus' }).click();
    await expect(page.getByText('Se cambió el estatus de 3 pacientes')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Abordaje\s*3/ })).toBeVisible();
    await page.request.put('/v1/user/update', { data: { idUser: 'usr_betoruiz', status: 4 } });
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByText('Se restauró el estatus anterior de 2 pacientes')).toBeVisible();
    await expect(page.getByText('1 paciente no se modificó porque cambió después.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Registro\s*1/ })).toBeVisible();
    const { data } = await (await page.request.get('/v1/user/list?sort=name')).json();
    expect(data.userData.map(({ status }: { status: number }) => status)).toEqual([1, 4, 7]);
  });
});

test('a status that some patients already have is not changed for them, and the focus stays in the list', async ({
  staffPage: page,
}) => {
  await test.step('patients who have the status are left out of the count', async () => {
    await page.goto('/pacientes');
    await select(page, 'Ana', 'Beto', 'Ciro');
    await choose(page, 'Test');
    await page.getByRole('dialog').getByRole('button', { name: 'Cambiar estatus' }).click();
    await expect(page.getByText('Se cambió el estatus de 2 pacientes')).toBeVisible();
    await expect(page.getByText('Ahora: Test. 1 paciente ya lo tenía.')).toBeVisible();
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByText('Se restauró el estatus anterior de 2 pacientes')).toBeVisible();
    // Another day, without a selection.
    await page.goto('/pacientes');
    await select(page, 'Beto');
    await choose(page, 'Test');
    await expect(page.getByText('Sin cambios')).toBeVisible();
    await expect(page.getByText('1 paciente ya lo tenía: Test.')).toBeVisible();
  });

  await test.step('the keyboard changes a status, and the focus stays', async () => {
    await page.goto('/pacientes?estatus=1');
    await select(page, 'Ana');
    await bar(page).getByRole('button', { name: 'Cambiar estatus' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Registro' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    // No patient matches this filter any more, and the selection bar goes with its rows.
    await expect(page.getByText('No hay datos disponibles')).toBeVisible();
    await expect(page.getByText(/elementos seleccionados/)).toHaveCount(0);
    await expect(page.locator('body')).not.toBeFocused();
  });
});

test.describe('failed requests', () => {
  test.use({ expectedErrors: failedRequest(404) });

  test('a status change that fails changes no patient, and keeps the selection', async ({
    staffPage: page,
  }) => {
    await deafen(page);
    await page.goto('/pacientes');
    await select(page, 'Ana', 'Beto');
    await page.request.post('/v1/user/delete', { data: { idUsers: ['usr_betoruiz'] } });
    await choose(page, 'Acciones');
    await page.getByRole('dialog').getByRole('button', { name: 'Cambiar estatus' }).click();
    await expect(page.getByRole('alert').getByText('No se pudo cambiar el estatus')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: /Ana/ })).toBeChecked();
    await expect(page.getByRole('row', { name: /Ana/ })).toContainText('Registro');
  });
});
