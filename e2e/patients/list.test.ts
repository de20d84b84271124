import type { Page } from '@playwright/test';
import { expect, moveTo, test } from '../product/test.ts';
import { makeExport, person } from './records.ts';

const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString();

const people = makeExport([
  person('Íñigo Núñez Peña', {
    status: 1,
    createDate: '2026-01-05T18:00:00Z',
    lastConnection: '2026-03-01T18:00:00Z',
    phone: '+52 55 1234 5678',
    email: 'inigo@example.org',
  }),
  person(
    'Bruno Álvarez Ruiz',
    { status: 2, createDate: '2026-02-05T18:00:00Z', lastConnection: '2026-05-01T18:00:00Z' },
    {
      appointments: {
        recipeAppointments: [
          {
            id: 'rec_bruno',
            status: 'pending',
            type: 'Seguimiento',
            calendly_data: { start_time: inTwoDays, meeting_url: 'https://meet.example.org/x' },
            createDate: '2026-02-06T18:00:00Z',
            prescriptionExplanation: 'Receta',
          },
        ],
        doctorAppointments: [],
      },
    },
  ),
  person('Carlos Ibáñez Soto', {
    status: 3,
    // Still the 4th in the browser's zone, Tijuana.
    createDate: '2026-03-05T06:10:00Z',
    lastConnection: null,
  }),
  person('Daniel Ocampo Lara', {
    status: 7,
    createDate: 'no es una fecha',
    lastConnection: '2026-04-01T18:00:00Z',
  }),
]);

test.use({ dataset: people });

const names = (page: Page) => page.getByRole('table').locator('[data-row-link]');
/** The link in the first cell has initials, name and e-mail. */
const expectNames = (page: Page, ...expected: string[]) =>
  expect(names(page)).toHaveText(expected.map((name) => new RegExp(name)));

