import { choice, number, text } from './analyte.ts';

const perMl = ['10*6/mL', '10*3/mL', '/mL'] as const;
const perEjaculate = ['10*6/{ejaculate}'] as const;
const share = ['%'] as const;
const ratio = ['1'] as const;
const substancePerMl = ['µmol/mL', 'mmol/L', 'µg/mL', 'mg/mL', 'mg/dL'] as const;

/** The analytes of semen. Source: clinical.md, sections 1 and 3. */
export const semenAnalytes = {
  colour: text('Color', '10569-2'),
  liquefaction: number('Licuefacción', ['min', 'h'], '10580-9'),
  viscosity: text('Viscosidad'),
  volume: number('Volumen', ['mL'], '3160-9'),
  ph: number('pH', ['pH']),
  concentration: number('Concentración', perMl, '9780-8'),
  totalNumber: number('Número total', perEjaculate, null, { short: 'Cuenta total' }),
  progressiveMotility: number('Movilidad progresiva (PR)', share, '14194-5', { short: 'PR' }),
  rapidMotility: number('Progresiva rápida (a)', share, '10624-5', { short: 'a' }),
  slowMotility: number('Progresiva lenta (b)', share, '10626-0', { short: 'b' }),
  nonProgressiveMotility: number('No progresiva (NP)', share, '10620-3', { short: 'NP' }),
  immotile: number('Inmóviles (IM)', share, '10611-2', { short: 'IM' }),
  totalMotility: number('Movilidad total (PR + NP)', share, '6800-7'),
  vitality: number('Vitalidad', share, '10613-8'),
  normalForms: number('Formas normales', share, '10622-9'),
  headDefects: number('Defectos de cabeza', share, '10602-1'),
  midpieceDefects: number('Defectos de pieza media', share, '10603-9'),
  tailDefects: number('Defectos de cola', share, '10604-7'),
  cytoplasmicDroplets: number('Gotas citoplasmáticas', share, '10608-8'),
  teratozoospermiaIndex: number('Índice de teratozoospermia', ratio, '68910-9', { short: 'TZI' }),
  leukocytes: number('Leucocitos', perMl, '10579-1', { short: 'Peroxidasa positivos' }),
  roundCells: number('Células redondas', perMl, '10585-8'),
  agglutination: text('Aglutinación', '10605-4'),
  marIgG: number('MAR IgG', share, '10617-9'),
  marIgA: number('MAR IgA', share, '10615-3'),
  pellet: choice('Sedimento centrifugado', {
    none: 'Sin espermatozoides',
    seen: 'Con espermatozoides',
  }),
  firstCount: number('Espermatozoides contados, primera cuenta', ratio),
  secondCount: number('Espermatozoides contados, segunda cuenta', ratio),
  totalProgressiveMotile: number(
    'Espermatozoides móviles progresivos totales',
    perEjaculate,
    null,
    {
      short: 'TPMSC',
      isDerived: true,
    },
  ),
  dnaFragmentationIndex: number('Índice de fragmentación de ADN', share, null, { short: 'DFI' }),
  highDnaStainability: number('Alta tinción de ADN', share, null, { short: 'HDS' }),
  fructose: number('Fructosa', substancePerMl, '10574-2'),
  zinc: number('Zinc', substancePerMl, '10633-6'),
  citrate: number('Citrato', substancePerMl, '10567-6'),
  glucosidase: number('Glucosidasa neutra', ['mU/mL'], '10577-5', { short: 'Alfaglucosidasa' }),
  fructosePerEjaculate: number('Fructosa por eyaculado', ['µmol/{ejaculate}'], null, {
    isDerived: true,
  }),
  zincPerEjaculate: number('Zinc por eyaculado', ['µmol/{ejaculate}'], null, { isDerived: true }),
  citratePerEjaculate: number('Citrato por eyaculado', ['µmol/{ejaculate}'], null, {
    isDerived: true,
  }),
  glucosidasePerEjaculate: number('Glucosidasa neutra por eyaculado', ['mU/{ejaculate}'], null, {
    isDerived: true,
  }),
} as const;
