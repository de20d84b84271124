import { readFileSync } from 'node:fs';
import type { LegacyExport } from '@simiente/builders/records';
import { prospectGroup } from '@simiente/contract/prospects/filters';
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

const READ_ROWS = `[...document.querySelectorAll('tbody tr[data-row-index]')].map((row) => row.textContent)`;
const DATE = /\d{1,2} [a-z]{3} 20\d\d, \d{1,2}:\d\d/;

test('E-3.61, E-3.62, E-4.8: the prospects of a real-shaped export are shown with name, reason, status and date', {
  tag: '@nightly',
}, async ({ staffPage: page }) => {
  // Tall enough for all rows: rows far outside the window are not rendered.
  await page.setViewportSize({ width: 1440, height: 5000 });
  await page.goto('/prospectos');
  await expect(page.getByText('60 personas dejaron sus datos en la landing')).toBeVisible();
  const counts = Object.keys(labels).map(
    (group) =>
      records.prospects.filter(({ status }) => prospectGroup(status ?? null) === group).length,
  );
  await expect(page.getByRole('definition')).toHaveText(counts.map(String));

  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await expect(page.getByText('1–60 de 60')).toBeAttached();
  await expect.poll(() => page.evaluate<string[]>(READ_ROWS)).toHaveLength(60);
  const rows = await page.evaluate<string[]>(READ_ROWS);
  for (const { name, mail, motivo, status, createDate, timestamp } of records.prospects) {
    const [row = '', ...others] = rows.filter((text) => text.includes(mail));
    expect(others, mail).toEqual([]);
    for (const text of [name, motivo, labels[prospectGroup(status ?? null)]]) {
      expect(row).toContain(text);
    }
    if (createDate ?? timestamp) expect(row).toMatch(DATE);
    else expect(row).toContain('N/A');
  }
});
