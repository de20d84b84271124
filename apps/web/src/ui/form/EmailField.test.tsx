import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderThemed } from '../../testing/render.tsx';
import { EmailField } from './EmailField.tsx';

function TypedEmail() {
  const [email, setEmail] = useState('');
  return <EmailField label="Correo" value={email} onChange={setEmail} />;
}

test('E-10.3421: a mistyped domain is corrected with one click, and other addresses have no hint', async () => {
  renderThemed(<TypedEmail />);
  const field = screen.getByLabelText<HTMLInputElement>('Correo');
  fireEvent.change(field, { target: { value: 'ana@hotmial.com' } });
  fireEvent.click(
    await screen.findByRole('button', { name: '¿Quisiste escribir «ana@hotmail.com»?' }),
  );
  expect(field.value).toBe('ana@hotmail.com');
  expect(screen.queryByRole('button')).toBeNull();
});

test('E-10.3460: a domain has no hint while it is typed, and the field has the focus after the correction', async () => {
  const user = userEvent.setup();
  renderThemed(<TypedEmail />);
  const field = screen.getByLabelText('Correo');
  const address = 'ana@yahoo.com.mx';
  for (let length = 1; length <= address.length; length++) {
    fireEvent.change(field, { target: { value: address.slice(0, length) } });
    expect(screen.queryByRole('button')).toBeNull();
  }
  fireEvent.change(field, { target: { value: 'ana@yahoo.com.m' } });
  (await screen.findByRole('button')).focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(field);
});
