import { readFileSync } from 'node:fs';
import type { LegacyExport } from '@simiente/builders/records';
import { expect, moveTo, test } from '../product/test.ts';

const records: LegacyExport = JSON.parse(
  readFileSync(new URL('../../fixtures/legacy-export.json', import.meta.url), 'utf8'),
);

test.use({ dataset: { kind: 'export', records } });

test('every partner of a real-shaped export is shown with its data, and its form opens', async ({
  staffPage: page,
}) => {
  await page.goto('/partners');
  await expect(page.getByText('14 partners en 4 países')).toBeVisible();
  for (const { idPartner, name, country, type, utm_available } of records.partners) {
    const row = page.getByRole('table').locator('tr', {
      has: page.locator(`[data-row-link][href$="/${idPartner}"]`),
    });
    const branches = records.branches.filter(({ partner }) => partner.id === idPartner).length;
    const tag = type && type !== 'Otro' ? type : 'Sin tipo';
    const cells = row.getByRole('cell');
    await expect(cells.nth(1)).toContainText(name);
    await expect(cells.nth(1).getByText('Enlace UTM')).toHaveCount(utm_available ? 1 : 0);
    await expect(cells.nth(2)).toHaveText(String(branches));
    await expect(cells.nth(3)).toHaveText(country);
    await expect(cells.nth(4)).toHaveText(tag);
  }
  for (const { idPartner, name, country } of records.partners) {
    await moveTo(page, `/partner/${idPartner}/editar`);
    await expect(page.getByLabel('Nombre')).toHaveValue(name);
    await expect(page.getByRole('combobox', { name: 'País' })).toHaveValue(country);
  }
});
