import type { Page } from '@playwright/test';
import { isFullRun } from '../../scripts/test-length.mjs';
import { expectAccessibleLayout } from '../product/looks.ts';
import { expect, moveTo, nightlyStep, test } from '../product/test.ts';
import { AUTUMN, autumnClinic, counter, expectCounts, LABORATORY, readRows } from './records.ts';

test.use({ dataset: autumnClinic });

const rows = (page: Page) =>
  page.getByRole('region', { name: 'Actividad reciente' }).getByRole('listitem');

/** Invalid in the same way as a start after its end. */
const MORE_NONSENSE = [
  ['ten thousand years', 'desde=0001-01-01&hasta=9999-12-31'],
  ['more than ten years', 'desde=1950-01-01&hasta=2026-11-01'],
  ['days that do not exist', 'desde=2026-02-30&hasta=2026-13-01'],
  ['malformed days', 'desde=ayer&hasta=%7B%22a%22%3A1%7D'],
  ['no text at all', 'desde=20260803&hasta=true&laboratorio=%5B1%5D'],
] as const;

test('the dashboard has filters, counts that open their lists, charts with tables, and the activity', async ({
  staffPage: page,
  product,
}) => {
  await test.step('E-2.4, E-2.35, E-2.36: the filters apply on request, are in the URL, and can be cleared', async () => {
    await page.goto('/home');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inicio');
    const usual = (await page.getByText(/^Actividad del /).textContent()) ?? '';
    const [start, end, laboratory] = [
      page.getByRole('textbox', { name: 'Fecha de inicio' }),
      page.getByRole('textbox', { name: 'Fecha de fin' }),
      page.getByRole('combobox', { name: 'Laboratorio' }),
    ];
    await start.fill('2026-08-03');
    await end.fill('2026-11-01');
    await expect(page).toHaveURL(/\/home$/);
    await expect(page.getByText(usual)).toBeVisible();

    await page.getByRole('button', { name: 'Aplicar filtros' }).click();
    await expect(
      page.getByText('Actividad del 3 de agosto al 1 de noviembre de 2026'),
    ).toBeVisible();
    await expect(page).toHaveURL(`/home?${AUTUMN}`);
    await expectCounts(page, 3, 1, 0, 3);

    await laboratory.click();
    const options = page.getByRole('option');
    await expect(options).toHaveText(['todos', 'Laboratorio Ñandú', 'Laboratorio Sin Sucursales']);
    await options.filter({ hasText: 'Ñandú' }).click();
    await page.getByRole('button', { name: 'Aplicar filtros' }).click();
    await expect(page).toHaveURL(`/home?${AUTUMN}&laboratorio=${LABORATORY}`);
    await expectCounts(page, 0, 1, 0, 0);

    await page.reload();
    await expect(laboratory).toHaveValue('Laboratorio Ñandú');
    await expect(start).toHaveValue('03/08/2026');
    await page.goBack();
    await expect(laboratory).toHaveValue('todos');
    await expectCounts(page, 3, 1, 0, 3);

    await page.getByRole('button', { name: 'Limpiar filtros' }).click();
    await expect(page).toHaveURL(/\/home$/);
    await expect(page.getByText(usual)).toBeVisible();
    await expect(start).not.toHaveValue('03/08/2026');
  });

  await test.step('E-2.34: a laboratory is found without accents', async () => {
    const laboratory = page.getByRole('combobox', { name: 'Laboratorio' });
    await laboratory.click();
    await laboratory.fill('nandu');
    await expect(page.getByRole('option')).toHaveText(['todos', 'Laboratorio Ñandú']);
    await page.getByRole('option', { name: 'Laboratorio Ñandú' }).click();
    await expect(laboratory).toHaveValue('Laboratorio Ñandú');
  });

  await nightlyStep('E-2.32, E-2.33, E-5.20: neither date may pass the other', async () => {
    await moveTo(page, `/home?${AUTUMN}`);
    const [start, end] = [
      page.getByRole('textbox', { name: 'Fecha de inicio' }),
      page.getByRole('textbox', { name: 'Fecha de fin' }),
    ];
    const calendar = page.getByRole('dialog', { name: 'Calendario' });
    await start.press('Alt+ArrowDown');
    await expect(calendar.getByRole('button', { name: /, 3 de agosto de 2026$/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(calendar).toBeHidden();
    await expect(start).toBeFocused();
    await page.getByRole('button', { name: 'Abrir calendario' }).last().click();
    await calendar.getByRole('button', { name: 'Mes anterior' }).click();
    await calendar.getByRole('button', { name: /, 31 de octubre de 2026$/ }).click();
    await expect(end).toHaveValue('31/10/2026');
    await start.press('Alt+ArrowDown');
    await calendar.getByRole('button', { name: 'Mes siguiente' }).click();
    await calendar.getByRole('button', { name: 'Mes siguiente' }).click();
    await expect(calendar.getByRole('button', { name: /, 31 de octubre/ })).toBeEnabled();
    await expect(calendar.getByRole('button', { name: 'Mes siguiente' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await end.fill('01112026');
    await start.fill('2/11/2026');
    await start.press('Enter');
    await expect(
      page.getByText('La fecha de inicio no puede ser posterior a la de fin.'),
    ).toBeVisible();
    await expect(start).toBeFocused();
    await expect(start).toHaveAttribute('aria-invalid', 'true');
    await expect(page).toHaveURL(`/home?${AUTUMN}`);

    // An incomplete date is kept, rejected and explained.
    await start.fill('31/02/20');
    await page.getByRole('button', { name: 'Aplicar filtros' }).click();
    await expect(page.getByText('Escribe la fecha completa, como 24/11/2026.')).toBeVisible();
    await expect(start).toHaveValue('31/02/20');
    await expect(page).toHaveURL(`/home?${AUTUMN}`);
    await start.fill('');
    await page.getByRole('button', { name: 'Aplicar filtros' }).click();
    await expect(page.getByText('Elige la fecha de inicio.')).toBeVisible();
    await start.fill('1999-01-01');
    await page.getByRole('button', { name: 'Aplicar filtros' }).click();
    await expect(page.getByText('El periodo no puede ser mayor a diez años.')).toBeVisible();

    // A single day is a valid period.
    await start.fill('2026-11-01');
    await page.getByRole('button', { name: 'Aplicar filtros' }).click();
    await expect(page.getByText('Actividad del 1 de noviembre de 2026')).toBeVisible();
  });

  await test.step('a named period is applied immediately', async () => {
    await moveTo(page, `/home?${AUTUMN}`);
    const named = page.getByRole('combobox', { name: 'Periodo' });
    await expect(named).toHaveValue('');
    await named.click();
    await page.getByRole('option', { name: 'Hoy' }).click();
    await expect(page).toHaveURL(/desde=(\d{4}-\d\d-\d\d)&hasta=\1$/);
    await expect(named).toHaveValue('Hoy');
  });

  await test.step('E-2.36: an invalid address is treated as missing', async () => {
    const readPeriod = async (path: string) => {
      await moveTo(page, path);
      await expectCounts(page, 4, 1, 0);
      return page.getByText(/^Actividad del /).textContent();
    };
    const usual = (await readPeriod('/home')) ?? '';
    for (const [nonsense, query] of [
      ['a start after its end', 'desde=2026-11-01&hasta=2026-08-03'],
      ['markup for a laboratory', 'laboratorio=%3Cscript%3Ealert(1)%3C%2Fscript%3E'],
      ...(isFullRun ? MORE_NONSENSE : []),
    ] as const) {
      await test.step(nonsense, async () => {
        expect(await readPeriod(`/home?${query}`)).toBe(usual);
        await expect(page.getByRole('combobox', { name: 'Laboratorio' })).toHaveValue('todos');
        await moveTo(page, `/home/estudios?${query}`);
        await expect(page.getByText(/subidos? en el periodo$/)).toBeVisible();
      });
    }
  });

  await test.step('each count shows its change in words, signs and arrows', async () => {
    await moveTo(page, `/home?${AUTUMN}`);
    await expectCounts(page, 3, 1, 0, 3);
    for (const [label, change] of [
      ['Total pacientes', '+200.0\u00A0% vs. periodo anterior'],
      ['Laboratorios activos', 'Sin cambio vs. periodo anterior'],
      ['Órdenes de examen descargadas', 'Sin cambio vs. periodo anterior'],
      ['Exámenes subidos', 'Sin cambio vs. periodo anterior'],
    ] as const) {
      await expect(counter(page, label)).toContainText(change);
    }
  });

  await test.step('E-2.41: the tables of the charts have the same counts', async () => {
    await expect
      .poll(() => readRows(page, 'Pacientes registrados por semana'))
      .toEqual([
        '3–9 ago 1 0',
        '10–16 ago 0 0',
        '17–23 ago 0 0',
        '24–30 ago 0 0',
        '31 ago–6 sep 0 0',
        '7–13 sep 0 1',
        '14–20 sep 0 0',
        '21–27 sep 0 0',
        '28 sep–4 oct 0 0',
        '5–11 oct 0 0',
        '12–18 oct 0 0',
        '19–25 oct 0 0',
        '26 oct–1 nov 1 0',
      ]);
    await expect
      .poll(() => readRows(page, 'Exámenes por tipo'))
      .toEqual(['Seminograma 2 67 %', 'Cultivo Semen 1 33 %']);
    await expect(page.getByText('3 en total')).toBeVisible();
    await expect(page.getByText('1 examen sin fecha no se incluye.')).toBeVisible();
    // The chart itself is a lazy chunk.
    await expect(page.locator('.recharts-area-curve')).toBeVisible();
  });

  await test.step('E-2.40: exams are searched by type and patient, and link to both', async () => {
    await moveTo(page, `/home/estudios?${AUTUMN}`);
    const search = page.getByRole('searchbox', { name: 'Buscar estudio o paciente' });
    await search.fill('nunez');
    await expect(page.getByText('2 resultados')).toBeVisible();
    await search.fill('cultivo');
    await expect(page.getByText('1 resultado')).toBeVisible();
    await expect(page).toHaveURL(`/home/estudios?${AUTUMN}`);
    const file = page.getByRole('link', { name: /^Consultar: Cultivo Semen de Ana Núñez/ });
    await expect(file).toHaveAttribute('href', 'https://files.example.org/exm_2.pdf');
    await expectAccessibleLayout(page);
    await page.getByRole('link', { name: 'Ana Núñez', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana Núñez');
    await page.goBack();
    await expect(search).toHaveValue('cultivo');
    await search.fill('');
    await page.getByRole('button', { name: /Fecha/ }).click();
    await expect(page).toHaveURL(/orden=createDate/);
    await expect(page.getByRole('row').nth(1)).toContainText('5 ago 2026');
    await page.getByRole('navigation', { name: 'Ruta' }).getByRole('link').click();
    await expect(page).toHaveURL(`/home?${AUTUMN}`);
  });

  await test.step('E-2.42: each change has its user and a link to the record', async () => {
    const { name } = product.staff;
    const send = async (method: 'post' | 'put', url: string, data: object) =>
      expect((await page.request[method](url, { data })).status()).toBe(200);
    await send('put', '/v1/user/update', { idUser: 'usr_ananez', phone: '55 1234 5678' });
    await send('put', '/v1/exam/update', { idExam: 'exm_3', examType: 'Cariotipo' });
    await send('put', '/v1/user/update-status', { idUsers: ['usr_carlasols'], status: 3 });
    await send('post', '/v1/user/delete', { idUsers: ['usr_dariopea'] });
    await moveTo(page, '/home');
    await expect(rows(page)).toContainText([
      `${name} eliminó a un paciente`,
      /cambió el estatus de Carla Solís, de .* a Abordaje Gral/,
      `${name} cambió los datos de un estudio de Beto Ruiz`,
      `${name} cambió los datos de Ana Núñez`,
      'El sistema importó datos',
    ]);
    // The list has no rows for types of exams, or for deleted patients.
    await expect(rows(page).filter({ hasText: /Cariotipo|Seminograma|Dario/ })).toHaveCount(0);
    await rows(page).getByRole('link', { name: 'Beto Ruiz' }).click();
    await expect(page).toHaveURL('/pacientes/usr_betoruiz');
    await page.goBack();

    await send('post', '/v1/trash/restore', { ids: ['usr_dariopea'] });
    await page.reload();
    await expect(rows(page).first()).toContainText(`${name} restauró a Dario Peña`);
  });

  await test.step('E-2.37: each count opens the list that it counts', async () => {
    await moveTo(page, `/home?${AUTUMN}`);
    await counter(page, 'Total pacientes').click();
    await expect(page).toHaveURL('/pacientes?hasta=2026-11-01');
    await expect(page.getByText('3 pacientes registrados')).toBeVisible();
    await expect(page.getByRole('row', { name: /Dario Peña/ })).toHaveCount(0);
    const chips = page.getByRole('list', { name: 'Filtros aplicados' });
    await expect(chips).toHaveText(/Creación\s*hasta el 1 nov 2026/);
    await chips.getByRole('button', { name: /^Quitar filtro: Creación/ }).click();
    await expect(page).toHaveURL('/pacientes');
    await expect(page.getByText('4 pacientes registrados')).toBeVisible();
    await expect(chips).toHaveCount(0);

    await moveTo(page, `/home?${AUTUMN}`);
    await counter(page, 'Laboratorios activos').click();
    await expect(page).toHaveURL(/\/partners\?/);
    await expect(page.getByText('1 resultado')).toBeVisible();
    await expect(page.getByRole('row', { name: /Laboratorio Ñandú/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Con sucursales' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(chips).toHaveText(/Activos\s*hasta el 1 nov 2026/);

    await moveTo(page, `/home?${AUTUMN}`);
    await counter(page, 'Exámenes subidos').click();
    await expect(page).toHaveURL(`/home/estudios?${AUTUMN}`);
    await expect(page.getByText('3 exámenes subidos en el periodo')).toBeVisible();
  });

  await test.step('E-2.34: counts and lists keep a laboratory, which can be removed there', async () => {
    const change = { examType: 'Seminograma', idLaboratory: LABORATORY };
    for (const idExam of ['exm_1', 'exm_4']) {
      const answer = await page.request.put('/v1/exam/update', { data: { idExam, ...change } });
      expect(answer.status()).toBe(200);
    }
    await moveTo(page, `/home?${AUTUMN}&laboratorio=${LABORATORY}`);
    await expectCounts(page, 2, 1, 0, 1);
    await counter(page, 'Total pacientes').click();
    await expect(page.getByText('2 pacientes registrados')).toBeVisible();
    const chip = page.getByRole('button', { name: 'Quitar filtro: Laboratorio Laboratorio Ñandú' });
    await expect(chip).toBeVisible();
    await page.goBack();
    await counter(page, 'Exámenes subidos').click();
    await expect(page.getByRole('row', { name: /Ana Núñez/ })).toHaveCount(1);
    await expect(page.getByText('1 examen subido en el periodo')).toBeVisible();
    await chip.click();
    await expect(page).toHaveURL(`/home/estudios?${AUTUMN}`);
    await expect(page.getByText('3 exámenes subidos en el periodo')).toBeVisible();
  });

  await test.step('a period without changes has a notice, and a link to another', async () => {
    await moveTo(page, '/home/actividad?desde=2001-01-01&hasta=2001-02-01');
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
    await moveTo(page, '/home');
    await expect(rows(page)).toHaveCount(8);
    await page.getByRole('link', { name: 'Ver toda' }).click();
    await expect(page).toHaveURL(/\/home\/actividad\?desde=.*&hasta=/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Actividad reciente');
    // Fifty changes, four by each act.
    await expect(rows(page)).toHaveCount(13);
    await expectAccessibleLayout(page);
    await page.getByRole('button', { name: 'Cargar más' }).click();
    await expect(page.getByText('El sistema importó datos')).toBeVisible();
    await expect.poll(() => rows(page).count()).toBeGreaterThan(14);
    await expect(page.getByRole('button', { name: 'Cargar más' })).toHaveCount(0);
  });
});
