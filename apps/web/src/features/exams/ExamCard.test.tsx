import { illustratedExamTypes } from '@simiente/contract/exams/types';
import { expect, test } from 'vitest';
import { renderThemed } from '../../testing/render.tsx';
import { ExamIllustration } from './ExamCard.tsx';

/** Section 3 of the specification. */
const TYPES = [
  'Seminograma',
  'Hormonal',
  'Ecografia_Testicular',
  'Resonancia_Craneo',
  'Hemoglobina glicosilada',
  'Marcadores_Bioquimicos_Seminales',
  'Cariotipo',
  'Microdelesiones',
  'Orina_Post_Orgasmo',
  'Cultivo_Semen',
  'Cultivo_Orina',
  'Ecografia_Prostatica_Transrectal',
  'perfil_tiroideo',
  'Inhibina_B',
];

function renderDrawing(examType: string): string {
  const { container } = renderThemed(<ExamIllustration examType={examType} />);
  return container.querySelector('svg')?.innerHTML ?? '';
}

test('S-13: every type of the specification has its own illustration', () => {
  expect([...illustratedExamTypes].sort()).toEqual([...TYPES].sort());
  expect(new Set(TYPES.map(renderDrawing)).size).toBe(TYPES.length);
});

test.each(['Espermocultivo', 'seminograma', '', '__proto__', 'constructor'])(
  'E-3.29: the unknown type %j shows the seminogram',
  (examType) => {
    expect(renderDrawing(examType)).toBe(renderDrawing('Seminograma'));
  },
);

test('screen readers skip the illustration', () => {
  const { container } = renderThemed(<ExamIllustration examType="Hormonal" />);
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
});