test('the list of patients is shown, filtered, sorted, searched and opened', async ({
  staffPage: page,
}) => {
  await test.step('the session and the first page are requested once, before the code', async () => {
    const requests: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      requests.push(pathname + search);
    });
    await page.goto('/pacientes');
    await expectNames(page, 'Carlos', 'Bruno', 'Íñigo', 'Daniel');
    expect(requests.filter((path) => path === '/api/auth/get-session')).toHaveLength(1);
    expect(requests.filter((path) => path.startsWith('/v1/user/list'))).toHaveLength(1);
    expect(requests.length).toBeLessThanOrEqual(40);

    requests.length = 0;
    await page.goto('/pacientes?estatus=2');
    await expectNames(page, 'Bruno');
    expect(requests.filter((path) => path.startsWith('/v1/user/list'))).toHaveLength(1);
    await page.getByRole('button', { name: /^Todos/ }).click();
    await expect(page).toHaveURL('/pacientes');
  });

  await test.step('S-36: the list has its title, its columns and every patient, newest first', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pacientes');
    await expect(page.getByText('4 pacientes registrados')).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText([
      '',
      'Nombre',
      'Fecha de creación',
      'Último acceso',
      'Estatus',
    ]);
    await expectNames(page, 'Carlos', 'Bruno', 'Íñigo', 'Daniel');
    const row = page.getByRole('row', { name: /Carlos/ });
    await expect(row).toContainText('5 mar 2026');
    await expect(row).toContainText('Fecha no disponible');
    await expect(page.getByRole('row', { name: /Daniel/ })).toContainText('Fecha inválida');
    await expect(row).toContainText('Abordaje Gral');
  });

  await test.step('each status has its own colour', async () => {
    await expectNames(page, 'Carlos', 'Bruno', 'Íñigo', 'Daniel');
    await expect(page.locator('td:last-child [data-tone]')).toHaveCount(4);
    const readColours = () =>
      page.evaluate<string[]>(
        "[...document.querySelectorAll('td:last-child [data-tone]')].map((pill) => getComputedStyle(pill).backgroundColor)",
      );
    await expect.poll(async () => new Set(await readColours()).size).toBe(4);
  });

  await test.step('E-2.51: Otros filtros is a group of two buttons', async () => {
    const group = page.getByRole('group', { name: 'Otros filtros' });
    await expect(group.getByText('Otros filtros')).toBeVisible();
    await expect(group.getByRole('button')).toHaveText([
      /^Citas\s*$/,
      /^Último Acceso\s*$/,
      /^Ficha incompleta\s*$/,
    ]);
  });

  await test.step('S-37: each status button filters, shows its count, and is in the URL', async () => {
    const filters = page.getByRole('group', { name: 'Filtrar por estatus' });
    await expect(filters.getByRole('button')).toHaveText([
      /^Todos\s*4$/,
      /^Registro\s*1$/,
      /^Test\s*1$/,
      /^Abordaje\s*1$/,
      /^Acciones\s*1$/,
    ]);
    for (const [label, name, address] of [
      ['Registro', 'Íñigo', '/pacientes?estatus=1'],
      ['Test', 'Bruno', '/pacientes?estatus=2'],
      ['Abordaje', 'Carlos', '/pacientes?estatus=3'],
      ['Acciones', 'Daniel', '/pacientes?estatus=4'],
    ] as const) {
      await filters.getByRole('button', { name: label }).click();
      await expect(page).toHaveURL(address);
      await expectNames(page, name);
    }
    await page.reload();
    await expectNames(page, 'Daniel');
    await page.goBack();
    await expectNames(page, 'Carlos');
    await filters.getByRole('button', { name: 'Todos' }).click();
    await expect(page).toHaveURL('/pacientes');
  });

  await test.step('E-2.52: Citas shows the patients with a coming appointment', async () => {
    await page.getByRole('button', { name: 'Citas' }).click();
    await expect(page).toHaveURL('/pacientes?citas=true&orden=nextAppointment');
    await expectNames(page, 'Bruno');
    await expect(page.getByText('1 paciente con cita próxima')).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText([
      '',
      'Nombre',
      'Próxima cita',
      'Fecha de creación',
      'Último acceso',
      'Estatus',
    ]);
    await expect(page.getByRole('row', { name: /Bruno/ })).not.toContainText('UTC');
    await page.getByRole('button', { name: 'Citas' }).click();
    await expect(page).toHaveURL('/pacientes');
  });

  await test.step('E-2.53: Último Acceso sorts newest first, then oldest first', async () => {
    await moveTo(page, '/pacientes?estatus=99&citas=quizas&orden=drop');
    await expectNames(page, 'Carlos', 'Bruno', 'Íñigo', 'Daniel');
    const button = page.getByRole('button', { name: /Último Acceso/ });
    const header = page.getByRole('columnheader', { name: /Último acceso/ });
    await button.click();
    await expect(page).toHaveURL('/pacientes?orden=-lastConnection');
    await expectNames(page, 'Bruno', 'Daniel', 'Íñigo', 'Carlos');
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await button.click();
    await expect(page).toHaveURL('/pacientes?orden=lastConnection');
    await expectNames(page, 'Íñigo', 'Daniel', 'Bruno', 'Carlos');
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
  });

  await test.step('the headers sort, and the order is in the URL', async () => {
    await page.getByRole('button', { name: 'Nombre' }).click();
    await expect(page).toHaveURL('/pacientes?orden=name');
    await expectNames(page, 'Bruno', 'Carlos', 'Daniel', 'Íñigo');
    await page.getByRole('button', { name: 'Nombre' }).click();
    await expectNames(page, 'Íñigo', 'Daniel', 'Carlos', 'Bruno');
  });

  await test.step('S-38: the search ignores case and accents, and combines with the status', async () => {
    await moveTo(page, '/pacientes');
    const search = page.getByRole('searchbox', { name: 'Buscar paciente' });
    await expect(search).toHaveAttribute('placeholder', 'Buscar paciente');
    for (const text of ['nunez', 'NÚÑEZ', 'inigo@ex', '55 1234', '12345678']) {
      await search.fill(text);
      await expectNames(page, 'Íñigo');
    }
    await page.getByRole('button', { name: /^Test/ }).click();
    await expect(page.getByText('No hay datos disponibles')).toBeVisible();
    await page.getByRole('button', { name: 'Limpiar filtros' }).click();
    await expectNames(page, 'Carlos', 'Bruno', 'Íñigo', 'Daniel');
    await expect(search).toHaveValue('');
  });

  await test.step('E-2.57, E-10.244: a row opens its patient by click and by keyboard, and has the focus after Back', async () => {
    await page.getByRole('row', { name: /Carlos/ }).click();
    await expect(page).toHaveURL('/pacientes/usr_carlosibezsoto');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Carlos Ibáñez Soto');
    await page.goBack();
    await expectNames(page, 'Carlos', 'Bruno', 'Íñigo', 'Daniel');
    await expect(page.getByRole('row', { name: /Carlos/ })).toBeFocused();
    await test.step('E-10.2253: the row’s button does not cover its focus ring', async () => {
      const carlos = page.getByRole('row', { name: /Carlos/ });
      const button = carlos.getByRole('button', { name: /Contacto/ }).locator('xpath=../..');
      const narrowest = async () => {
        const [row, inside] = await Promise.all([carlos.boundingBox(), button.boundingBox()]);
        if (row === null || inside === null) return null;
        return Math.min(
          inside.y - row.y,
          row.y + row.height - inside.y - inside.height,
          row.x + row.width - inside.x - inside.width,
        );
      };
      await expect.poll(narrowest).toBeGreaterThanOrEqual(2);
    });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/pacientes/usr_brunolvarezruiz');
    await page.goBack();
  });

  await test.step('the search text is not in the URL, and survives back, forward and reload', async () => {
    const search = page.getByRole('searchbox', { name: 'Buscar paciente' });
    await search.fill('bruno');
    await expectNames(page, 'Bruno');
    await expect(page).toHaveURL('/pacientes');

    await page.reload();
    await expect(search).toHaveValue('bruno');
    await expectNames(page, 'Bruno');

    await names(page).first().click();
    await expect(page).toHaveURL('/pacientes/usr_brunolvarezruiz');
    await page.goBack();
    await expect(search).toHaveValue('bruno');
    await expectNames(page, 'Bruno');
  });
});
