import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderThemed } from '../../test/render.tsx';
import { PersonCell } from './PersonCell.tsx';
import { StatusPill } from './StatusPill.tsx';
import { TypeTag } from './TypeTag.tsx';

test('E-9.9: a state and a type are said in words; their mark is for the eyes alone', () => {
  renderThemed(
    <>
      <StatusPill tone="verde" label="Acciones" />
      <TypeTag tone="azul" label="Laboratorio" />
    </>,
  );
  for (const [label, tone] of [
    ['Acciones', 'verde'],
    ['Laboratorio', 'azul'],
  ] as const) {
    const piece = screen.getByText(label);
    expect(piece.dataset.tone).toBe(tone);
    expect(piece.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
  }
});

test('a person is read once, by name', () => {
  const { container } = renderThemed(<PersonCell name="Ana Ruiz" detail="ana@correo.mx" />);
  expect(screen.getByText('AR').getAttribute('aria-hidden')).toBe('true');
  expect(screen.getByText('Ana Ruiz').title).toBe('Ana Ruiz');
  expect(container.textContent).toContain('Ana Ruiz ana@correo.mx');
});
