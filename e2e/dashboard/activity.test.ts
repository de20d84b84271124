import type { Page } from '@playwright/test';
import { expect, test } from '../product/test.ts';
import { clinicOfAutumn } from './records.ts';

test.use({ dataset: clinicOfAutumn });

const rows = (page: Page) =>
  page.getByRole('region', { name: 'Actividad reciente' }).getByRole('listitem');

test('the activity shows who changed which record, all of it by page, and an empty period', async ({
  staffPage: page,
  product,
}) => {
  await test.step('E-2.42: each change has its user and a link to the record', async () => {
    const { name } = product.staff;
    const send = async (method: 'post' | 'put', url: string, data: object) =>
      expect((await page.request[method](url, { data })).status()).toBe(200);
    await send('put', '/v1/user/update', { idUser: 'usr_ananez', phone: '55 1234 5678' });
    await send('put', '/v1/exam/update', { idExam: 'exm_3', examType: 'Cariotipo' });
    await send('put', '/v1/user/update-status', { idUsers: ['usr_carlasols'], status: 3 });
    await send('post', '/v1/user/delete', { idUsers: ['usr_dariopea'] });
    await page.goto('/home');
    await expect(rows(page)).toContainText([
      `${name} eliminó a un paciente`,
      /cambió el estatus de Carla Solís, de .* a Abordaje Gral/,
      `${name} cambió los datos de un estudio de Beto Ruiz`,
      `${name} cambió los datos de Ana Núñez`,
      'El sistema importó datos',
    ]);
    // No types of exams, and no deleted patients.
    await expect(rows(page).filter({ hasText: /Cariotipo|Seminograma|Dario/ })).toHaveCount(0);
    await rows(page).getByRole('link', { name: 'Beto Ruiz' }).click();
    await expect(page).toHaveURL('/pacientes/usr_betoruiz');
    await page.goBack();

    await send('post', '/v1/trash/restore', { ids: ['usr_dariopea'] });
    await page.reload();
    await expect(rows(page).first()).toContainText(`${name} restauró a Dario Peña`);
  });

  await test.step('a period without changes says so, and leads to another', async () => {
    await page.goto('/home/actividad?desde=2001-01-01&hasta=2001-02-01');
    await expect(page.getByText('No hay nada en este periodo.')).toBeVisible();
    await page.getByRole('link', { name: 'Elegir otro periodo' }).click();
    await expect(page).toHaveURL('/home');
  });

  await test.step('E-2.42: Ver toda opens the whole activity, by page', async () => {
    const idUsers = ['usr_ananez', 'usr_betoruiz', 'usr_carlasols', 'usr_dariopea'];
    for (let change = 0; change < 14; change += 1) {
      const data = { idUsers, status: 1 + (change % 3) };
      expect((await page.request.put('/v1/user/update-status', { data })).status()).toBe(200);
    }
    await page.goto('/home');
    await expect(rows(page)).toHaveCount(8);
    await page.getByRole('link', { name: 'Ver toda' }).click();
    await expect(page).toHaveURL(/\/home\/actividad\?desde=.*&hasta=/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Actividad reciente');
    // Fifty changes, four by each act.
    await expect(rows(page)).toHaveCount(13);
    await page.getByRole('button', { name: 'Cargar más' }).click();
    await expect(page.getByText('El sistema importó datos')).toBeVisible();
    expect(await rows(page).count()).toBeGreaterThan(14);
    await expect(page.getByRole('button', { name: 'Cargar más' })).toHaveCount(0);
  });
});
