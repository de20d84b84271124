import type { Page } from '@playwright/test';
import { ALMENA, makeAlmena } from '../branches/records.ts';
import { makeExport, person } from '../patients/records.ts';
import { expectAccessibleLayout, expectAccessibleState } from '../product/looks.ts';
import { expect, failedRequest, moveTo, test } from '../product/test.ts';

const LONG = 'Maximiliano Alejandro de la Santísima Trinidad Villaseñor-Echeverría y Montes de Oca';
const people = makeExport([
  person('Ana Pérez', { email: 'ana@example.org' }),
  person('Beto Núñez'),
  person('Ciro Gómez'),
  person(LONG),
]);
people.records.partners.push({
  idPartner: 'horizonte',
  name: 'Clínica Horizonte',
  country: 'México',
  type: 'Clínica',
  utm_available: false,
});
test.use({ dataset: people, expectedErrors: failedRequest(404) });
async function fetchIds(page: Page): Promise<string[]> {
  const { data } = await (await page.request.get('/v1/user/get-all')).json();
  return data.userData.map(({ idUser }: { idUser: string }) => idUser);
}

async function remove(page: Page, ids: readonly string[]): Promise<void> {
  const answer = await page.request.post('/v1/user/delete', { data: { idUsers: ids } });
  expect(answer.status()).toBe(200);
}

const table = (page: Page) => page.getByRole('table', { name: 'Papelera' });

test('the trash shows other users’ changes, restores records, undoes a restoration, is filtered, and is accessible', async ({
  staffPage: page,
}) => {
  const everyone = await fetchIds(page);

  await test.step('E-10.150: an empty trash is accessible and fits', async () => {
    await page.goto('/papelera');
    await expect(page.getByText('No data available')).toBeVisible();
    await expectAccessibleState(page);
  });

  await test.step('E-10.151: records that another user deletes or restores appear and disappear', async () => {
    const [first = ''] = everyone;
    await remove(page, [first]);
    await expect(table(page).getByRole('row')).toHaveCount(2);
    await page.request.post('/v1/trash/restore', { data: { ids: [first] } });
    await expect(page.getByText('No data available')).toBeVisible();
  });

  await test.step('E-10.151: several records are restored together', async () => {
    await remove(page, await fetchIds(page));
    await expect(table(page).getByRole('row')).toHaveCount(5);
    await page.getByRole('checkbox', { name: /Seleccionar tod/ }).check();
    await expect(page.getByRole('button', { name: 'Eliminar' })).toHaveCount(0);
    await page
      .getByRole('region', { name: 'Selección' })
      .getByRole('button', { name: 'Restaurar' })
      .click();
    await expect(page.getByText('4 elementos restaurados')).toBeVisible();
    await expect(page.getByText('No data available')).toBeVisible();
  });

  await test.step('E-10.151: Deshacer deletes a restored record again', async () => {
    await remove(page, await fetchIds(page));
    await page.goto('/papelera');
    await table(page).getByRole('button', { name: 'Restaurar Ana Pérez' }).click();
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect(page.getByText('1 elemento eliminado')).toBeVisible();
    await expect(table(page).getByRole('row', { name: /Ana Pérez/ })).toBeVisible();
  });

  await test.step('E-10.150: kinds and a search filter the list; the kind is in the URL', async () => {
    await remove(page, [...(await fetchIds(page)), 'horizonte']);
    await page.goto('/papelera?tipo=disparate&orden=nada');
    await expect(table(page).getByRole('row')).toHaveCount(6);
    await page.getByRole('button', { name: 'Partners 1' }).click();
    await expect(page).toHaveURL('/papelera?tipo=partners');
    await expect(table(page).getByRole('row')).toHaveCount(2);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Partners 1' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.getByRole('button', { name: 'Todos 5' }).click();
    await page.getByRole('searchbox', { name: 'Buscar en la Papelera' }).fill('nunez');
    await expect(table(page).getByRole('row')).toHaveCount(2);
    await expect(page).toHaveURL('/papelera');
    await page.getByRole('searchbox').fill('nadie así');
    await expect(page.getByText('No hay datos disponibles')).toBeVisible();
    await page.getByRole('button', { name: 'Limpiar filtros' }).click();
    await expect(table(page).getByRole('row')).toHaveCount(6);
  });

  await test.step('E-10.150: records in the trash are accessible and fit', async () => {
    await page.getByRole('checkbox', { name: /Ana Pérez/ }).check();
    await expectAccessibleLayout(page);
  });

  await test.step('E-10.150: deleted records are listed for every user, and one click restores them', async () => {
    await moveTo(page, '/pacientes');
    await page.getByRole('link', { name: 'Papelera' }).click();
    await expect(page).toHaveTitle(/Papelera/);
    await expect(table(page).getByRole('row')).toHaveCount(6);
    const ana = table(page).getByRole('row', { name: /Ana Pérez/ });
    await expect(ana).toContainText('ana@example.org');
    await expect(ana).toContainText('Paciente');
    await expect(ana).toContainText('Mariana Solórzano');
    await expect(ana).toContainText('hoy');
    await expect(ana).toContainText('30');
    await expect(page.getByRole('button', { name: 'Todos 5' })).toBeVisible();

    await ana.getByRole('button', { name: 'Restaurar Ana Pérez' }).click();
    await expect(page.getByText('1 elemento restaurado')).toBeVisible();
    await expect(ana).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Todos 4' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.getByRole('link', { name: 'Pacientes' }).click();
    await expect(page.getByText('1 paciente registrado')).toBeVisible();
  });

  await test.step('a record that another user restored is reported, and the trash shows the rest', async () => {
    const present = await fetchIds(page);
    const [first = ''] = everyone.filter((id) => !present.includes(id));
    await moveTo(page, '/papelera');
    await expect(table(page).getByRole('row')).toHaveCount(5);
    const call = '/v1/trash/restore';
    const restore = async () => page.request.post(call, { data: { ids: [first] } });
    await page.route(`**${call}`, (route) => restore().then(() => route.continue()), { times: 1 });
    await page.getByRole('checkbox', { name: /Seleccionar tod/ }).check();
    await page
      .getByRole('region', { name: 'Selección' })
      .getByRole('button', { name: 'Restaurar' })
      .click();
    await expect(page.getByText('No se pudo restaurar')).toBeVisible();
    await expect(table(page).getByRole('row')).toHaveCount(4);
  });
});

test.describe('a branch whose partner is in the trash', () => {
  test.use({
    dataset: makeAlmena([{ name: 'Almena Roma' }]),
    expectedErrors: failedRequest(409),
  });

  test('E-10.152: a branch of a deleted partner is restored only together with it', {
    tag: '@nightly',
  }, async ({ staffPage: page }) => {
    await remove(page, ['brn_1']);
    await remove(page, [ALMENA.idPartner]);
    await page.goto('/papelera');
    await table(page).getByRole('button', { name: 'Restaurar Almena Roma' }).click();
    await expect(page.getByText('No se pudo restaurar')).toBeVisible();
    await expect(
      page.getByText('También está en la Papelera Laboratorio Almena: restaura primero el partner'),
    ).toBeVisible();
    await expect(table(page).getByRole('row')).toHaveCount(3);
    await page.getByRole('checkbox', { name: /Seleccionar tod/ }).check();
    await page
      .getByRole('region', { name: 'Selección' })
      .getByRole('button', { name: 'Restaurar' })
      .click();
    await expect(page.getByText('2 elementos restaurados')).toBeVisible();
  });
});
