/**
 * Other names of studies on orders and reports of Mexican laboratories, separated by '|', without accents.
 * `exam_type_of` has them in SQL.
 */
const synonyms = {
  Seminograma:
    'espermatobioscopia|espermiograma|espermograma|espermatograma|espermocitograma|analisis semen|analisis seminal|analisis liquido seminal|citologia semen|examen semen|estudio semen|semen analysis|semen|conteo espermatico|cuenta espermatica|ebd|recuento espermatico|espermatoscopia|espermatobioscopia post vasectomia|espermatobioscopia postvasectomia|espermograma post vasectomia|espermograma postvasectomia|seminograma post vasectomia|seminograma postvasectomia|conteo espermatico post vasectomia|conteo espermatico postvasectomia',
  Hormonal:
    'perfil hormonal|perfil hormonas|perfil androgenico|perfil fertilidad|perfil reproductivo|perfil gonadal|hormonas',
  Inhibina_B: 'inhibina',
  perfil_tiroideo:
    'perfil tiroides|pruebas funcion tiroidea|pruebas tiroideas|funcion tiroidea|tiroides|tsh t3 t4|tsh t3 t4 libre|tsh t3 t4 libres|tsh t3 t4 total|tsh t3 t4 totales|perfil tiroideo tsh t3 t4',
  'Hemoglobina glicosilada':
    'hemoglobina glucosilada|hemoglobina glicada|hemoglobina glucada|hemoglobina a1c|hemoglobina glucosilada a1c|hemoglobina glucosilada hba1c|hb glucosilada|hba1c|a1c|hb a1c|hb glicada|hb glicosilada|hb glicada a1c|hb glicosilada a1c|hb glucosilada a1c|hemoglobina glicada a1c|hemoglobina glicada hba1c|hemoglobina glicosilada a1c|hemoglobina glicosilada hba1c|hemoglobina a1c hba1c',
  Marcadores_Bioquimicos_Seminales:
    'marcadores bioquimicos|bioquimica seminal|bioquimica semen|bioquimica plasma seminal|marcadores seminales|marcadores bioquimicos semen|marcadores bioquimicos plasma seminal|marcadores bioquimicos liquido seminal',
  Cultivo_Semen:
    'espermocultivo|espermacultivo|cultivo seminal|cultivo liquido seminal|cultivo esperma|semenocultivo',
  Cultivo_Orina: 'urocultivo|uricultivo',
  Cariotipo: 'estudio citogenetico',
  Microdelesiones:
    'microdeleciones|microdeleciones cromosoma|microdelesiones cromosoma|microdeleciones azf|microdeleciones cromosoma azf|azf|factor azoospermia',
  Orina_Post_Orgasmo:
    'orina post orgasmica|orina postorgasmo|orina posteyaculacion|orina post eyaculacion|orina posteyaculado|orina post eyaculado|orina posteyaculatoria|orina post eyaculatoria|espermatozoides orina|busqueda espermatozoides orina|busqueda espermatozoides orina post eyaculacion|orina postmasturbatoria|orina post masturbatoria|orina postmasturbacion|orina post masturbacion|citologia orina postmasturbatoria|citologia orina post masturbatoria|citologia orina postmasturbacion|citologia orina post masturbacion|citologia orina posteyaculacion|citologia orina post eyaculacion|citologia orina posteyaculatoria|citologia orina post eyaculatoria',
  Ecografia_Testicular:
    'ultrasonido testicular|ultrasonido testiculos|ultrasonido escrotal|ultrasonido doppler testicular|ultrasonido doppler escrotal|usg testicular|usg escrotal|usg doppler testicular|usg doppler escrotal|us testicular|us doppler testicular|eco testicular|ecosonograma testicular|ecografia escrotal|doppler testicular|ecografia doppler testicular|us escrotal|us doppler escrotal|eco escrotal|ecosonograma escrotal|doppler escrotal|ecografia doppler escrotal',
  Ecografia_Prostatica_Transrectal:
    'ultrasonido prostatico|ultrasonido prostata|ultrasonido prostatico transrectal|ultrasonido transrectal|ultrasonido transrectal prostata|usg prostatico|usg prostatico transrectal|usg transrectal|us prostatico|us prostatico transrectal|ecografia prostatica',
  Resonancia_Craneo:
    'resonancia hipofisis|resonancia silla turca|rm craneo|rm hipofisis|rmn craneo|rmn hipofisis',
  Fragmentacion_ADN:
    'fragmentacion adn espermatico|fragmentacion espermatica|indice fragmentacion|indice fragmentacion adn|indice fragmentacion adn espermatico|tunel espermatico|scd|halosperm|dfi',
} as const;

/** Words that do not distinguish studies: articles, methods, qualities and the patient. */
const FILLERS = new Set(
  'de del la el los en con y para por directa directo simple completo completa basico basica bilateral color automatizada automatizado computarizada fresco morfologia estricta criterios kruger oms who casa antibiograma suero sangre periferica bandas g gtg masculino masculina masculinas masculinos hombre varon ebd magnetica contraste contrastada i ii tunel scd azfa azfb azfc halosperm prueba test'.split(
    ' ',
  ),
);

/** The distinguishing words of a study's name, in alphabetical order; all its words if none distinguishes it. */
function studyWords(text: string): string {
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLocaleLowerCase('es')
    .replaceAll(/(?<![a-z])dna(?![a-z])/g, 'adn')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const distinguishing = words.filter((word) => !FILLERS.has(word) && !/^\d+$/.test(word));
  return [...new Set(distinguishing.length > 0 ? distinguishing : words)].toSorted().join(' ');
}

type StudyName = keyof typeof synonyms;

export const studiesByName: ReadonlyMap<string, StudyName> = new Map(
  Object.entries(synonyms).flatMap(([study, names]) =>
    [study, ...names.split('|')].map((name) => [studyWords(name), study as StudyName] as const),
  ),
);

/** The study that a text names, as we or a laboratory write it; null for any other text. */
export const findStudyName = (text: string): StudyName | null =>
  studiesByName.get(studyWords(text)) ?? null;
