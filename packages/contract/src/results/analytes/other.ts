import { type Analyte, choice, number, text } from './analyte.ts';

const present = { present: 'Presente', absent: 'Ausente (microdeleción)' };

/** Cultures, genetics, urine and images: mostly texts. Source of codes: clinical.md, section 3. */
export const otherAnalytes = {
  growth: choice('Desarrollo', { none: 'Sin desarrollo', growth: 'Con desarrollo' }),
  organism: text('Microorganismo'),
  colonyCount: number('Cuenta de colonias', ['UFC/mL']),
  antibiogram: {
    label: 'Antibiograma',
    kind: 'choice',
    units: ['µg/mL'],
    loinc: null,
    rowName: 'Antibiótico',
    choices: [
      { value: 'S', label: 'Sensible (S)' },
      { value: 'I', label: 'Intermedio (I)' },
      { value: 'R', label: 'Resistente (R)' },
    ],
  } satisfies Analyte,
  karyotype: text('Cariotipo (ISCN)', '29770-5'),
  metaphases: number('Metafases analizadas', ['1']),
  azfA: choice('AZFa', present, '35456-3'),
  azfB: choice('AZFb', present, '35456-3'),
  azfC: choice('AZFc', present, '35456-3'),
  spermInUrine: choice('Espermatozoides en orina', {
    seen: 'Se observaron',
    none: 'No se observaron',
  }),
  urineSpermCount: number(
    'Espermatozoides en orina (concentración)',
    ['10*6/mL', '10*3/mL', '/mL'],
    '8248-7',
  ),
  urineSpermTotal: number('Espermatozoides en orina (total)', ['10*6/{urine}']),
  rightTestisVolume: number('Volumen del testículo derecho', ['mL']),
  leftTestisVolume: number('Volumen del testículo izquierdo', ['mL']),
  varicoceleSide: choice('Varicocele', {
    none: 'No',
    left: 'Izquierdo',
    right: 'Derecho',
    both: 'Bilateral',
  }),
  varicoceleGrade: text('Grado del varicocele'),
  prostateVolume: number('Volumen de la próstata', ['mL']),
  findings: text('Hallazgos'),
  conclusion: text('Conclusión'),
} as const;
