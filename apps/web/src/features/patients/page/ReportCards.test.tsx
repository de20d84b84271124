import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderRouted } from '../../../testing/render.tsx';
import { signInWith } from '../../../testing/session.ts';
import { answerWire } from '../../../testing/wire.ts';
import { ReportCards } from './ReportCards.tsx';

test('E-10.676: the card of a withdrawn report has no text, and links to its versions', async () => {
  const report = { idReport: 'rep_1', kind: 'exam_ai', state: 'withdrawn', inForce: null };
  answerWire({
    'GET /v1/reports/of-patient': () => ({
      reports: [{ ...report, pending: null, versions: [], review: null, basis: null }],
    }),
  });
  signInWith('reports.read');
  const none = { message: '' };
  renderRouted(
    <ReportCards idUser="usr_ale" reports={{ examReportIA: none, firstMedicalReport: none }} />,
  );
  const link = await screen.findByRole('link', { name: 'Ver versiones: Actualidad' });
  expect(link.getAttribute('href')).toBe('/pacientes/usr_ale/actuality');
  expect(screen.getByText('Retirado. No hay un texto vigente.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Ver versiones: Test de Fertilidad' })).toBeNull();
});
