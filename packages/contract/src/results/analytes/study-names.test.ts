import { expect, test } from 'vitest';
import { examTypeLabel } from '../../exams/catalogue.ts';
import { getStudy, studies } from './studies.ts';
import { findStudyName } from './study-names.ts';

test.each([
  ['Espermatobioscopia directa', 'Seminograma'],
  ['ESPERMATOBIOSCOPÍA', 'Seminograma'],
  ['Espermograma', 'Seminograma'],
  ['Perfil hormonal masculino', 'Hormonal'],
  ['Hemoglobina glucosilada', 'Hemoglobina glicosilada'],
  ['Urocultivo', 'Cultivo_Orina'],
  ['Espermocultivo', 'Cultivo_Semen'],
  ['Microdeleciones del cromosoma Y', 'Microdelesiones'],
  ['USG testicular', 'Ecografia_Testicular'],
  ['Fragmentación del ADN espermático', 'Fragmentacion_ADN'],
  ['Espermatobioscopía Directa (EBD) con morfología estricta de Kruger', 'Seminograma'],
  ['Análisis del líquido seminal', 'Seminograma'],
  ['Urocultivo con antibiograma', 'Cultivo_Orina'],
  ['Ultrasonido testicular doppler color', 'Ecografia_Testicular'],
  ['Microdeleciones del cromosoma Y (AZFa, AZFb, AZFc)', 'Microdelesiones'],
  ['Índice de fragmentación del DNA espermático (SCD)', 'Fragmentacion_ADN'],
  ['Perfil tiroideo 5', 'perfil_tiroideo'],
  ['Recuento espermático', 'Seminograma'],
  ['Espermatoscopía', 'Seminograma'],
  ['Espermatobioscopía (post-vasectomía)', 'Seminograma'],
  ['Marcadores bioquímicos de semen', 'Marcadores_Bioquimicos_Seminales'],
  ['US escrotal', 'Ecografia_Testicular'],
  ['TSH, T3, T4', 'perfil_tiroideo'],
  ['TSH, T3 libre y T4 libre', 'perfil_tiroideo'],
  ['Prueba de fragmentación de DNA', 'Fragmentacion_ADN'],
  ['Citología de orina postmasturbatoria', 'Orina_Post_Orgasmo'],
  ['Hb glicada A1c', 'Hemoglobina glicosilada'],
] as const)(
  'H-A17, E-10.1307, E-10.4010: «%s» is recognised as %s, with its fields',
  (written, study) => {
    expect(findStudyName(written)).toBe(study);
    expect(getStudy(written)).toBe(getStudy(study));
  },
);

test('H-A17, E-10.1307: every study is recognised by its own names, and no other text as one', () => {
  for (const type of Object.keys(studies)) {
    expect(findStudyName(type)).toBe(type);
    expect(findStudyName(examTypeLabel(type))).toBe(type);
  }
  for (const other of [
    'Biometría hemática',
    'constructor',
    '',
    'Química de 6 elementos',
    'Cultivo',
    'Biopsia testicular',
    'Capacitación espermática',
    'Citología de orina',
    'Prueba de orina',
    'Prueba de embarazo',
    'TSH',
    'T3 y T4 libres y anticuerpos',
    'Hemoglobina',
    'Vasectomía',
  ]) {
    expect(findStudyName(other)).toBeNull();
  }
});
