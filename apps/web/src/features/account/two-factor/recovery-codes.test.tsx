import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchDownloads } from '../../list-exports/testing/downloads.ts';
import { draw, press, setUpForms } from '../../record-form/testing/person-form.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

setUpForms();

const QUESTION = { name: '¿Salir sin guardar los códigos?' };

test('E-10.172: leaving unsaved recovery codes with Back needs confirmation', async () => {
  const { history } = await draw(<RecoveryCodes codes={['AAAA-BBBB']} onDone={() => {}} />);
  act(() => history.back());
  await screen.findByRole('dialog', QUESTION);
  await press('Volver a los códigos');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('AAAA-BBBB')).toBeTruthy();
  await press('Ya los guardé');
  act(() => history.back());
  await screen.findByRole('heading', { name: 'Otra página' });
});

test('the file of the recovery codes exists until the browser has read it', async () => {
  await draw(<RecoveryCodes codes={['AAAA-BBBB']} onDone={() => {}} />);
  const downloads = watchDownloads();
  const revoked = vi.fn();
  const withBlobs = { createObjectURL: () => 'blob:codes', revokeObjectURL: revoked };
  vi.stubGlobal('URL', Object.assign(class extends URL {}, withBlobs));
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  fireEvent.click(screen.getByRole('button', { name: 'Descargar' }));
  expect(downloads).toEqual(['blob:codes']);
  expect(revoked).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(revoked).toHaveBeenCalledWith('blob:codes');
});
