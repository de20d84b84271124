import { expect, test } from '../product/test.ts';
import { column, prospect, prospects, row } from './records.ts';

const LONG = 'María de los Ángeles '.repeat(14).trim();
const statuses = ['pending', 'contacted', 'rejected', 'archivado'];

test.use({
  dataset: prospects(
    Array.from({ length: 10_000 }, (_, index) =>
      prospect(index === 7 ? LONG : `Persona ${index}`, {
        idProspect: `prs_${index}`,
        mail: `p${index}@correo.example`,
        status: statuses[index % 4] ?? '',
        createDate: new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString(),
      }),
    ),
  ),
});

test('10 000 prospects are counted, searched and loaded by page, in the table and on the board', {
  tag: '@nightly',
}, async ({ staffPage: page }) => {
  await test.step('E-10.102: the table counts, searches and loads them by page', async () => {
    await page.goto('/prospectos');
    await expect(page.getByText('10,000 personas dejaron sus datos en la landing')).toBeVisible();
    await expect(page.getByRole('definition')).toHaveText([
      '2,500',
      '2,500',
      '0',
      '2,500',
      '2,500',
    ]);
    await expect(page.getByText('1–50 de 10,000')).toBeAttached();
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await expect(page.getByText('1–100 de 10,000')).toBeAttached();
    await expect.poll(() => page.getByRole('row').count()).toBeLessThanOrEqual(80);
    await page.getByRole('searchbox', { name: 'Buscar prospecto' }).fill('p9999@');
    await expect(row(page, 'Persona 9999')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Buscar prospecto' }).fill('persona');
    await expect(page.getByText('1,000+ resultados')).toBeVisible();
  });

  await test.step('E-10.102: a column of the board loads them by page, and a card leaves it', async () => {
    await page.goto('/prospectos?vista=tablero');
    const pending = column(page, 'Pendiente');
    await expect(pending).toContainText('2,500');
    await expect(pending.getByRole('listitem')).toHaveCount(25);
    await pending.getByRole('listitem').last().scrollIntoViewIfNeeded();
    await expect(pending.getByRole('listitem')).toHaveCount(50);
    // The moved card stays visible on the board, however old it is.
    await pending.getByRole('listitem').nth(45).focus();
    const answer = page.waitForResponse('**/v1/prospects/move');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    expect((await answer).status()).toBe(200);
    await expect(column(page, 'Contactado').getByRole('listitem').first()).toContainText(
      'Persona 180',
    );
    await expect(column(page, 'Contactado')).toContainText('2,501');
    await expect(pending).toContainText('2,499');
  });
});
