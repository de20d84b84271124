import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderThemed } from '../../testing/render.tsx';
import { PersonCell } from './person.tsx';
import { StatusPill } from './StatusPill.tsx';

test('E-9.9: a status has a text; its mark is decorative', () => {
  renderThemed(<StatusPill tone="green" label="Acciones" />);
  const pill = screen.getByText('Acciones');
  expect(pill.dataset.tone).toBe('green');
  expect(pill.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
});

test('screen readers read a person once, by name', () => {
  const { container } = renderThemed(<PersonCell name="Ana Ruiz" detail="ana@correo.mx" />);
  expect(screen.getByText('AR').getAttribute('aria-hidden')).toBe('true');
  expect(screen.getByText('Ana Ruiz').title).toBe('Ana Ruiz');
  expect(container.textContent).toContain('Ana Ruiz ana@correo.mx');
});
