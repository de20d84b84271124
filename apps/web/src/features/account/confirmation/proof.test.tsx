import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fill } from '../../../testing/render.tsx';
import { answerAfterProof, pressChange } from './testing/change.tsx';

async function openDialog() {
  await pressChange();
  await screen.findByRole('dialog', { name: 'Confirma que eres tú' });
  return screen.findByLabelText('Contraseña');
}

test('S9, T-L8: a change that needs a fresh proof of identity asks for password and code, and is sent again', async () => {
  const sent = answerAfterProof();
  await fill(userEvent, await openDialog(), 'tres tazas');
  await fill(userEvent, screen.getByLabelText('Código'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
  await screen.findByText('done');
  expect(sent).toEqual([{ password: 'tres tazas', code: '123456' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('S9, T-L8, E-10.3893: Escape cancels the proof, the change fails, and the focus returns', async () => {
  const sent = answerAfterProof();
  const password = await openDialog();
  await waitFor(() => expect(document.activeElement).toBe(password));
  await userEvent.keyboard('{Escape}');
  await screen.findByText('PROOF_NEEDED');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cambiar' }));
  expect(sent).toEqual([]);
});
