import { readFileSync } from 'node:fs';
import type { LegacyExport } from '@simiente/builders/records';
import { expect, moveTo, test } from '../product/test.ts';

const records: LegacyExport = JSON.parse(
  readFileSync(new URL('../../fixtures/legacy-export.json', import.meta.url), 'utf8'),
);

test.use({ dataset: { kind: 'export', records } });

/** A well-formed date; other values that came in the export may look different. */
const CLEAN_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const isDirty = (value: unknown) => typeof value !== 'string' || !CLEAN_DATE.test(value);
const hasMarkup = (value: unknown) => /[<>"]|javascript:/i.test(JSON.stringify(value ?? ''));

const people = records.users.flatMap(({ idUser }) => {
  const history = records.medicalHistories[idUser];
  const recipes = history?.appointments.recipeAppointments ?? [];
  const visits = history?.appointments.doctorAppointments ?? [];
  const isOdd =
    recipes.some(({ calendly_data }) => isDirty(calendly_data?.start_time)) ||
    visits.some(({ appointmentDate }) => isDirty(appointmentDate?.date)) ||
    hasMarkup(visits.map(({ doctor }) => doctor.name));
  return isOdd ? [{ idUser, recipes, visits }] : [];
});

test('E-10.26: appointments with odd data of a real-shaped export are shown without broken text', async ({
  staffPage: page,
}) => {
  await page.goto('/home');
  // Two pages for each of about forty patients.
  test.setTimeout(240_000);
  expect(people.length).toBeGreaterThan(20);
  for (const { idUser, recipes, visits } of people) {
    for (const [kind, wanted] of [
      ['recipe-appointments', recipes],
      ['doctor-appointments', visits],
    ] as const) {
      if (wanted.length === 0) continue;
      await test.step(`${idUser} ${kind}`, async () => {
        await moveTo(page, `/pacientes/${idUser}/${kind}`);
        const cards = page.getByRole('main').getByRole('listitem');
        await expect(cards).toHaveCount(wanted.length);
        for (const text of await cards.allInnerTexts()) {
          expect(text).toMatch(/\d\d\/\d\d\/\d{4} \| \d{1,2}:\d\d [AP]M|Fecha no disponible/);
          expect(text).not.toMatch(/undefined|null|NaN|Invalid|\[object/);
        }
        for (const link of await page.getByRole('link', { name: /Entrar a la Reunión/ }).all()) {
          expect(await link.getAttribute('href')).toMatch(/^https?:\/\//);
        }
      });
    }
  }
});
