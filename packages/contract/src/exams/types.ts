/** The exam types with their own illustration; any other text is a valid type too. */
export const illustratedExamTypes = [
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

/** Types that the form offers. The last one has its own result fields, but no illustration. */
export const offeredExamTypes = [...illustratedExamTypes, 'Fragmentacion_ADN'] as const;
