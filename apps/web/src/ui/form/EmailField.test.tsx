import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderThemed } from '../../testing/render.tsx';
import { EmailField } from './EmailField.tsx';

function TypedEmail() {
  const [email, setEmail] = useState('');
  return <EmailField label="Correo" value={email} onChange={setEmail} />;
}

test('E-10.3421: a mistyped domain is corrected with one click, and other addresses have no hint', () => {
  renderThemed(<TypedEmail />);
  const field = screen.getByLabelText<HTMLInputElement>('Correo');
  fireEvent.change(field, { target: { value: 'ana@hotmial.com' } });
  fireEvent.click(screen.getByRole('button', { name: '¿Quisiste escribir «ana@hotmail.com»?' }));
  expect(field.value).toBe('ana@hotmail.com');
  expect(screen.queryByRole('button')).toBeNull();
});
