import {
  type AnalyteKey,
  analyteKeys,
  bloodAnalytes,
  getAnalyte,
  semenAnalytes,
} from '@simiente/contract/results/analytes/catalogue';
import { type Dimension, units } from '@simiente/contract/results/analytes/units';

/** Longer names are not understood. */
const MAX_NAME = 300;

/** Words without a meaning of their own, of samples and results, of methods, and of devices. */
const NEUTRAL = [
  'de del la las el los en con por para segun y e o mas of the in by or and per x al',
  'resultado valor nivel prueba test determinacion medicion cuantificacion cuantitativo analisis examen estudio parametro muestra result value level sample',
  'manual automatizado computarizado casa oms who criterio metodo tecnica method microscopia camara makler neubauer leja alta sensibilidad sensible ultrasensible hipersensible ngsp dcct ifcc qn temperatura ambiente',
  'eclia clia cmia ria irma elisa eia hplc lc ms msms espectrometria masas cromatografia quimioluminiscencia quimioluminiscente electroquimioluminiscencia inmunoensayo radioinmunoensayo',
  'elfa meia fia qlia fluorescencia turbidimetria inmunoturbidimetria inmunoturbidimetrico afinidad boronato colorimetrico enzimatico resorcinol edta',
  'sqa v lenshooke cobas elecsys architect immulite roche abbott siemens beckman coulter access advia centaur atellica vitros liaison vidas alinity dxi maglumi mindray',
].join(' ');

const SEMEN =
  'semen seminal smn esperma espermatico espermatozoide esp sperm spermatozoa fresco fresh basal seminograma espermatobioscopia';
const BLOOD =
  'suero serico sangre plasma plasmatico serum blood serpl venosa periferica basal matutino hombre varon adulto masculino';
const CONCENTRATION = 'concentracion concentration conc ml dl';
const AMOUNT = `${CONCENTRATION} ng pg ug mcg mg nmol pmol umol mmol ui iu mui miu mu uui uiu acnc mcnc scnc`;
const COUNT = 'cuenta conteo recuento cantidad numero number num count millon million mill m';

/** Units, and words for kinds of quantities. */
const UNITS: Partial<Record<Dimension, string>> = {
  share: '% porcentaje ciento percent percentage nfr',
  perVolume: `${COUNT} ${CONCENTRATION} ncnc mililitro cc`,
  perEjaculate: COUNT,
  perUrine: COUNT,
  volume: 'ml mililitro cc onza',
  massPerVolume: AMOUNT,
  substancePerVolume: AMOUNT,
  arbitraryPerVolume: AMOUNT,
  time: 'min minuto h hr hora',
  none: 'ufc cfu ml',
};

/** Words for grades of motility. 'Progresivo' is the sum of 'a' and 'b'. */
const GRADES: Readonly<Record<string, string>> = {
  a: 'a rapido',
  b: 'b lento slow',
  ab: 'pr progresivo progresion progressive progressively progression prog progr pmot traslativo traslacion desplazamiento avance anterogrado',
  c: 'c np noprogresivo noprogressive nonprogressive nonprog noprog noprogresion notraslativo nodesplazamiento nolineal situ vibratorio oscilatorio ondulatorio',
  d: 'd im inmovil inmotil inmovilidad immotile immotility immobile estatico nulo nonmotile nomovil nomotil nomovilidad nomotilidad nomovimiento',
};
const gradesByAnalyte: Partial<Record<AnalyteKey, string>> = {
  ...{ rapidMotility: 'a', slowMotility: 'b', progressiveMotility: 'ab' },
  ...{ nonProgressiveMotility: 'c', immotile: 'd', totalMotility: 'abc' },
};
const MOTILITY = `movil motil movilidad motilidad movimiento mov mot motility ${Object.values(GRADES).join(' ')} | lineal grado tipo clase categoria suma | total global general`;

const AZF = 'region microdelecion delecion cromosoma gen azoospermia factor';
const DEFECT =
  'defecto defectuoso def morfologia malformacion deformidad anormal anormalidad anomalia alteracion abnormal abnormality';
const ANTIBODY =
  'mar spermmar | anticuerpo ac antibody ab anti antiespermatozoide antiespermatico antiesperma directo';
const HORMONE = 'hormona horm gonadotropina gonadotrofina estimulante stimulating';
const T3 = 't3 triyodotironina triiodotironina yodotironina triiodothyronine';
const T4 = 't4 tiroxina thyroxine tetrayodotironina tetraiodotironina';

