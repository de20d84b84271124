import type { Report } from '@simiente/contract/reports/calls';
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '../../../lib/query-client.ts';
import { renderRouted } from '../../../testing/render.tsx';
import { signInWith } from '../../../testing/session.ts';
import { answerRequests, errorResponse } from '../../../testing/wire.ts';
import { makeDraft, makeReport, makeSigned } from '../../reports/testing/reports.ts';
import { ReportCards } from './ReportCards.tsx';

afterEach(() => queryClient.clear());

/** Two reports without a text; the fields are those of the report on exams. */
function renderWithoutText(fields: Partial<Report>): void {
  const missingReport = makeReport({ idReport: null, state: 'none' });
  answerRequests({
    'GET /v1/reports/of-patient': () => ({
      reports: [
        { ...missingReport, ...fields },
        { ...missingReport, kind: 'first_medical' },
      ],
    }),
  });
  renderCards();
}

function renderCards(): void {
  const text = { message: '' };
  renderRouted(
    <ReportCards idUser="usr_ale" reports={{ examReportIA: text, firstMedicalReport: text }} />,
  );
}

test('E-10.676: the card of a withdrawn report has no text, and links to its versions', async () => {
  signInWith('reports.read');
  renderWithoutText({ state: 'withdrawn', versions: [makeSigned()] });
  const link = await screen.findByRole('link', { name: 'Ver versiones: Actualidad' });
  expect(link.getAttribute('href')).toBe('/pacientes/usr_ale/actuality');
  expect(screen.getByText('Retirado. No hay un texto vigente.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Ver versiones: Test de Fertilidad' })).toBeNull();
});

test('E-10.3640: a patient without a report leads a doctor to the page of its first draft', async () => {
  signInWith('reports.read', 'reports.review', 'results.read');
  renderWithoutText({});
  const link = await screen.findByRole('link', { name: 'Preparar informe: Actualidad' });
  expect(link.getAttribute('href')).toBe('/pacientes/usr_ale/actuality');
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

test('E-10.3741: a report that could not be loaded offers no first draft, because it may have versions', async () => {
  answerRequests({ 'GET /v1/reports/of-patient': () => errorResponse('INTERNAL') });
  signInWith('reports.read', 'reports.review', 'results.read');
  renderCards();
  await screen.findByText('Aún no hay un informe de sus exámenes.');
  expect(screen.queryAllByRole('link')).toEqual([]);
});

test('E-10.3640: a report whose drafts were all discarded links to its versions', async () => {
  signInWith('reports.read');
  renderWithoutText({ versions: [makeDraft({ state: 'discarded' })] });
  expect(await screen.findByRole('link', { name: 'Ver versiones: Actualidad' })).toBeTruthy();
  expect(screen.getByText('Aún no hay un informe de sus exámenes.')).toBeTruthy();
});
