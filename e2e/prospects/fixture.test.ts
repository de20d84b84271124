import { readFileSync } from 'node:fs';
import type { LegacyExport } from '@simiente/builders/records';
import { prospectGroup } from '@simiente/contract/prospects/filters';
import { forLength } from '../../scripts/test-length.mjs';
import { expect, test } from '../product/test.ts';

const records: LegacyExport = JSON.parse(
  readFileSync(new URL('../../fixtures/legacy-export.json', import.meta.url), 'utf8'),
);
const labels = {
  pending: 'Pendiente',
  contacted: 'Contactado',
  converted: 'Convertido',
  rejected: 'Rechazado',
  none: 'Sin estado',
};

test.use({ dataset: { kind: 'export', records } });

/** Of 60. */
const prospects = records.prospects.filter((_, index) => index % forLength(3, 1) === 0);

test('E-3.61, E-3.62, E-4.8: the prospects of a real-shaped export are shown with name, reason, status and date', async ({
  staffPage: page,
}) => {
  test.setTimeout(300_000);
  await page.goto('/prospectos');
  await expect(page.getByText('60 personas dejaron sus datos en la landing')).toBeVisible();
  const figures = Object.keys(labels).map(
    (group) =>
      records.prospects.filter(({ status }) => prospectGroup(status ?? null) === group).length,
  );
  await expect(page.getByRole('definition')).toHaveText(figures.map(String));

  const search = page.getByRole('searchbox', { name: 'Buscar prospecto' });
  const rows = page.getByRole('table', { name: 'Prospectos' }).getByRole('row');
  for (const { name, mail, motivo, status, createDate, timestamp } of prospects) {
    await test.step(mail, async () => {
      await search.fill(mail);
      await search.press('Enter');
      await expect(rows).toHaveCount(2);
      await expect(rows.nth(1)).toContainText(name);
      await expect(rows.nth(1)).toContainText(motivo);
      await expect(rows.nth(1)).toContainText(labels[prospectGroup(status ?? null)]);
      const date = /\d{1,2} [a-z]{3} 20\d\d, \d{1,2}:\d\d/;
      await expect(rows.nth(1)).toContainText((createDate ?? timestamp) ? date : 'N/A');
    });
  }
});
