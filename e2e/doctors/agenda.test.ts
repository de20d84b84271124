import type { Locator } from '@playwright/test';
import { forLength } from '../../scripts/test-length.mjs';
import {
  addDays,
  europeanSpring,
  FRIDAY,
  getDayNumber,
  getMonth,
  getWeekday,
  instant,
  MONDAY,
  NEXT_MONDAY,
  NEXT_SUNDAY,
  SATURDAY,
  shortMonth,
  spellDay,
  THURSDAY,
  TUESDAY,
  WEDNESDAY,
} from '../product/days.ts';
import { expect, moveTo, nightlyStep, test } from '../product/test.ts';
import {
  agenda,
  busyWeek,
  CALL,
  drag,
  getColumn,
  getEvent,
  HALF_HOUR_HEIGHT,
  openAgenda,
} from './agenda-page.ts';
import { bookings, findPath } from './records.ts';

const SPRING = europeanSpring();

test.use({
  viewport: { width: 1440, height: 1400 },
  dataset: busyWeek,
});

test('the agenda’s views, column headings and phone layout', async ({ staffPage: page }) => {
  await test.step('E-2.11, E-10.21: a week shows the patient and status of each appointment', async () => {
    await openAgenda(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dr Renata Olvera Cid');
    await expect(page.getByText('Andrología, Urología')).toBeVisible();
    await expect(page.getByText('renata@example.org')).toBeVisible();
    await expect(page.getByText('4 citas próximas')).toBeVisible();
    await expect(agenda(page).getByRole('heading', { level: 2 })).toHaveText(
      `${getDayNumber(MONDAY)}–${getDayNumber(SATURDAY)} ${shortMonth(MONDAY)}`,
    );
    await expect(agenda(page)).toContainText('Hora de Ciudad de México (UTC−6)');
    await expect(agenda(page).getByRole('list', { name: 'Simbología' })).toHaveText(
      'PendienteAsignadoCancelado',
    );
    await expect(agenda(page).getByRole('columnheader')).toHaveText(
      [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY].map(
        (day) => new RegExp(`${getWeekday(day).slice(0, 3)} ${getDayNumber(day)}$`),
      ),
    );
    await expect(
      agenda(page).getByRole('rowheader', { name: 'Horario', exact: true }),
    ).toBeVisible();
    const tuesday = getColumn(page, TUESDAY);
    await expect(tuesday.getByRole('button')).toHaveText([
      `Ana Paz 9:00–9:30, ${spellDay(TUESDAY)}, Pendiente`,
      `Bruno Gil 11:00–11:30, ${spellDay(TUESDAY)}, Asignado`,
      `Diego Sol 19:30–20:00, ${spellDay(TUESDAY)}, Pendiente`,
    ]);
    await expect(getColumn(page, WEDNESDAY).getByRole('button')).toHaveText(
      `Carla Ríos 9:00–9:30, ${spellDay(WEDNESDAY)}, Cancelado`,
    );
  });

  await test.step('E-10.21: switching views and dates updates the URL', async () => {
    const title = agenda(page).getByRole('heading', { level: 2 });
    await page.getByRole('button', { name: 'Semana siguiente' }).click();
    // Sunday is shown, because it has an appointment.
    await expect(title).toHaveText(
      `${getDayNumber(NEXT_MONDAY)}–${getDayNumber(NEXT_SUNDAY)} ${shortMonth(NEXT_SUNDAY)}`,
    );
    await expect(getColumn(page, NEXT_SUNDAY).getByRole('button')).toContainText('Elsa Mar');
    // The second click may come before the first one is drawn.
    await page.getByRole('button', { name: 'Semana anterior' }).click();
    await page.getByRole('button', { name: 'Día', exact: true }).click();
    await expect(title).toHaveText(`mar ${getDayNumber(TUESDAY)} ${shortMonth(TUESDAY)}`);
    await expect(getEvent(page, 'Ana Paz')).toBeVisible();
    await page.getByRole('button', { name: 'Día siguiente' }).click();
    await expect(getEvent(page, 'Carla Ríos')).toBeVisible();
    await expect(getEvent(page, 'Ana Paz')).toHaveCount(0);

    await page.getByRole('button', { name: 'Mes', exact: true }).click();
    await expect(title).toHaveText(`${getMonth(TUESDAY)} ${TUESDAY.slice(0, 4)}`);
    await expect(agenda(page).getByRole('button', { name: `de ${getMonth(TUESDAY)}` })).toHaveCount(
      5,
    );

    await page.getByRole('button', { name: 'Lista', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`\\?vista=lista&fecha=${WEDNESDAY}$`));
    await page.reload();
    await expect(
      page.getByRole('region', { name: spellDay(TUESDAY) }).getByRole('button', { name: '–' }),
    ).toHaveText([
      '9:00–9:30 Ana Paz Pendiente',
      '11:00–11:30 Bruno Gil Asignado',
      '19:30–20:00 Diego Sol Pendiente',
    ]);
    await page.getByRole('button', { name: 'Hoy' }).click();
    await expect(page).toHaveURL(/\?vista=lista$/);
    await expect(agenda(page)).toContainText('No hay citas en estos días.');
  });

  await nightlyStep('another week has the same height from its first frame', async () => {
    await openAgenda(page);
    await expect(getEvent(page, 'Ana Paz')).toBeVisible();
    await page.evaluate(`
    const card = document.querySelector('[aria-label="Agenda"]');
    window.heights = new Set();
    new ResizeObserver(() => window.heights.add(card.clientHeight)).observe(card);
  `);
    await page.getByRole('button', { name: 'Semana siguiente' }).click();
    await expect(getEvent(page, 'Elsa Mar')).toBeVisible();
    expect(await page.evaluate<number[]>('[...window.heights]')).toHaveLength(1);
  });

  await test.step('the heads of the columns stay under the top bar', async () => {
    const path = await findPath(page, 'Renata');
    for (const [view, days] of [
      ['semana', 6],
      ['dia', 1],
      // Sundays are shown because one has an appointment.
      ['mes', 7],
    ] as const) {
      await test.step(view, async () => {
        await page.setViewportSize({ width: 1440, height: view === 'mes' ? 500 : 900 });
        await moveTo(page, `${path}?vista=${view}&fecha=${TUESDAY}`);
        await expect(getEvent(page, 'Ana Paz')).toBeVisible();
        const heads = agenda(page).getByRole('columnheader');
        await expect(heads).toHaveCount(days);
        const bar = (await page.getByRole('banner').boundingBox())?.height ?? 0;
        // The page may grow while the view is drawn.
        const scrollAndFindHeads = async () => {
          await page.evaluate('scrollTo(0, document.body.scrollHeight)');
          return Math.round((await heads.first().boundingBox())?.y ?? 0);
        };
        await expect.poll(scrollAndFindHeads).toBe(Math.round(bar));
      });
    }
    await page.evaluate('scrollTo(0, 0)');
  });

  await test.step('on a phone it is a list or a day, and the list does not load the calendar', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await openAgenda(page);
    await expect(page.getByRole('region', { name: spellDay(TUESDAY) })).toContainText('Ana Paz');
    await expect(page.getByRole('group', { name: 'Vista de la agenda' })).toHaveText('DíaLista');
    expect(scripts.filter((url) => url.includes('AgendaGrid'))).toEqual([]);
    await page.getByRole('button', { name: 'Día', exact: true }).click();
    await expect(getEvent(page, 'Ana Paz')).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 1400 });
  });

  await nightlyStep('today is a disc in the month', async () => {
    await page.clock.setFixedTime(instant(TUESDAY, '18:00'));
    await openAgenda(page, '?vista=mes');
    const number = page
      .locator('[aria-current="date"]')
      .getByText(String(getDayNumber(TUESDAY)), { exact: true });
    await expect(number).toBeVisible();
    await expect.poll(() => number.boundingBox()).toMatchObject({ width: 24, height: 24 });
  });

  await nightlyStep('on a Sunday today is shown, although the clinic is closed', async () => {
    const sunday = addDays(SATURDAY, 1);
    await page.clock.setFixedTime(instant(sunday, '18:00'));
    await openAgenda(page, '');
    await expect(getColumn(page, sunday)).toBeVisible();
    await expect(agenda(page).getByRole('heading', { level: 2 })).toHaveText(
      new RegExp(`–${getDayNumber(sunday)} `),
    );
    await page.getByRole('button', { name: 'Semana anterior' }).click();
    await expect(agenda(page).getByRole('columnheader')).toHaveCount(6);

    await page.getByRole('button', { name: 'Hoy' }).click();
    await page.getByRole('button', { name: 'Lista', exact: true }).click();
    await expect(page.getByRole('region', { name: spellDay(sunday) })).toHaveText(
      /, hoyNo hay citas hoy\.$/,
    );
  });
});

