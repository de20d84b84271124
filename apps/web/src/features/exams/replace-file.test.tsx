import type { Exam } from '@simiente/contract/exams/calls';
import type { ResultSet } from '@simiente/contract/results/calls';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { renderRouted, unlocked } from '../../testing/render.tsx';
import { signIn } from '../../testing/session.ts';
import { answerRequests, errorResponse } from '../../testing/wire.ts';
import { ToastHost } from '../../ui/toasts/ToastHost.tsx';
import { makeSet } from '../results/testing/results.ts';
import { ExamList } from './ExamList.tsx';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const exam: Exam = {
  id: 'exm_1',
  examType: 'Seminograma',
  fileUrl: '/v1/files/fil_1',
  external: false,
  fileName: 'papel.pdf',
  mediaType: 'application/pdf',
  fileSize: 412_000,
  laboratory: null,
  earlierFiles: [],
  earlierLink: null,
  examDate: '2026-10-12',
  createDate: '2026-10-12T16:00:00.000Z',
  version: 1,
};

/** Chooses another file for the exam, with these results; the return value has the paths of uploads. */
async function chooseFile(answer: () => unknown) {
  const uploads: string[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      open(_method: string, path: string) {
        uploads.push(path);
      }
      addEventListener() {}
      setRequestHeader() {}
      send() {}
      abort() {}
    },
  );
  answerRequests({ 'GET /v1/result/of-patient': answer });
  signIn();
  const user = userEvent.setup();
  renderRouted(
    <>
      <ToastHost />
      <ExamList idUser="usr_1" exams={[exam]} mayOpen />
    </>,
  );
  const file = new File(['%PDF-1.7'], 'nuevo.pdf', { type: 'application/pdf' });
  await user.upload(await screen.findByLabelText('Archivo nuevo: Seminograma, 12 oct 2026'), file);
  return { user, uploads };
}

const withSet = (fields: Partial<ResultSet>) => () => ({
  sets: [makeSet({ fileUrl: exam.fileUrl, ...fields })],
});
const question = () => screen.findByRole('dialog', { name: 'Reemplazar archivo' });

test('E-10.565: a question lists the effects on validated results before their file is replaced', async () => {
  const { user, uploads } = await chooseFile(withSet({ status: 'validado' }));
  const dialog = within(await question());
  expect(
    dialog.getByText(/^Los resultados de Seminograma, 12 oct 2026 están validados.*«Corregido»/),
  ).toBeTruthy();
  await user.click(await dialog.findByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(uploads).toEqual([]);

  await user.upload(
    await screen.findByLabelText('Archivo nuevo: Seminograma, 12 oct 2026'),
    new File(['%PDF-1.7'], 'nuevo.pdf', { type: 'application/pdf' }),
  );
  await question();
  await unlocked();
  await user.click(await screen.findByRole('button', { name: 'Reemplazar archivo' }));
  await waitFor(() => expect(uploads).toEqual(['/v1/exam/replace-file']));
});

test('E-10.565: a lost second reading is mentioned too', async () => {
  const secondReading = { way: 'other', at: '2026-10-14T15:00:00.000Z', by: 'Eva Luna' } as const;
  const { uploads } = await chooseFile(withSet({ secondReading, lacksSecondReading: false }));
  expect(within(await question()).getByText(/^La segunda lectura/)).toBeTruthy();
  expect(uploads).toEqual([]);
});

test.each([
  ['results that were only captured', withSet({})],
  ['no results', () => ({ sets: [] })],
  ['validated results of another exam', withSet({ idExam: 'exm_2', status: 'validado' })],
])('E-10.565: the file of an exam with %s is replaced immediately', async (_case, answer) => {
  const { uploads } = await chooseFile(answer);
  await waitFor(() => expect(uploads).toEqual(['/v1/exam/replace-file']));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('E-10.565: a file is not replaced if its results fail to load', async () => {
  const { uploads } = await chooseFile(() => errorResponse('INTERNAL'));
  await screen.findByText('El archivo no se reemplazó');
  expect(uploads).toEqual([]);
});

test('E-10.1903: four studies are shown, grouped by type, then all; studies without a file open their results', async () => {
  answerRequests({ 'GET /v1/result/of-patient': () => ({ sets: [makeSet({ idExam: 'exm_1' })] }) });
  signIn();
  const types = ['Seminograma', 'Hormonal', 'Cariotipo', 'Inhibina_B', 'Seminograma'];
  const exams = types.map((examType, index) => ({
    ...{ ...exam, id: `exm_${index}`, examType },
    ...(index === 1 && { fileUrl: null }),
  }));
  renderRouted(<ExamList idUser="usr_1" exams={exams} mayOpen />);
  const shown = () => screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent);
  const four = ['Seminograma', 'Seminograma', 'Hormonal', 'Cariotipo'];
  await waitFor(() => expect(shown()).toEqual(four));
  const results = await screen.findByRole('link', { name: /Consultar: Hormonal/ });
  expect(results.getAttribute('href')).toBe('/pacientes/usr_1/resultados');
  await userEvent.click(screen.getByRole('button', { name: 'Ver todos los estudios (5)' }));
  expect(shown()).toEqual([...four, 'Inhibina B']);
});
