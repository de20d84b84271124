import { expect, moveTo, test } from '../product/test.ts';
import { AUTUMN, clinicOfAutumn, expectFigures, figure, LABORATORY } from './records.ts';

test.use({ dataset: clinicOfAutumn });

test('the filters of the dashboard are applied, checked, and kept in the address', async ({
  staffPage: page,
}) => {
  await test.step('E-2.4, E-2.35, E-2.36: the filters apply on request, are in the address, and are cleared', async () => {
    await page.goto('/home');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inicio');
    const usual = (await page.getByText(/^Actividad del /).textContent()) ?? '';
    const [start, end, laboratory] = [
      page.getByLabel('Fecha de inicio'),
      page.getByLabel('Fecha de fin'),
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
    await expectFigures(page, 3, 1, 0, 3);

    await laboratory.click();
    const options = page.getByRole('option');
    await expect(options).toHaveText(['todos', 'Laboratorio Ñandú', 'Laboratorio Sin Sucursales']);
    await options.filter({ hasText: 'Ñandú' }).click();
    await page.getByRole('button', { name: 'Aplicar filtros' }).click();
    await expect(page).toHaveURL(`/home?${AUTUMN}&laboratorio=${LABORATORY}`);
    await expectFigures(page, 0, 1, 0, 0);

    await page.reload();
    await expect(laboratory).toHaveValue('Laboratorio Ñandú');
    await expect(start).toHaveValue('03/08/2026');
    await page.goBack();
    await expect(laboratory).toHaveValue('todos');
    await expectFigures(page, 3, 1, 0, 3);

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

  await test.step('E-2.32, E-2.33, E-5.20: neither date may pass the other', async () => {
    await page.goto(`/home?${AUTUMN}`);
    const [start, end] = [page.getByLabel('Fecha de inicio'), page.getByLabel('Fecha de fin')];
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

    // A date that is not complete is kept, refused and explained.
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

  await test.step('a named period is applied at once', async () => {
    const named = page.getByRole('combobox', { name: 'Periodo' });
    await expect(named).toHaveValue('');
    await named.click();
    await page.getByRole('option', { name: 'Hoy' }).click();
    await expect(page).toHaveURL(/desde=(\d{4}-\d\d-\d\d)&hasta=\1$/);
    await expect(named).toHaveValue('Hoy');
  });

  await test.step('E-2.36: an invalid address counts as none', async () => {
    const periodOf = async (path: string) => {
      await moveTo(page, path);
      await expectFigures(page, 4, 1, 0);
      return page.getByText(/^Actividad del /).textContent();
    };
    const usual = (await periodOf('/home')) ?? '';
    for (const [nonsense, query] of [
      ['a start after its end', 'desde=2026-11-01&hasta=2026-08-03'],
      ['ten thousand years', 'desde=0001-01-01&hasta=9999-12-31'],
      ['more than ten years', 'desde=1950-01-01&hasta=2026-11-01'],
      ['days that do not exist', 'desde=2026-02-30&hasta=2026-13-01'],
      ['what are no days', 'desde=ayer&hasta=%7B%22a%22%3A1%7D'],
      ['no text at all', 'desde=20260803&hasta=true&laboratorio=%5B1%5D'],
      ['markup for a laboratory', 'laboratorio=%3Cscript%3Ealert(1)%3C%2Fscript%3E'],
    ] as const) {
      await test.step(nonsense, async () => {
        expect(await periodOf(`/home?${query}`)).toBe(usual);
        await expect(page.getByRole('combobox', { name: 'Laboratorio' })).toHaveValue('todos');
        await moveTo(page, `/home/estudios?${query}`);
        await expect(page.getByText(/subidos? en el periodo$/)).toBeVisible();
      });
    }
  });
});

test('a figure opens its list under the same filters', async ({ staffPage: page }) => {
  await test.step('E-2.37: each figure opens the list that it counts', async () => {
    await page.goto(`/home?${AUTUMN}`);
    await figure(page, 'Total pacientes').click();
    await expect(page).toHaveURL('/pacientes?hasta=2026-11-01');
    await expect(page.getByText('3 pacientes registrados')).toBeVisible();
    await expect(page.getByRole('row', { name: /Dario Peña/ })).toHaveCount(0);
    const chips = page.getByRole('list', { name: 'Filtros aplicados' });
    await expect(chips).toHaveText(/Creación\s*hasta el 1 nov 2026/);
    await chips.getByRole('button', { name: /^Quitar filtro: Creación/ }).click();
    await expect(page).toHaveURL('/pacientes');
    await expect(page.getByText('4 pacientes registrados')).toBeVisible();
    await expect(chips).toHaveCount(0);

    await page.goto(`/home?${AUTUMN}`);
    await figure(page, 'Laboratorios activos').click();
    await expect(page).toHaveURL(/\/partners\?/);
    await expect(page.getByText('1 resultado')).toBeVisible();
    await expect(page.getByRole('row', { name: /Laboratorio Ñandú/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Con sucursales' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(chips).toHaveText(/Activos\s*hasta el 1 nov 2026/);

    await page.goto(`/home?${AUTUMN}`);
    await figure(page, 'Exámenes subidos').click();
    await expect(page).toHaveURL(`/home/estudios?${AUTUMN}`);
    await expect(page.getByText('3 exámenes subidos en el periodo')).toBeVisible();
  });

  await test.step('E-2.34: figures and lists keep a laboratory, which can be removed there', async () => {
    const change = { examType: 'Seminograma', idLaboratory: LABORATORY };
    for (const idExam of ['exm_1', 'exm_4']) {
      const answer = await page.request.put('/v1/exam/update', { data: { idExam, ...change } });
      expect(answer.status()).toBe(200);
    }
    await page.goto(`/home?${AUTUMN}&laboratorio=${LABORATORY}`);
    await expectFigures(page, 2, 1, 0, 1);
    await figure(page, 'Total pacientes').click();
    await expect(page.getByText('2 pacientes registrados')).toBeVisible();
    const chip = page.getByRole('button', { name: 'Quitar filtro: Laboratorio Laboratorio Ñandú' });
    await expect(chip).toBeVisible();
    await page.goBack();
    await figure(page, 'Exámenes subidos').click();
    await expect(page.getByRole('row', { name: /Ana Núñez/ })).toHaveCount(1);
    await expect(page.getByText('1 examen subido en el periodo')).toBeVisible();
    await chip.click();
    await expect(page).toHaveURL(`/home/estudios?${AUTUMN}`);
    await expect(page.getByText('3 exámenes subidos en el periodo')).toBeVisible();
  });
});