// The clocks of Madrid go forward on the Sunday of the displayed week.
const CHANGING = ['Europe/Madrid', 'whose time zone changes to DST'] as const;
const FAR = ['Asia/Tokyo', 'on the other side of the world'] as const;

for (const [timezoneId, where] of forLength([CHANGING], [CHANGING, FAR])) {
  test.describe(`in a browser ${where}`, () => {
    test.use({
      timezoneId,
      dataset: bookings(
        { id: 'apt_1', patient: 'Ana Paz', at: instant(SPRING, '15:00') },
        { id: 'apt_2', patient: 'Bruno Gil', at: instant(addDays(SPRING, 1), '01:30') },
      ),
    });

    test('E-10.21: the agenda and its drags use the clock of the clinic', async ({
      staffPage: page,
    }) => {
      await openAgenda(page, `?fecha=${SPRING}`);
      await expect(getColumn(page, SPRING).getByRole('button')).toHaveText([
        `Ana Paz 9:00–9:30, ${spellDay(SPRING)}, Pendiente`,
        `Bruno Gil 19:30–20:00, ${spellDay(SPRING)}, Pendiente`,
      ]);
      const getTop = async (drawn: Locator) => (await drawn.boundingBox())?.y ?? 0;
      // One hour below the top of the day, 8:00.
      await expect
        .poll(async () => {
          const top = await getTop(getColumn(page, SPRING));
          return Math.abs((await getTop(getEvent(page, 'Ana Paz'))) - top - 2 * HALF_HOUR_HEIGHT);
        })
        .toBeLessThan(4);
      const sending = page.waitForRequest(CALL);
      await drag(page, getEvent(page, 'Ana Paz'), { y: HALF_HOUR_HEIGHT });
      expect((await sending).postDataJSON()).toMatchObject({ date: instant(SPRING, '15:30') });
      await expect(getEvent(page, 'Ana Paz')).toContainText('9:30–10:00');
    });
  });
}
