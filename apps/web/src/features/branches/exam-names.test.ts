import { examCodes } from '@simiente/contract/exams/catalogue';
import { expect, test } from 'vitest';
import { describeExamCount, examNames, firstExams } from './exam-names.ts';

test('codes and names are shown as names, each once', () => {
  expect(examNames(['SEM', 'Perfil Hormonal', 'HORMO', 'RC', 'Estudio de antes'])).toEqual([
    'Seminograma',
    'Perfil Hormonal',
    'ERM de Cráneo',
    'Estudio de antes',
  ]);
});

test('the first names that fit are listed, and the others counted', () => {
  const first = (...exams: string[]) => firstExams(examNames(exams));
  expect(first('SEM', 'HORMO', 'CULOR', 'PT')).toEqual({
    shown: 'Seminograma, Perfil Hormonal',
    more: 2,
  });
  expect(first(...examCodes)).toEqual({ shown: 'Ecografía Testicular', more: 12 });
  expect(first('BIO', 'EPT')).toEqual({ shown: 'Marcadores Bioquímicos Seminales', more: 1 });
  expect(first('SEM')).toEqual({ shown: 'Seminograma', more: 0 });
  expect(first()).toEqual({ shown: '', more: 0 });
  expect([0, 1, 7].map(describeExamCount)).toEqual(['0 exámenes', '1 examen', '7 exámenes']);
});
