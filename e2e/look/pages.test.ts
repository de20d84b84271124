import { expectAccessibleLayout, expectAccessibleState } from '../product/looks.ts';
import { expect, moveTo, signIn, test } from '../product/test.ts';
import { pdfFile, textFile } from '../product/uploads.ts';

test.use({ dataset: { kind: 'demo', patients: 30 } });

test('the login, the dashboard, the list of patients, a patient and a report are accessible and fit', async ({
  page,
  product,
}) => {
  await test.step('the login is accessible at every width, and its spinner is still with reduced motion', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/login', { waitUntil: 'commit' });
    await expect(page.locator('.si-loading-ring')).toHaveCSS('animation-duration', '0s');
    release();
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.unrouteAll();
    await expectAccessibleLayout(page);
  });
  await signIn(page, product);

  await test.step('the dashboard, the list and its confirmation are accessible at every width', async () => {
    await page.goto('/home');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessibleLayout(page);

    await moveTo(page, '/pacientes');
    await expect(page.getByText('30 pacientes registrados')).toBeVisible();
    await page.getByRole('checkbox').nth(1).check();
    await expectAccessibleLayout(page);
    await page.getByRole('button', { name: 'Eliminar' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessibleState(page);
  });

  await test.step('a patient, new exams and a report are accessible at every width', async () => {
    const { data } = await (await page.request.get('/v1/user/list?status=4')).json();
    await moveTo(page, `/pacientes/${data.userData[0].idUser}`);
    await expect(page.getByRole('heading', { name: 'Estudios' })).toBeVisible();
    await expectAccessibleLayout(page);
    await page.getByRole('button', { name: 'Agregar estudios' }).click();
    const adding = page.getByRole('dialog', { name: 'Agregar estudios' });
    const files = [pdfFile('perfil.pdf'), textFile('notas.txt')];
    await adding.locator('input[type=file]').setInputFiles(files);
    await adding.getByRole('button', { name: 'Agregar estudio' }).click();
    await expect(adding.getByText('Elige el tipo de estudio.')).toBeVisible();
    await expectAccessibleState(page);

    await moveTo(page, `/pacientes/${data.userData[0].idUser}/fertility-test`);
    await expect(page.getByTestId('report')).toBeVisible();
    await expectAccessibleLayout(page);
  });
});
