/** Other names of studies on orders and reports of Mexican laboratories, divided by '|', without accents. `exam_type_of` has them in SQL. */
const synonyms = {
  Seminograma:
    'espermatobioscopia|espermatobioscopia directa|espermatobioscopia directa con morfologia|espermatobioscopia simple|espermatobioscopia completa|espermiograma|espermograma|espermatograma|seminograma completo|seminograma basico|analisis de semen|analisis seminal|analisis del semen|analisis de semen completo|citologia de semen|examen de semen|estudio de semen|semen analysis|semen completo|conteo espermatico|cuenta espermatica|ebd',
  Hormonal:
    'perfil hormonal|perfil hormonal masculino|perfil androgenico|perfil hormonal hombre|perfil de fertilidad masculina|hormonas|hormonas masculinas|perfil gonadal',
  Inhibina_B: 'inhibina',
  perfil_tiroideo:
    'perfil tiroideo completo|perfil de tiroides|pruebas de funcion tiroidea|pruebas tiroideas|funcion tiroidea|tiroides|perfil tiroideo basico',
  'Hemoglobina glicosilada':
    'hemoglobina glucosilada|hemoglobina glicada|hemoglobina glucada|hemoglobina a1c|hba1c|a1c|hb a1c',
  Marcadores_Bioquimicos_Seminales:
    'marcadores bioquimicos|bioquimica seminal|bioquimica de semen|bioquimica de plasma seminal|marcadores seminales',
  Cultivo_Semen:
    'espermocultivo|espermacultivo|cultivo de semen|cultivo seminal|cultivo de liquido seminal|cultivo de esperma|semen cultivo|semenocultivo',
  Cultivo_Orina: 'urocultivo|cultivo de orina|uricultivo',
  Cariotipo:
    'cariotipo en sangre|cariotipo en sangre periferica|cariotipo bandas g|cariotipo con bandas g|cariotipo de sangre periferica|estudio citogenetico',
  Microdelesiones:
    'microdeleciones|microdeleciones del cromosoma y|microdelesiones del cromosoma y|microdeleciones cromosoma y|microdeleciones de y|microdeleciones azf|microdeleciones y|azf|factor de azoospermia',
  Orina_Post_Orgasmo:
    'orina posteyaculacion|orina post eyaculacion|orina posteyaculado|orina post eyaculado|orina posteyaculatoria|busqueda de espermatozoides en orina|espermatozoides en orina|orina postorgasmo',
  Ecografia_Testicular:
    'ultrasonido testicular|ultrasonido escrotal|ultrasonido doppler testicular|ultrasonido doppler escrotal|ultrasonido de testiculos|usg testicular|us testicular|eco testicular|ecosonograma testicular|ecografia escrotal|doppler testicular|ecografia doppler testicular',
  Ecografia_Prostatica_Transrectal:
    'ultrasonido prostatico|ultrasonido prostatico transrectal|ultrasonido transrectal|usg prostatico|usg transrectal|ultrasonido de prostata|ecografia prostatica|ultrasonido transrectal de prostata',
  Resonancia_Craneo:
    'resonancia magnetica de craneo|resonancia de craneo|resonancia magnetica de hipofisis|resonancia de hipofisis|rm de craneo|rm de hipofisis|rmn de craneo|resonancia magnetica de silla turca',
  Fragmentacion_ADN:
    'fragmentacion de adn|fragmentacion del adn|fragmentacion de adn espermatico|fragmentacion del adn espermatico|fragmentacion espermatica|indice de fragmentacion de adn|indice de fragmentacion|scd|halosperm|tunel espermatico|dfi',
} as const;

const foldStudy = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLocaleLowerCase('es')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

type StudyName = keyof typeof synonyms;

/** Studies by every name, without accents. */
export const studiesByName: ReadonlyMap<string, StudyName> = new Map(
  Object.entries(synonyms).flatMap(([study, names]) =>
    [study, ...names.split('|')].map((name) => [foldStudy(name), study as StudyName] as const),
  ),
);

/** The study that a text names, as we or a laboratory write it; null for any other text. */
export const studyNamed = (text: string): StudyName | null =>
  studiesByName.get(foldStudy(text)) ?? null;
