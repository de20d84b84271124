/** The exam types with their own drawing; any other text is a valid type too. */
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

/** Types that the form offers. One more type has its own result fields, without a drawing. */
export const offeredExamTypes = [...knownExamTypes, 'Fragmentacion_ADN'] as const;