/**
 * The words of an analyte that identify it, of which its name has at least one, after '|' its other words, and after
 * another '|' the words that alone name another analyte, as DHEA in DHEA-S. A negation is one word with its adjective.
 * An analyte that is not listed has the words of its label.
 */
const WORDS: Partial<Record<AnalyteKey, string>> = {
  colour:
    'color colour coloracion aspecto apariencia appearance | macroscopico fisico general caracteristica eyaculado',
  liquefaction:
    'licuefaccion liquefaccion licuacion liquefaction | tiempo tpo t time a completo total espontanea eyaculado',
  viscosity: 'viscosidad viscosity | filancia macroscopico cm eyaculado',
  ph: 'ph hidrogeno | potencial tira reactivo potenciometro eyaculado',
  volume:
    'volumen volume vol | total eyaculado eyaculacion recolectado obtenido emitido medido peso pesada gravimetrico specimen',
  concentration: `${CONCENTRATION} densidad espermatozoide espermatico esperma sperm spermatozoa`,
  totalNumber: 'total eyaculado eyac',
  vitality:
    'vitalidad viabilidad vitality viability vivo viable vital live notenido nocoloreado eosina hos host hipoosmotico osmotico supravital membrana | nigrosina tincion forma celula integridad hipo hinchazon exclusion',
  normalForms:
    'normal morfologia morphology morph morfologicamente tipico oval kruger | forma estricto strict tygerberg tincion papanicolaou diff quik quick',
  headDefects: `cabeza head | ${DEFECT}`,
  midpieceDefects: `pieza segmento parte tracto cuello midpiece neck | media intermedia ${DEFECT}`,
  tailDefects: `cola flagelo tail principal | pieza piece ${DEFECT}`,
  cytoplasmicDroplets:
    'gota citoplasmatico citoplasmico citoplasma cytoplasmic cytoplasm droplet erc | residual residuo resto remanente exceso presencia defecto',
  teratozoospermiaIndex:
    'tzi itz indice index | teratozoospermia teratozoospermico teratospermia terato zoospermia tz',
  leukocytes:
    'leucocito leucocitario leuco leukocyte wbc blanco peroxidasa | globulo celula positivo total tincion endtz leucoscreen',
  roundCells: 'redondo round | celula cel cell otra noespermatico total',
  agglutination:
    'aglutinacion agglutination | cabeza cola head tail grado tipo cruces % especifico microscopico presencia presence',
  marIgG: `igg ${ANTIBODY}`,
  marIgA: `iga ${ANTIBODY}`,
  dnaFragmentationIndex:
    'dfi fragmentacion fragmentation | indice index adn dna scsa tunel scd halosperm',
  highDnaStainability: 'hds tincion stainability | high adn dna',
  zinc: 'zinc cinc zn',
  citrate: 'citrato citrico | acido ac',
  glucosidase: 'glucosidasa alfaglucosidasa | alfa alpha α 1 4 neutro neutral nag actividad',
  fsh: `fsh hfe foliculo foliculoestimulante follicle folitropina follitropin | hipofisiario ${HORMONE}`,
  lh: `lh hl luteinizante luteinizing lutropina | ${HORMONE}`,
  testosterone: 'testosterona testost | total tot t tt hormona',
  freeTestosterone:
    'libre free ft | calculado calculo calculated directo vermeulen dialisis equilibrio analogico | testosterona testost',
  prolactin: `prolactina prl | total reposo ${HORMONE}`,
  estradiol: 'estradiol oestradiol e2 | 17 17beta 17β beta β ß b',
  shbg: 'shbg transportador transp fijador ligador enlazador union binding | globulina glob proteina hormona sexual sex androgeno estrogeno esteroide esteroidea a',
  dheaS:
    's so4 sulfato sulfatado sulphate sulf dheas sdhea | | dhea dehidroepiandrosterona deshidroepiandrosterona dihidroepiandrosterona dehydroepiandrosterone',
  inhibinB: 'b | inhibina',
  tsh: `tsh tirotropina tirotrofina tirotropa tirotropico thyrotropin tiroestimulante estimulante stimulating | tiroides tiroideo tiroidea tiro thyroid glandula ultra sensible ${HORMONE}`,
  freeT4: `libre free t4l ft4 | | ${T4}`,
  totalT4: `${T4} tt4 | total t`,
  freeT3: `libre free t3l ft3 | tri | ${T3}`,
  totalT3: `${T3} tt3 | total t tri`,
  hba1c:
    'a1c hba1c glicosilado glucosilado glicado glucado glycated glycosylated glycohemoglobin glicohemoglobina | fraccion fracc | hb hgb hemoglobina',
  karyotype:
    'cariotipo karyotype cromosomico citogenetico | constitucional convencional masculino formula iscn banda bandeo g gtg resolucion linfocito sangre periferica',
  ...{ azfA: `a | ${AZF}`, azfB: `b | ${AZF}`, azfC: `c | ${AZF}` },
  urineSpermCount:
    'esperma espermatico espermatozoide sperm spermatozoa | orina urine post eyaculado eyaculacion eyaculatorio posteyaculatorio orgasmo postorgasmo postorgasmico posorgasmico postmasturbatorio busqueda',
};

