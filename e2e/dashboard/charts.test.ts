import { readFileSync } from 'node:fs';
import type { LegacyExport } from '@simiente/builders/records';
import { expect, test } from '../product/test.ts';
import { AUTUMN, clinicOfAutumn, expectFigures, figure, rowsOf } from './records.ts';

test.describe('a clinic of four patients', () => {
  test.use({ dataset: clinicOfAutumn });

  test('the dashboard shows changes, charts with tables, and the list of exams', async ({
    staffPage: page,
  }) => {
    await test.step('each figure shows its change in words, signs and arrows', async () => {
      await page.goto(`/home?${AUTUMN}`);
      await expectFigures(page, 3, 1, 0, 3);
      for (const [label, change] of [
        ['Total pacientes', '+200.0\u00A0% vs. periodo anterior'],
        ['Laboratorios activos', 'Sin cambio vs. periodo anterior'],
        ['Órdenes de examen descargadas', 'Sin cambio vs. periodo anterior'],
        ['Exámenes subidos', 'Sin cambio vs. periodo anterior'],
      ] as const) {
        await expect(figure(page, label)).toContainText(change);
      }
    });

    await test.step('E-2.41: the tables of the charts have the same figures', async () => {
      expect(await rowsOf(page, 'Pacientes registrados por semana')).toEqual([
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
      expect(await rowsOf(page, 'Exámenes por tipo')).toEqual([
        'Seminograma 2 67 %',
        'Cultivo Semen 1 33 %',
      ]);
      await expect(page.getByText('3 en total')).toBeVisible();
      await expect(page.getByText('1 examen sin fecha no se incluye.')).toBeVisible();
      // The chart itself is a lazy chunk.
      await expect(page.locator('.recharts-area-curve')).toBeVisible();
    });

    await test.step('E-2.40: exams are searched by type and patient, and lead to both', async () => {
      await page.goto(`/home/estudios?${AUTUMN}`);
      const search = page.getByRole('searchbox', { name: 'Buscar estudio o paciente' });
      await search.fill('nunez');
      await expect(page.getByText('2 resultados')).toBeVisible();
      await search.fill('cultivo');
      await expect(page.getByText('1 resultado')).toBeVisible();
      await expect(page).toHaveURL(`/home/estudios?${AUTUMN}`);
      const file = page.getByRole('link', { name: /^Consultar: Cultivo Semen de Ana Núñez/ });
      await expect(file).toHaveAttribute('href', 'https://files.example.org/exm_2.pdf');
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
  });
});

const records: LegacyExport = JSON.parse(
  readFileSync(new URL('../../fixtures/legacy-export.json', import.meta.url), 'utf8'),
);

test.describe('a real-shaped export', () => {
  test.use({ dataset: { kind: 'export', records } });

  test('E-1.12, E-9.15: the figures of a real-shaped export equal a count of its records', async ({
    staffPage: page,
  }) => {
    const [start, end] = ['2024-01-01', '2025-12-31'];
    const dayOf = (date: unknown) => {
      const seconds = (date as { _seconds?: number } | null)?._seconds;
      const instant = new Date(seconds === undefined ? (date as string | number) : seconds * 1000);
      return Number.isNaN(instant.getTime()) || !date
        ? ''
        : instant.toLocaleDateString('sv-SE', { timeZone: 'America/Mexico_City' });
    };
    const active = records.partners.filter(
      ({ idPartner, type }) =>
        type === 'Laboratorio' && records.branches.some(({ partner }) => partner?.id === idPartner),
    );
    const days = records.users.map(({ createDate }) => dayOf(createDate));
    const total = days.filter((day) => day <= end).length;
    const registered = days.filter((day) => day >= start && day <= end).length;
    expect(registered).toBeGreaterThan(20);

    await page.goto(`/home?desde=${start}&hasta=${end}`);
    await expectFigures(page, total, active.length, 0, 0);
    const weeks = await rowsOf(page, 'Pacientes registrados por semana');
    const perWeek = weeks.map((week) => Number(week.split(' ').at(-2)));
    expect(perWeek.reduce((sum, figure) => sum + figure, 0)).toBe(registered);
    // Its exams have no dates.
    const exams = Object.values(records.medicalHistories).flatMap(
      ({ allExamns }) => allExamns.exams,
    );
    await expect(
      page.getByText(`${exams.length} exámenes sin fecha no se incluyen.`),
    ).toBeVisible();
    await figure(page, 'Total pacientes').click();
    await expect(page.getByText(`${total} pacientes registrados`)).toBeVisible();
  });
});
