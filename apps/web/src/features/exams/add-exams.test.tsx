import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makePatient } from '../../testing/patients.ts';
import { openScreen } from '../../testing/screen.tsx';

const ana = makePatient();
const PAGE = `/pacientes/${ana.idUser}`;

async function openAddExams(name = 'uno.pdf') {
  const page = await openScreen(PAGE, {
    'GET /v1/user/get-one': () => ana,
    'GET /v1/user/get-medical-history-patient': () => ({
      idUser: ana.idUser,
      name: ana.name,
      email: null,
      phone: null,
      userData: ana.userData,
      historyName: null,
      allExamns: { exams: [] },
      MedicalReportData: { examReportIA: { message: '' }, firstMedicalReport: { message: '' } },
      appointments: { recipeAppointments: [], doctorAppointments: [] },
    }),
    'GET /v1/user/notes': () => ({ notes: [] }),
    'GET /v1/user/consents': () => ({ consents: [] }),
    'GET /v1/privacy-notices/of-patient': () => ({ receipts: [], isAnyInForce: false }),
    'GET /v1/user/emergency-accesses': () => ({ accesses: [] }),
    'GET /v1/result/of-patient': () => ({ sets: [] }),
    'GET /v1/reports/of-patient': () => ({ reports: [] }),
    'GET /v1/prospects/of-patient': () => ({ prospects: [], similar: [] }),
    'GET /v1/exam-orders': () => ({ orders: [] }),
    'GET /v1/exam/laboratories': () => ({ laboratories: [] }),
  });
  await page.user.click(await screen.findByRole('button', { name: 'Agregar estudios' }));
  const dialog = await screen.findByRole('dialog', { name: 'Agregar estudios' });
  const chosen = new File(['%PDF-1.7'], name, { type: 'application/pdf' });
  await page.user.upload(dialog.querySelector('input[type=file]') as HTMLInputElement, chosen);
  await within(dialog).findByText('uno.pdf');
  return { ...page, chosen, dialog: within(dialog) };
}

test('E-10.3803: the name of a chosen file is shown without direction marks', async () => {
  const { dialog } = await openAddExams('u\u202Eno.pdf');
  expect(dialog.getByRole('button', { name: 'Quitar uno.pdf' })).toBeTruthy();
});

test('E-10.708: a study without a type is not added, and its type gets the focus', async () => {
  const { user, dialog } = await openAddExams();
  await user.click(await dialog.findByRole('button', { name: 'Agregar estudio' }));
  const type = dialog.getByRole('combobox', { name: 'Tipo de estudio de uno.pdf' });
  await waitFor(() => expect(document.activeElement).toBe(type));
  expect(dialog.getByText('Elige el tipo de estudio.')).toBeTruthy();
});

test('E-10.694: leaving the page with chosen files that were not added needs confirmation, and they stay', async () => {
  const { user, leave, address } = await openAddExams();
  leave();
  await screen.findByText('Se perderán los archivos que aún no agregas.');
  expect(address()).toBe(PAGE);
  await user.click(await screen.findByRole('button', { name: 'Seguir editando' }));
  await waitFor(() =>
    expect(screen.getByRole('dialog', { name: 'Agregar estudios' }).textContent).toContain(
      'uno.pdf',
    ),
  );
});

test('E-10.3794: a removed file keeps the focus in the dialog', async () => {
  const { user, dialog } = await openAddExams();
  await user.click(dialog.getByRole('button', { name: 'Quitar uno.pdf' }));
  await waitFor(() => expect(dialog.queryByText('uno.pdf')).toBeNull());
  expect(document.activeElement?.closest('[role="dialog"]')).toBeTruthy();
});

test('E-10.3966: a file that is listed already is not added again', async () => {
  const { user, dialog, chosen } = await openAddExams();
  const input = document.querySelector('[role="dialog"] input[type=file]') as HTMLInputElement;
  const other = new File(['%PDF-1.7'], 'dos.pdf', { type: 'application/pdf' });
  await user.upload(input, [chosen, other, other]);
  expect(await dialog.findAllByText('Este archivo ya está en la lista.')).toHaveLength(2);
  expect(dialog.getByRole('button', { name: 'Agregar 2 estudios' })).toBeTruthy();
});
