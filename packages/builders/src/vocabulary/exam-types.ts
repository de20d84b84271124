import { knownExamTypes } from '@simiente/contract/exams/types';

export type KnownExamType = (typeof knownExamTypes)[number];

/** Less frequent types without a drawing of their own. */
export const otherExamTypes = ['Fragmentacion_ADN', 'Vitamina_D'] as const;
export type DemoExamType = KnownExamType | (typeof otherExamTypes)[number];

export function isDemoExamType(examType: string): examType is DemoExamType {
  return ([...knownExamTypes, ...otherExamTypes] as string[]).includes(examType);
}

/** The relative frequency of each type in a male-fertility service. */
export const examTypeWeights: Record<DemoExamType, number> = {
  Seminograma: 30,
  Hormonal: 18,
  Ecografia_Testicular: 14,
  Cultivo_Semen: 9,
  Cultivo_Orina: 6,
  Marcadores_Bioquimicos_Seminales: 6,
  perfil_tiroideo: 6,
  Inhibina_B: 5,
  'Hemoglobina glicosilada': 5,
  Cariotipo: 4,
  Microdelesiones: 4,
  Ecografia_Prostatica_Transrectal: 3,
  Orina_Post_Orgasmo: 2,
  Resonancia_Craneo: 2,
  Fragmentacion_ADN: 2,
  Vitamina_D: 1,
};

/** Types whose file is an image; the others are a PDF of one page. */
export const imageExamTypes = [
  'Ecografia_Testicular',
  'Ecografia_Prostatica_Transrectal',
  'Resonancia_Craneo',
  'Cultivo_Semen',
  'Cultivo_Orina',
] as const satisfies readonly KnownExamType[];
export type ImageExamType = (typeof imageExamTypes)[number];

export function isImageExam(examType: string): examType is ImageExamType {
  return (imageExamTypes as readonly string[]).includes(examType);
}
