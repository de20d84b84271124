import { expect, type Locator, type Page } from '@playwright/test';
import { buildBranch } from '@simiente/builders/export';
import { buildPartner } from '@simiente/builders/partners';
import { createContext } from '@simiente/builders/random';
import type { ExamRecord } from '@simiente/builders/records';
import { makeExport, person } from '../patients/records.ts';
import type { Dataset } from '../product/protocol.ts';

/** The weeks of these journeys, and the days of the URL that select them. */
export const AUTUMN = 'desde=2026-08-03&hasta=2026-11-01';

const exam = (id: string, examType: string, createDate?: string): ExamRecord => ({
  id,
  examType,
  fileUrl: `https://files.example.org/${id}.pdf`,
  ...(createDate === undefined ? {} : { createDate }),
});
const withExams = (...exams: ExamRecord[]) => ({ allExamns: { exams } });
const context = createContext({ seed: 'dashboard', now: new Date('2026-11-20T12:00:00Z') });
const laboratory = buildPartner(context, { name: 'Laboratorio Ñandú', type: 'Laboratorio' });
const idle = buildPartner(context, { name: 'Laboratorio Sin Sucursales', type: 'Laboratorio' });
const clinic = buildPartner(context, { name: 'Clínica Norte', type: 'Clínica' });

export const LABORATORY = laboratory.idPartner;

/** Four patients in three periods, six exams (one without a date), and one active laboratory. */
export const autumnClinic: Dataset & { kind: 'export' } = withPartners(
  makeExport([
    person(
      'Ana Núñez',
      { createDate: '2026-08-04T18:00:00Z' },
      withExams(
        exam('exm_1', 'Seminograma', '2026-08-05T18:00:00Z'),
        exam('exm_2', 'Cultivo_Semen', '2026-10-30T18:00:00Z'),
      ),
    ),
    // November in UTC, but still the last day of the period in the clinic.
    person(
      'Beto Ruiz',
      { createDate: '2026-11-02T05:59:00Z' },
      withExams(exam('exm_3', 'Seminograma', '2026-11-02T05:59:59Z')),
    ),
    person(
      'Carla Solís',
      { status: 1, createDate: '2026-06-10T18:00:00Z' },
      withExams(
        exam('exm_4', 'Seminograma', '2026-06-11T18:00:00Z'),
        exam('exm_5', 'Seminograma', '2026-07-01T18:00:00Z'),
        exam('exm_6', 'Hormonal', '2026-07-02T18:00:00Z'),
        exam('exm_7', 'Hormonal'),
      ),
    ),
    person('Dario Peña', { createDate: '2026-11-02T06:00:00Z' }),
  ]),
);

function withPartners(dataset: Dataset & { kind: 'export' }): Dataset & { kind: 'export' } {
  const partners = [laboratory, idle, clinic];
  const branches = [laboratory, clinic].map((partner) => buildBranch(context, partner));
  return { ...dataset, records: { ...dataset.records, partners, branches } };
}

/** The card of a count, which links to the counted records. */
export const counter = (page: Page, label: string): Locator =>
  page.getByRole('link', { name: new RegExp(`^${label}`) });

/** The counts on the cards, in order. */
export async function expectCounts(page: Page, ...counts: readonly number[]): Promise<void> {
  const labels = [
    'Total pacientes',
    'Laboratorios activos',
    'Órdenes de examen descargadas',
    'Exámenes subidos',
  ];
  for (const [index, label] of labels.slice(0, counts.length).entries()) {
    await expect(counter(page, label)).toHaveAccessibleName(
      new RegExp(`^${label} ?${counts[index]}(?!\\d)`),
    );
  }
}

/** The rows of a chart's table, as texts. */
export async function readRows(page: Page, caption: string): Promise<string[]> {
  const rows = page.getByRole('table', { name: caption }).getByRole('row');
  await expect(rows.first()).toBeAttached();
  const texts = await rows.allInnerTexts();
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).slice(1);
}
