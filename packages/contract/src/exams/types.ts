/** The exam types with a drawing of their own; any other text is a type too. */
export const knownExamTypes = [
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
] as const;

/** Offered types: one more has fields of its own for results, without a drawing. */
export const offeredExamTypes = [...knownExamTypes, 'Fragmentacion_ADN'] as const;
