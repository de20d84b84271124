import type { Page } from '@playwright/test';
import { buildPartnerLogo } from '@simiente/builders/partner-logo';
import { expect } from '../product/test.ts';

const bytes = await buildPartnerLogo({ name: 'Cerro', type: 'Clínica' });

export const picture = (name = 'almena.png') => ({ name, mimeType: 'image/png', buffer: bytes });

export const LOGIN_LOGO = 'Logotipo de login';

export async function pickLogo(
  page: Page,
  label: string,
  file: { name: string; mimeType: string; buffer: Buffer } = picture(),
): Promise<void> {
  const group = page.getByRole('group', { name: label });
  const chooser = page.waitForEvent('filechooser');
  await group.getByRole('button', { name: /selecciónala|Cambiar/ }).click();
  await (await chooser).setFiles(file);
}

export async function choose(
  page: Page,
  label: 'País' | 'Tipo' | 'Zona horaria',
  option: string,
): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** The required fields, without studies and logo. */
export async function fillFields(page: Page, name: string): Promise<void> {
  await page.getByLabel('Nombre').fill(name);
  await choose(page, 'País', 'México');
  await choose(page, 'Tipo', 'Laboratorio');
  await page.getByLabel('Sitio web').fill('almena.example');
}

/** All required fields. */
export async function fillAll(page: Page, name: string): Promise<void> {
  await fillFields(page, name);
  await page.getByRole('checkbox', { name: 'Seminograma' }).check();
  await pickLogo(page, LOGIN_LOGO);
  await expect(page.getByText('almena.png')).toBeVisible();
}

export const save = (page: Page) => page.getByRole('button', { name: 'Guardar' }).click();

/** The text of an assertive toast. */
export const getAlert = (page: Page, text: string | RegExp) =>
  page.getByRole('alert').filter({ hasText: text });
