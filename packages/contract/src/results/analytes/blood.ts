import { number } from './analyte.ts';

const gonadotropin = ['mUI/mL', 'UI/L', 'mUI/L'] as const;
const mass = ['pg/mL', 'ng/L', 'ng/dL', 'ng/mL', 'µg/dL'] as const;
const prolactin = ['ng/mL', 'µUI/mL', 'mUI/L'] as const;
const substance = ['nmol/L', 'pmol/L'] as const;

/**
 * 288.43 g/mol: one nmol/L is 28.843 ng/dL, so that 10.4 nmol/L is 300 ng/dL. Source: clinical.md, section 2,
 * which gives no molar mass of another analyte; those stay in the dimension in which they were reported.
 */
const testosteroneMolar = { molar: { ngPerDlOfNmolPerL: '28.843' } } as const;

/** The analytes of blood. Source of codes and usual units: clinical.md, sections 2 and 3. */
export const bloodAnalytes = {
  fsh: number('FSH', gonadotropin, '15067-2'),
  lh: number('LH', gonadotropin, '10501-5'),
  testosterone: number(
    'Testosterona total',
    ['ng/dL', 'ng/mL', ...substance],
    '2986-8',
    testosteroneMolar,
  ),
  freeTestosterone: number(
    'Testosterona libre',
    ['pg/mL', 'ng/dL', 'ng/mL', ...substance],
    '2991-8',
    testosteroneMolar,
  ),
  prolactin: number('Prolactina', prolactin, '2842-3'),
  estradiol: number('Estradiol', ['pg/mL', 'ng/L', 'ng/dL', ...substance], '2243-4'),
  shbg: number('SHBG', ['nmol/L'], '13967-5'),
  dheaS: number('DHEA-S', ['µg/dL', 'µg/mL', 'ng/mL', 'µmol/L'], '2191-5'),
  inhibinB: number('Inhibina B', ['pg/mL', 'ng/L'], '34319-4'),
  tsh: number('TSH', ['µUI/mL', 'mUI/L'], '3016-3'),
  freeT4: number('T4 libre', ['ng/dL', 'pg/mL', 'ng/L', 'pmol/L'], '3024-7'),
  totalT4: number('T4 total', ['µg/dL', 'ng/mL', 'nmol/L'], '3026-2'),
  freeT3: number('T3 libre', [...mass, 'pmol/L'], '3051-0'),
  totalT3: number('T3 total', ['ng/dL', 'ng/mL', 'nmol/L'], '3053-6'),
  hba1c: number('Hemoglobina glicosilada (HbA1c)', ['%'], '4548-4'),
} as const;