/** Applied to a folded name before its words are looked up. */
const rewritings: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // The property in a name of LOINC: '[Mass/volume]'.
  [/\[[^\]/]{0,20}\/volumen?\]/g, ' '],
  // Limits: '(normal: ≥ 1.4 mL)', '> 4 %'.
  [
    /[([,;] ?(?:valor(?:es)? )?(?:normal(?:es)?|ref[a-z]{0,9}|hasta|menor|mayor)[^)\]\d]{0,12}\d[^)\]]*/g,
    ' ',
  ],
  // '(1.5 o más)' and '(16 - 200)', but not '(0-30 min)'.
  [
    /[([] ?\d[\d.,]*(?: ?[-–a] ?\d(?![^)]{0,6}(?:min|h))[^()[\]]{0,15}|[^()[\]\d]{0,12} o mas) ?[)\]]/g,
    ' ',
  ],
  [/[<>≥≤]=? ?\d[\d.,]*(?: ?%)?/g, ' '],
  [/(?:\ba )?\b37 ?[°o]? ?c\b/g, ' '],
  [/\b(?:\d[a-z]{0,3}|tercera|cuarta|quinta|sexta)[. ]{1,3}(?:gen|ed)(?:[a-z]*cion)?\b/g, ' '],
  [/\b(?:oms|who)[ -]?\d[a-z]{0,2}\b/g, ' '],
  [/\b(?:\d{1,2} ?h(?:oras?)? de |en )?ayun(?:o|as)\b(?: de \d{1,2} ?h(?:oras?)?\b)?/g, ' '],
  [/(?:\bx ?|\b)10 ?(?:\^|\*{1,2}|e|exp)? ?[369]\b/g, ' millon '],
  [/\/ ?l\b/g, ' '],
  [/\( ?\+ ?\)|\+ ?(?=\)|$)/g, ' positivo '],
  [/\( ?- ?\)|-$/g, ' negativo '],
  [/\b(?:plasma|liquido) seminal\b|\bseminal plasma\b/g, 'semen'],
  [/\bsangre total\b/g, 'sangre'],
  [/\b(?:hb ?)?a[ -]?1[ -]?c\b/g, 'a1c'],
  [/\b([te])[ -](?=[234]\b)/g, '$1'],
  [/\bt([34])[ -]l\b/g, 't$1l'],
  [/\btsh(?:3-ul|-3|[ (-]{1,2}(?:us|hs|3g))\b/g, 'tsh'],
  [/\babsorcion atomica\b/g, ' '],
  [/\bwhite blood cells?\b/g, 'wbc'],
  // A reference and a kit, not normal forms and rapid motility.
  [/\b(?:valor|value)(?:es|s)? normal(?:es)?\b|\b(?:prueba|test) rapid[ao]\b/g, ' referencia '],
  // The two markers of each region of AZF in the guideline of EAA and EMQN. One alone is no result of a region.
  [/\bsy ?84[^a-z\d]{1,3}(?:y )?sy ?86\b/g, ' region a '],
  [/\bsy ?127[^a-z\d]{1,3}(?:y )?sy ?134\b/g, ' region b '],
  [/\bsy ?254[^a-z\d]{1,3}(?:y )?sy ?255\b/g, ' region c '],
  // Initials: 'F.S.H.'.
  [/(?<=\b[a-z])\.(?=[a-z]\b)/g, ''],
  [/\bazf[ -]?/g, 'region '],
  [/\b100 (?:espermatozoides|spermatozoa)\b|\/ ?(?:hemoglobina?[. ]total|hb\b(?! ?g))/g, '%'],
  [/\/ ?(?:total de espermatozoides|spermatozoa[. ]total)\b/g, '%'],
  [/\bdhea ?\/ ?(?=s(?:o4|ulf[a-z]*)?\b)/g, 'dhea '],
  [/\btotales(?= por ml| ?\/ ?ml)/g, ' '],
  [/\bcelulas redondas(?= peroxidasa)/g, ' '],
  [/(?<=\b(?:fijadora|transportadora) de )testosterona\b/g, ' '],
  [/\bh\. ?(?=[a-z])/g, 'hormona '],
  [/\bno(?:\.? de\b|\. ?(?=esp|total))/g, 'numero '],
  [/\b(?:non?|sin|ausencia de)[ -]/g, 'no'],
  [/\beosina(?:[- ](?:y )?nigrosina)?[( ]*negativ\w*/g, 'eosina'],
  [/\bleucocitos? (?:y|[+,]) (?:celulas )?germinales/g, 'redondas'],
  [/\bmixed (?:antiglobulin|agglutination) reaction\b|\breaccion mixta de antiglobulina\b/g, 'mar'],
  // A code of the laboratory, a year, or the model of a device.
  [/\b(?:\d{4,}|[ei]\d{3,4})\b/g, ' '],
];

/** Removes gender and number; 'DHEA' and 'DHEAS' stay different. */
const stem = (word: string) =>
  word.length > 3 ? word.replace(/(?<=[^ae])(?:[aeo]s?|s)$/, '') : word;

const splitStems = (text: string) =>
  text
    .replaceAll('%', ' % ')
    .split(/[^\p{L}\d%]+/u)
    .filter(Boolean)
    .map(stem);

const foldName = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLocaleLowerCase('es')
    .replaceAll('μ', 'u')
    .replaceAll(/[\s_]+/g, ' ');

const neutralStems = new Set(splitStems(NEUTRAL));
const gradesByStem = new Map(
  Object.entries(GRADES).flatMap(([grades, words]) =>
    splitStems(words).map((one) => [one, grades]),
  ),
);

/** Role of a word in the name of an analyte: it identifies the analyte, alone it names another one, or neither. */
type Meaning = 'identifies' | 'other' | 'neither';

/** The words of each analyte with their meanings. */
const vocabularies = new Map(
  analyteKeys.map((key) => {
    const { label, short = '', units: reported } = getAnalyte(key);
    const own = gradesByAnalyte[key] ? MOTILITY : (WORDS[key] ?? foldName(`${label} ${short}`));
    const [core = '', more = '', other = ''] = own.split('|');
    const isBlood = Object.hasOwn(bloodAnalytes, key);
    const specimen = isBlood ? BLOOD : Object.hasOwn(semenAnalytes, key) ? SEMEN : '';
    const dimensions = reported.map((unit) => UNITS[units[unit].dimension] ?? '');
    const others = [more, specimen, ...dimensions].join(' ');
    const toEntries = (words: string, meaning: Meaning) =>
      splitStems(words).map((one) => [one, meaning] as const);
    return [
      key,
      new Map([
        ...toEntries(others, 'neither'),
        ...toEntries(other, 'other'),
        ...toEntries(core, 'identifies'),
      ]),
    ];
  }),
);

/** Between two analytes in one name: 'DHEA/DHEAS', 'T3 y T3 libre'. */
const SEVERAL = /[/+&]|\b[ye]\b/;

const splitName = (text: string) => splitStems(text).filter((word) => !neutralStems.has(word));

/**
 * Whether a laboratory's name means an analyte: every word is understood, one of them identifies it, and no part of
 * the name means another analyte. A name of neutral words means any analyte.
 */
export function confirmsAnalyte(name: string, key: AnalyteKey): boolean {
  if (name.length > MAX_NAME) return false;
  const rewritten = rewritings.reduce((text, [from, to]) => text.replace(from, to), foldName(name));
  const words = splitName(rewritten);
  const vocabulary = vocabularies.get(key);
  const grades = gradesByAnalyte[key];
  const identifies = (word: string) => vocabulary?.get(word) === 'identifies';
  const isOther = (part: readonly string[]) =>
    part.some((word) => vocabulary?.get(word) === 'other') &&
    !part.some((word) => (grades === undefined ? identifies(word) : gradesByStem.has(word)));
  const parts = rewritten.split(SEVERAL).map(splitName);
  return (
    words.length === 0 ||
    (words.every((word) => vocabulary?.has(word)) &&
      words.some(identifies) &&
      (grades === undefined || readGrades(words) === grades) &&
      (grades === 'abc' || !parts.some(isOther)))
  );
}

/** Grades in alphabetical order. 'Progresiva rápida' is 'a', and 'PR + NP' is 'abc', as is motility without a grade. */
function readGrades(words: readonly string[]): string {
  const named = new Set(words.flatMap((word) => gradesByStem.get(word) ?? []));
  if (named.has('a') || named.has('b')) named.delete('ab');
  return [...new Set([...named].join(''))].toSorted().join('') || 'abc';
}
