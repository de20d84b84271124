import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw, press, setUpForms } from '../../record-form/testing/person-form.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

setUpForms();

const QUESTION = { name: '¿Salir sin guardar los códigos?' };

test('E-10.172: recovery codes, which are shown once, are not left by Back without a question', async () => {
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
