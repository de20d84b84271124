import { expect, failedRequest, test } from '../product/test.ts';

// Calls still in flight at the end of a session are rejected.
test.use({ reducedMotion: 'no-preference', expectedErrors: failedRequest(401) });

test('the menu has its sections, marks the active one, collapses, changes the scheme, and ends the session', async ({
  staffPage: page,
}) => {
  await test.step('E-1.13, E-1.15, E-2.20: the menu has four sections, and the active one follows the path', async () => {
    await page.goto('/home');
    const menu = page.getByRole('navigation', { name: 'Secciones' });
    await expect(menu.getByRole('link')).toHaveText([
      'Pacientes',
      'Médicos',
      'Partners',
      'Prospectos',
    ]);
    await expect(menu.locator('[aria-current="page"]')).toHaveCount(0);

    for (const [name, path] of [
      ['Pacientes', '/pacientes'],
      ['Médicos', '/medicos'],
      ['Partners', '/partners'],
      ['Prospectos', '/prospectos'],
    ] as const) {
      await menu.getByRole('link', { name }).click();
      await expect(page).toHaveURL(path);
      await expect(menu.locator('[aria-current="page"]')).toHaveText(name);
    }
  });

  await test.step('E-10.1430: the lower menu begins with Inicio and Agenda, then daily work, then settings', async () => {
    const menu = page.getByRole('navigation', { name: 'Trabajo y administración' });
    await expect(menu.getByRole('link')).toHaveText([
      'Inicio',
      'Agenda',
      'Órdenes',
      'Por confirmar',
      'Resultados recibidos',
      'Por firmar',
      'Analitos y rangos',
      'Membrete',
      'Privacidad',
      'Papelera',
    ]);
    await menu.getByRole('link', { name: 'Agenda' }).click();
    await expect(page).toHaveURL('/medicos?vista=agenda');
    await expect(page.locator('aside [aria-current="page"]')).toHaveText('Agenda');
    await menu.getByRole('link', { name: 'Inicio' }).click();
    await expect(page).toHaveURL('/home');
    await expect(menu.locator('[aria-current="page"]')).toHaveText('Inicio');
  });

  await test.step('the active section has another colour', async () => {
    await page.goto('/pacientes');
    await expect(page.getByRole('link', { name: 'Prospectos', exact: true })).toBeVisible();
    const countLikeFirst = async () => {
      const [active, ...others] = await page.evaluate<string[]>(
        "[...document.querySelectorAll('nav[aria-label=Secciones] a')].map((entry) => getComputedStyle(entry).backgroundColor)",
      );
      return others.length === 3 && others.filter((ground) => ground === active).length;
    };
    await expect.poll(countLikeFirst).toBe(0);
  });

  await test.step('E-1.16: Cerrar Sesión is at the bottom of the menu', async () => {
    const leave = page.getByRole('button', { name: 'Cerrar Sesión' });
    const last = page.getByRole('link', { name: 'Prospectos', exact: true });
    const height = page.viewportSize()?.height ?? 0;
    await expect(async () => {
      const [button, above] = await Promise.all([leave.boundingBox(), last.boundingBox()]);
      expect(button?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
      expect(height - (button?.y ?? 0) - (button?.height ?? 0)).toBeLessThan(40);
    }).toPass();
  });

  await test.step('E-1.14: the menu collapses to icons, also after a reload', async () => {
    const menu = page.getByRole('navigation', { name: 'Secciones' });
    await page.getByRole('button', { name: 'Contraer menú' }).click();
    await expect(menu.getByRole('link').first()).toHaveText('');
    await expect(menu.getByRole('link', { name: 'Pacientes' })).toBeVisible();

    await page.reload();
    await expect(page.getByRole('button', { name: 'Expandir menú' })).toBeVisible();
    await page.getByRole('button', { name: 'Expandir menú' }).click();
    await expect(menu.getByRole('link').first()).toHaveText('Pacientes');
  });

  await test.step('the scheme toggle is labelled with its effect, and the choice stays', async () => {
    await page.getByRole('button', { name: 'Cambiar a tema oscuro' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expect(page.getByRole('button', { name: 'Cambiar a tema claro' })).toBeVisible();
  });

  await test.step('an unknown address has a notice and a link', async () => {
    await page.goto('/no-existe');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No encontramos esta página');
    await page.getByRole('link', { name: 'Ir al inicio' }).click();
    await expect(page).toHaveURL('/home');
  });

  await test.step('on a phone the menu is a drawer that closes after a choice', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('navigation', { name: 'Secciones' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Abrir menú' }).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('link', { name: 'Papelera' })).toBeHidden();
    await drawer.getByText('Administración', { exact: true }).click();
    await expect(drawer.getByRole('link', { name: 'Papelera' })).toBeVisible();
    await drawer.getByRole('link', { name: 'Prospectos' }).click();
    await expect(page).toHaveURL('/prospectos');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('E-1.17, E-4.2: Cerrar Sesión ends the session and redirects to the login', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
    await expect(page).toHaveURL('/login');
    await page.goto('/pacientes');
    await expect(page).toHaveURL(/\/login/);
    const left = await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }));
    expect(left.filter((key) => !key.startsWith('simiente-') && !key.startsWith('tsr-'))).toEqual(
      [],
    );
  });
});
