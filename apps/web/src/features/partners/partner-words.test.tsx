import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderThemed } from '../../testing/render.tsx';
import { PartnerTypeTag } from './partner-words.tsx';

test.each([
  ['Laboratorio', 'Laboratorio', 'blue'],
  ['Clínica', 'Clínica', 'primary'],
  ['Hospital', 'Hospital', 'plum'],
  ['Otro', 'Sin tipo', 'neutral'],
  ['toString', 'Sin tipo', 'neutral'],
  [null, 'Sin tipo', 'neutral'],
])('E-3.37, E-3.38, E-3.39: the type %j has the label %j in %s', (type, label, tone) => {
  renderThemed(<PartnerTypeTag type={type} />);
  expect(screen.getByText(label).dataset.tone).toBe(tone);
});

test('E-9.9: a type has a text, and its mark is decorative', () => {
  renderThemed(<PartnerTypeTag type="Laboratorio" />);
  const mark = screen.getByText('Laboratorio').firstElementChild;
  expect(mark?.getAttribute('aria-hidden')).toBe('true');
});
