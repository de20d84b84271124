import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, failedRequest, nightlyStep, test } from '../product/test.ts';
import { NAME, PATIENT, PATIENT_PAGE, places } from './records.ts';

test.use({ dataset: places, expectedErrors: failedRequest(401) });

const orders = (page: Page) => page.getByRole('region', { name: 'Órdenes de examen' });
const opener = (page: Page) => orders(page).getByRole('button', { name: 'Crear orden' });
const getDialog = (page: Page) => page.getByRole('dialog', { name: /Crear orden|Orden creada/ });

async function choose(page: Page, typed: string, option: RegExp) {
  await getDialog(page).getByRole('combobox', { name: 'Sucursal' }).fill(typed);
  await page.getByRole('option', { name: option }).click();
}

test('an order of exams is checked, and created for a branch, by keyboard alone, and once after a lost answer', async ({
  staffPage: page,
}) => {
  await page.goto(PATIENT_PAGE);
  await expect(page.getByText('Todavía no hay órdenes de examen.')).toBeVisible();
  await test.step('missing fields are reported, and a branch without exams has a notice', async () => {
    await opener(page).click();
    const dialog = getDialog(page);
    const submit = dialog.getByRole('button', { name: 'Crear orden' });
    await submit.click();
    await expect(dialog.getByText('Elige una sucursal.')).toBeVisible();
    await expect(dialog.getByRole('combobox', { name: 'Sucursal' })).toBeFocused();
    await choose(page, 'vacia', /Sin estudios/);
    await expect(dialog.getByText('Esta sucursal no ofrece estudios. Elige otra.')).toBeVisible();
    await choose(page, 'avila', /Sucursal Ávila/);
    await expect(submit).not.toHaveAttribute('data-locked');
    await submit.click();
    await expect(dialog.getByText('Elige al menos un estudio.')).toBeVisible();
    await expect(dialog.getByRole('checkbox', { name: 'Seminograma' })).toBeFocused();
    await dialog.getByRole('checkbox', { name: 'Seminograma' }).check();
    await expect(dialog.getByText('Elige al menos un estudio.')).toBeHidden();
    // Studies that the other branch also offers stay selected.
    await choose(page, 'xoconostle', /Xoconostle/);
    await expect(dialog.getByRole('checkbox', { name: 'Seminograma' })).toBeChecked();

    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('button', { name: 'Seguir editando' }).click();
    await expect(dialog.getByRole('checkbox', { name: 'Seminograma' })).toBeChecked();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Descartar' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(opener(page)).toBeFocused();
  });

  await test.step('E-10.61: an order is created for a branch, and its PDF offered', async () => {
    await opener(page).click();
    const dialog = getDialog(page);
    await expect(dialog.getByText(NAME)).toBeVisible();
    const branch = dialog.getByRole('combobox', { name: 'Sucursal' });
    await expect(branch).toBeFocused();
    await branch.press('ArrowDown');
    await expect(page.getByRole('option')).toHaveCount(4);
    await expect(page.getByRole('option').last()).toBeInViewport({ ratio: 1 });
    await choose(page, 'nuble yucatan', /Sucursal Ávila/);
    await expect(dialog.getByRole('checkbox')).toHaveCount(3);
    await dialog.getByRole('checkbox', { name: 'Perfil Hormonal' }).check();
    await dialog.getByRole('button', { name: 'Seleccionar todos' }).click();
    await expect(dialog.getByText('3 de 3 seleccionados')).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'Seminograma' }).uncheck();
    await dialog.getByRole('button', { name: 'Crear orden' }).click();

    await expect(page.getByRole('dialog', { name: 'Orden creada' })).toBeVisible();
    await expect(dialog.getByText('Laboratorio Ñuble · Sucursal Ávila')).toBeVisible();
    const take = dialog.getByRole('button', { name: 'Descargar PDF' });
    await expect(take).toBeFocused();
    const arriving = page.waitForEvent('download');
    await take.click();
    const file = await arriving;
    expect(file.suggestedFilename()).toMatch(/^orden-de-examen-OE-\d{6}\.pdf$/);
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
    await dialog.getByRole('button', { name: 'Cerrar' }).last().click();

    await expect(dialog).toBeHidden();
    await expect(opener(page)).toBeFocused();
    const row = orders(page).getByRole('listitem');
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(/OE-\d{6}/);
    await expect(row).toContainText('Laboratorio Ñuble · Sucursal Ávila');
    await expect(row).toContainText('Perfil Hormonal, Cultivo de Semen');
    await expect(row).toContainText('1 descarga');
    await expect(orders(page).getByText('1 orden', { exact: true })).toBeVisible();
  });

  await test.step('E-10.61: the keyboard alone creates an order and downloads it', async () => {
    // The previous step may have taken less than the second in which a pressed button ignores clicks.
    await expect(opener(page)).not.toHaveAttribute('data-locked');
    await opener(page).focus();
    await page.keyboard.press('Enter');
    const branch = getDialog(page).getByRole('combobox', { name: 'Sucursal' });
    await expect(branch).toBeFocused();
    await page.keyboard.type('xoconostle');
    await expect(page.getByRole('option')).toHaveText([/Xoconostle/]);
    // Enter selects a result only once the search has finished.
    await expect(getDialog(page).getByRole('status')).toHaveText('1 resultado');
    await page.keyboard.press('Enter');
    await expect(branch).toHaveValue(/Xoconostle/);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Seleccionar todos' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(page.getByRole('checkbox', { name: 'Seminograma' })).toBeChecked();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Descargar PDF' })).toBeFocused();
    const arriving = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    await arriving;
    await page.keyboard.press('Escape');
    await expect(opener(page)).toBeFocused();
    await expect(orders(page).getByRole('listitem').filter({ hasText: '1 descarga' })).toHaveCount(
      2,
    );
  });

  await nightlyStep('E-10.63: a lost answer is retried, and the choices stay', async () => {
    const keys: (string | undefined)[] = [];
    let isLost = true;
    await page.route('**/v1/exam-orders', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      keys.push(route.request().headers()['idempotency-key']);
      if (!isLost) return route.continue();
      // The request is carried out, and its answer is lost.
      if (keys.length === 1) await route.fetch();
      await route.abort();
    });
    await opener(page).click();
    const dialog = getDialog(page);
    await choose(page, 'avila', /Sucursal Ávila/);
    await dialog.getByRole('checkbox', { name: 'Seminograma' }).check();
    await dialog.getByRole('button', { name: 'Crear orden' }).click();
    await expect(
      dialog.getByText('Sin conexión con el servidor. Revisa tu conexión a internet.'),
    ).toBeVisible();
    isLost = false;
    await expect(dialog.locator('[data-locked]')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Crear orden' }).click();
    await expect(page.getByRole('dialog', { name: 'Orden creada' })).toBeVisible();
    expect(new Set(keys).size).toBe(1);
    const { data } = await (await page.request.get(`/v1/exam-orders?idUser=${PATIENT}`)).json();
    expect(data.orders).toHaveLength(3);
  });
});
