import { readFileSync } from 'node:fs';
import type { LegacyExport } from '@simiente/builders/records';
import { forLength } from '../../scripts/test-length.mjs';
import { expect, moveTo, test } from '../product/test.ts';

const records: LegacyExport = JSON.parse(
  readFileSync(new URL('../../fixtures/legacy-export.json', import.meta.url), 'utf8'),
);

test.use({ dataset: { kind: 'export', records } });

/** All rows at once, by the id in their link. */
const READ_ROWS = `[...document.querySelectorAll('tbody tr')].flatMap((row) => {
  const id = row.querySelector('[data-row-link]')?.getAttribute('href').split('/').at(-1);
  return id ? [{ id, cells: [...row.cells].map(({ textContent }) => textContent) }] : [];
})`;

test('every partner of a real-shaped export is shown with its data, and forms of them open', {
  tag: '@nightly',
}, async ({ staffPage: page }) => {
  await page.goto('/partners');
  await expect(page.getByText('14 partners en 4 países')).toBeVisible();
  const readRows = () => page.evaluate<{ id: string; cells: string[] }[]>(READ_ROWS);
  await expect.poll(async () => (await readRows()).length).toBe(records.partners.length);
  const rows = await readRows();
  for (const { idPartner, name, country, type, utm_available } of records.partners) {
    const row = rows.find(({ id }) => id === idPartner);
    const branches = records.branches.filter(({ partner }) => partner.id === idPartner).length;
    expect(row?.cells[1], idPartner).toContain(name);
    expect(row?.cells[1]?.includes('Enlace UTM'), idPartner).toBe(utm_available);
    const tag = type && type !== 'Otro' ? type : 'Sin tipo';
    expect(row?.cells.slice(2), idPartner).toEqual([String(branches), country, tag]);
  }
  const opened = records.partners.filter((_, index) => index % forLength(5, 1) === 0);
  for (const { idPartner, name, country } of opened) {
    await moveTo(page, `/partner/${idPartner}/editar`);
    await expect(page.getByLabel('Nombre')).toHaveValue(name);
    await expect(page.getByRole('combobox', { name: 'País' })).toHaveValue(country);
  }
});
