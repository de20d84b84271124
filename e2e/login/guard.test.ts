import { loseSession } from '../live/screens.ts';
import { expect, failedRequest, moveTo, test, unlock } from '../product/test.ts';
import { prospect, prospects } from '../prospects/records.ts';

/** With a prospect the clinic is not new, so /home has the dashboard. */
const dataset = prospects([prospect('Ana Paz')]);

test.use({ dataset, expectedErrors: failedRequest(401) });

const guarded = [
  '/home',
  '/pacientes',
  '/pacientes/usr_x',
  '/pacientes/usr_x/recipe-appointments',
  '/pacientes/usr_x/doctor-appointments',
  '/medicos',
  '/partners',
  '/prospectos',
];

test('every page without a session redirects to the login, which returns to it and to no other site', async ({
  page,
  product,
}) => {
  const { staff } = product;

  await test.step('E-2.18, E-2.20: without a session every page of the staff redirects to the login', async () => {
    for (const path of guarded) {
      if (path === guarded[0]) await page.goto(path);
      else await moveTo(page, path);
      await expect(page, path).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
      await expect(page.getByRole('navigation', { name: 'Secciones' })).toHaveCount(0);
    }
  });

  await test.step('E-2.31, E-6.2: the requested page opens after the login', async () => {
    await page.goto('/pacientes?estatus=2');
    await page.getByLabel('Correo electrónico').fill(staff.email);
    await page.getByLabel('Contraseña', { exact: true }).fill(staff.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/pacientes?estatus=2');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pacientes');
  });

  await test.step('E-2.2, E-2.3, E-4.1: with a session the login redirects to /home', async () => {
    await page.goto('/login');
    await expect(page).toHaveURL('/home');
  });

  await test.step('E-2.19, E-2.140, E-4.3: a spinner fills the screen while the session loads', async () => {
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/auth/get-session', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/home');
    await expect(page.getByRole('status')).toHaveText('Cargando...');
    await expect(page.getByRole('navigation', { name: 'Secciones' })).toHaveCount(0);
    release();
    await expect(page.getByRole('navigation', { name: 'Secciones' })).toBeVisible();
    await page.unrouteAll();
    await page.context().clearCookies();
  });

  await test.step('E-2.31, T-E5: the login redirects to no other site', async () => {
    await page.goto('/login?next=//evil.example/');
    await page.getByLabel('Correo electrónico').fill(staff.email);
    await page.getByLabel('Contraseña', { exact: true }).fill(staff.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/home');
  });

  await test.step('E-2.31, E-6.2: a session that ended elsewhere is renewed over the page', async () => {
    // The session ends once the page has loaded: a call still in flight would redirect it immediately.
    await expect(page.getByText('No data available')).toBeVisible();
    await expect(page.getByText('importó datos')).toBeVisible();
    await loseSession(page);
    // A request still in flight may have locked the page already.
    await page
      .getByRole('link', { name: 'Pacientes', exact: true, includeHidden: true })
      .dispatchEvent('click');
    await unlock(page, product);
    await expect(page).toHaveURL('/pacientes');
  });
});
