import { readFileSync } from 'node:fs';
import type { LegacyExport } from '@simiente/builders/records';
import { examName } from '@simiente/contract/exams/catalogue';
import { expect, moveTo, test } from '../product/test.ts';

const records: LegacyExport = JSON.parse(
  readFileSync(new URL('../../fixtures/legacy-export.json', import.meta.url), 'utf8'),
);
test.use({ dataset: { kind: 'export', records } });

interface Row {
  readonly id: string;
  /** Number of parts of the address. */
  readonly parts: string;
  readonly text: string;
}

/** Reads all rows in one call: an assertion for each row is slow. */
const READ_ROWS = `[...document.querySelectorAll('tbody tr')].flatMap((row) => {
  const link = row.querySelector('[data-row-link]');
  const parts = [...row.querySelectorAll('[role=img]')].map(({ textContent }) => textContent).join();
  const id = link?.getAttribute('href').split('/').at(-1);
  return link ? [{ id, parts, text: row.textContent }] : [];
})`;

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

test('S-20: every branch of a real-shaped export is shown with its address and its exams', {
  tag: '@nightly',
}, async ({ staffPage: page }) => {
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
      await expect
        .poll(async () => (await page.evaluate<Row[]>(READ_ROWS)).length)
        .toBe(branches.length);
      const rows = await page.evaluate<Row[]>(READ_ROWS);
      for (const branch of branches) {
        const row = rows.find(({ id }) => id === branch.idBranch);
        const parts =
          typeof branch.address === 'string' ? [branch.address] : Object.values(branch.address);
        expect(row?.parts, branch.name).toBe(String(parts.length));
        const { length } = branch.exam_available;
        for (const text of [
          branch.state,
          branch.name,
          parts.join(', '),
          branch.phone,
          examName(branch.exam_available[0] ?? ''),
          `${length} ${length === 1 ? 'examen' : 'exámenes'}`,
        ]) {
          expect(plain(row?.text ?? '')).toContain(plain(text));
        }
        seen += 1;
      }
    });
  }
  expect(seen).toBe(records.branches.length);
});
