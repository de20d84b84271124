import { readFileSync } from 'node:fs';
import type { LegacyExport } from '@simiente/builders/records';
import { examName } from '@simiente/contract/exams/catalogue';
import { expect, moveTo, test } from '../product/test.ts';

const records: LegacyExport = JSON.parse(
  readFileSync(new URL('../../fixtures/legacy-export.json', import.meta.url), 'utf8'),
);
test.use({ dataset: { kind: 'export', records } });

test('S-20: every branch of a real-shaped export is shown with its address and its exams', async ({
  staffPage: page,
}) => {
  // 120 branches of 14 partners.
  test.setTimeout(300_000);
  // Tall enough for all rows of a partner: rows far outside the window are not rendered.
  await page.setViewportSize({ width: 1440, height: 3200 });
  await page.goto('/home');
  let seen = 0;
  for (const partner of records.partners) {
    const branches = records.branches.filter((branch) => branch.partner.id === partner.idPartner);
    await test.step(partner.name, async () => {
      await moveTo(page, `/partner/${partner.idPartner}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        `Sucursales de ${partner.name}`,
      );
      const count = `${branches.length} ${branches.length === 1 ? 'sucursal' : 'sucursales'}`;
      await expect(page.getByText(`${count} · `)).toBeVisible();
      const more = page.getByRole('button', { name: 'Cargar más' });
      for (let loaded = 10; loaded < branches.length; loaded += 10) {
        await expect(page.locator('[data-locked]')).toHaveCount(0);
        await more.click();
        await expect(
          page.getByText(`1–${Math.min(loaded + 10, branches.length)} de ${branches.length}`),
        ).toBeVisible();
      }
      await expect(more).toHaveCount(0);
      for (const branch of branches) {
        const row = page
          .locator('tbody tr')
          .filter({ has: page.locator(`[data-row-link][href$="/${branch.idBranch}"]`) });
        const parts =
          typeof branch.address === 'string' ? [branch.address] : Object.values(branch.address);
        await expect(row.getByRole('img')).toHaveText(String(parts.length));
        await expect(row).toContainText(branch.state);
        await expect(row).toContainText(branch.name);
        await expect(row).toContainText(parts.join(', '));
        await expect(row).toContainText(branch.phone);
        await expect(row).toContainText(examName(branch.exam_available[0] ?? ''));
        const { length } = branch.exam_available;
        await expect(row).toContainText(`${length} ${length === 1 ? 'examen' : 'exámenes'}`);
        seen += 1;
      }
    });
  }
  expect(seen).toBe(records.branches.length);
});
