import { typedKeys } from '../../common/lists.ts';
import { type AnalyteKey, seminogramAnalytes } from './catalogue.ts';
import { findStudyName } from './study-names.ts';

interface Study {
  /** Fields in the order in which Mexican laboratories print them. */
  readonly fields: readonly AnalyteKey[];
  /** Whether the form asks for abstinence, complete sample and WHO edition. */
  readonly isSemen?: true;
  readonly asksFasting?: true;
  /** Whether the results are meaningless without a method. */
  readonly needsMethod?: true;
}

const cultureFields = ['growth', 'organism', 'colonyCount', 'antibiogram'] as const;
const imageFields = ['findings', 'conclusion'] as const;

/** The analytes of each study, by exam type. Other types have only free rows: named values outside the catalogue. */
export const studies = {
  Seminograma: {
    isSemen: true,
    fields: typedKeys(seminogramAnalytes),
  },
  Hormonal: {
    asksFasting: true,
    fields: [
      'fsh',
      'lh',
      'testosterone',
      'freeTestosterone',
      'prolactin',
      'estradiol',
      'shbg',
      'dheaS',
    ],
  },
  Inhibina_B: { fields: ['inhibinB'] },
  perfil_tiroideo: { asksFasting: true, fields: ['tsh', 'freeT4', 'totalT4', 'freeT3', 'totalT3'] },
  'Hemoglobina glicosilada': { fields: ['hba1c'] },
  Marcadores_Bioquimicos_Seminales: {
    isSemen: true,
    fields: ['volume', 'fructose', 'zinc', 'citrate', 'glucosidase'],
  },
  Cultivo_Semen: { fields: cultureFields },
  Cultivo_Orina: { fields: cultureFields },
  Cariotipo: { fields: ['karyotype', 'metaphases'] },
  Microdelesiones: { fields: ['azfA', 'azfB', 'azfC'] },
  Orina_Post_Orgasmo: { fields: ['spermInUrine', 'urineSpermCount', 'urineSpermTotal'] },
  Ecografia_Testicular: {
    fields: [
      'rightTestisVolume',
      'leftTestisVolume',
      'varicoceleSide',
      'varicoceleGrade',
      ...imageFields,
    ],
  },
  Ecografia_Prostatica_Transrectal: { fields: ['prostateVolume', ...imageFields] },
  Resonancia_Craneo: { fields: imageFields },
  Fragmentacion_ADN: {
    needsMethod: true,
    fields: ['dnaFragmentationIndex', 'highDnaStainability'],
  },
} as const satisfies Readonly<Record<string, Study>>;

const byType: Readonly<Record<string, Study>> = studies;
const FREE: Study = { fields: [] };

/** The study of an exam type or of one of its other names; without fields for a type that only has free rows. */
export function getStudy(examType: string): Study {
  const type = Object.hasOwn(byType, examType) ? examType : findStudyName(examType);
  return type === null ? FREE : (byType[type] ?? FREE);
}

export const ABSTINENCE_LOINC = '10587-4';

export const whoEditions = [5, 6] as const;
export type WhoEdition = (typeof whoEditions)[number];
/** The edition of a set that names none. */
export const CURRENT_EDITION: WhoEdition = 6;
export const whoEditionNames: Readonly<Record<WhoEdition, string>> = {
  5: '5.ª, 2010',
  6: '6.ª, 2021',
};

/** Suggested methods; a laboratory may name any other. */
export const semenMethods = ['Manual', 'CASA'] as const;
