/**
 * The 13 exams that a partner or a branch can offer, by code, with the spelling of each form: 'RMN de Cráneo' for
 * a partner, 'ERM de Cráneo' for a branch. Source, also of the spelling 'Pefil tiroideo': specification, sections 3
 * and 9.
 */
export const branchExamNames = {
  ECO: 'Ecografía Testicular',
  SEM: 'Seminograma',
  HORMO: 'Perfil Hormonal',
  CULOR: 'Cultivo de Orina',
  CULSEM: 'Cultivo de Semen',
  BIO: 'Marcadores Bioquímicos Seminales',
  ECOPT: 'Ecografía Testículo-Escrotal',
  RC: 'ERM de Cráneo',
  ALG: 'Alfaglucosidasa',
  PT: 'Pefil tiroideo',
  GLI: 'Hemoglobina glicosidada',
  ORP: 'Orina postorgasmo',
  EPT: 'Ecografia prostatica transrectal',
} as const;

export type ExamCode = keyof typeof branchExamNames;

export const partnerExamNames = {
  ...branchExamNames,
  RC: 'RMN de Cráneo',
} as const satisfies Record<ExamCode, string>;

/** The codes in the order of both forms. */
export const examCodes = Object.keys(branchExamNames) as ExamCode[];

export function examName(codeOrName: string): string {
  return Object.hasOwn(branchExamNames, codeOrName)
    ? branchExamNames[codeOrName as ExamCode]
    : codeOrName;
}

/** The code of an exam, from the code or its name in either form; undefined for any other text. */
export function findExamCode(codeOrName: string): ExamCode | undefined {
  return examCodes.find(
    (code) =>
      code === codeOrName ||
      branchExamNames[code] === codeOrName ||
      partnerExamNames[code] === codeOrName,
  );
}

/** The exam type that an order of each code requests, the same as `exam_type_of` in SQL. */
export const examTypesByCode: Readonly<Record<ExamCode, string>> = {
  ECO: 'Ecografia_Testicular',
  SEM: 'Seminograma',
  HORMO: 'Hormonal',
  CULOR: 'Cultivo_Orina',
  CULSEM: 'Cultivo_Semen',
  BIO: 'Marcadores_Bioquimicos_Seminales',
  ECOPT: 'Ecografia_Testicular',
  RC: 'Resonancia_Craneo',
  ALG: 'Marcadores_Bioquimicos_Seminales',
  PT: 'perfil_tiroideo',
  GLI: 'Hemoglobina glicosilada',
  ORP: 'Orina_Post_Orgasmo',
  EPT: 'Ecografia_Prostatica_Transrectal',
};

/** An exam type as text: the wire joins its words with underscores. */
export function examTypeLabel(examType: string): string {
  return examType.replaceAll('_', ' ');
}
