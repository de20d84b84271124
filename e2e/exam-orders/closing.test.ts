import { expect, moveTo, test } from '../product/test.ts';
import { pdfFile } from '../product/uploads.ts';
import { makeOrder, NAME, places } from './records.ts';

test.use({ dataset: places });

test('E-10.505: an order is followed on Órdenes from its creation until its results are validated', async ({
  staffPage: page,
}) => {
  const { folio } = await makeOrder(page, { exams: ['SEM', 'HORMO'] });
  const row = page.getByRole('row', { name: new RegExp(folio) });
  const orders = page.getByRole('region', { name: 'Órdenes de examen' });

  await test.step('an order is listed as requested, and links to its patient’s page', async () => {
    await page.goto('/home');
    await page.getByRole('link', { name: 'Órdenes', exact: true }).click();
    await expect(row).toContainText(NAME);
    await expect(row).toContainText('Vence en 7 días');
    await expect(row).toContainText('Pedido');
    await row.getByRole('link', { name: folio }).click();
    const marked = orders.getByRole('listitem');
    await expect(marked).toHaveAttribute('aria-current', 'true');
    await expect(marked).toBeInViewport();
    const arriving = page.waitForEvent('download');
    await orders.getByRole('button', { name: 'Descargar' }).click();
    await arriving;
    await expect(marked).toContainText('Descargado');
  });

  await test.step('uploaded exams answer the order, one per study', async () => {
    await page.getByRole('button', { name: 'Agregar estudios' }).click();
    const dialog = page.getByRole('dialog', { name: 'Agregar estudios' });
    const names = ['semen.pdf', 'otro.pdf', 'hormonas.pdf'];
    await dialog.locator('input[type=file]').setInputFiles(names.map((name) => pdfFile(name)));
    for (const [name, type] of [
      ['semen.pdf', 'Seminograma'],
      ['otro.pdf', 'Seminograma'],
      ['hormonas.pdf', 'Hormonal'],
    ] as const) {
      await dialog.getByLabel(`Tipo de estudio de ${name}`).fill(type);
      await page.keyboard.press('Escape');
    }
    const answered = (name: string) => dialog.getByLabel(`Orden a la que responde ${name}`);
    await expect(answered('semen.pdf')).toContainText(`Responde a la orden ${folio}`);
    await expect(answered('otro.pdf')).toHaveCount(0);
    await answered('hormonas.pdf').selectOption('No responde a ninguna orden');
    await dialog.getByRole('button', { name: 'Agregar 3 estudios' }).click();
    await expect(page.getByText('3 estudios agregados')).toBeVisible();
    await expect(orders.getByRole('listitem')).toContainText('1 de 2 recibidos');

    await page.getByRole('button', { name: 'Agregar estudios' }).click();
    await dialog.locator('input[type=file]').setInputFiles(pdfFile('perfil.pdf'));
    await dialog.getByLabel('Tipo de estudio de perfil.pdf').fill('Hormonal');
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Agregar estudio' }).click();
    await expect(orders.getByRole('listitem')).toContainText(/Recibido Recibido hoy/);
  });

  await test.step('validated results close the order', async () => {
    const list = await page.request.get(`/v1/exam-orders/list?search=${folio}`);
    const [{ idUser, studies }] = (await list.json()).data.orders;
    for (const { idExam, examType } of studies) {
      const analyte = examType === 'Hormonal' ? 'fsh' : 'volume';
      const created = await page.request.post('/v1/result/create', {
        data: { idUser, idExam, values: [{ analyte, value: '2' }] },
      });
      const { idResultSet, fileUrl } = (await created.json()).data.set;
      const validated = await page.request.post('/v1/result/validate', {
        data: { idResultSet, basis: fileUrl === null ? 'paper' : 'file' },
      });
      expect(validated.status()).toBe(200);
    }
    await moveTo(page, '/ordenes?estado=validado');
    await expect(row).toContainText(/Validado hoy/);
    await page.getByRole('button', { name: 'Pedido 0' }).click();
    await expect(page.getByText('No hay datos disponibles')).toBeVisible();
    await expect(page).toHaveURL('/ordenes?estado=pedido');
    await expect(page.getByText('0 resultados')).toBeVisible();
  });
});
