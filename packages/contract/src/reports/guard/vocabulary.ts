import type { WhoEdition } from '../../results/analytes/studies.ts';
import { matchAt } from './plain-text.ts';

/** How a value is compared with a limit. */
export interface Sign {
  readonly comparator: '<' | '>';
  /** Whether the limit itself is on its side. */
  readonly includes: boolean;
  /** '≥': in brackets after a value it introduces a reference. */
  readonly isSymbol?: true;
  /** 'Alcanza': states that the value equals the number, unless the number is a limit. */
  readonly isReached?: true;
}

/** Properties of a limit in a text. Each word adds some: 'límite inferior de referencia de la OMS 2021'. */
export interface Limit {
  /** A noun for the limit, and not its side or source alone. */
  readonly isNamed?: true;
  /** 'Se espera', 'se considera': next to an analyte, it is a forecast or an opinion. */
  readonly isOpinion?: true;
  readonly isRange?: true;
  /** An end of a range: 'en el límite del rango' is not inside it. */
  readonly isEnd?: true;
  readonly side?: 'lower' | 'upper';
  readonly source?: 'who' | 'laboratory' | 'consensus';
  readonly edition?: WhoEdition;
  readonly centile?: number;
  /** The other end of 'entre el percentil 10 y el 25'. */
  readonly highCentile?: number;
  /** 'Percentil 5 o superior'. */
  readonly isAtLeast?: true;
}

export type Level = 'normal' | 'abnormal' | 'high' | 'low';
export type Region = 'a' | 'b' | 'c';

/** Contribution of a word or phrase to a statement. */
export type Word =
  | { readonly kind: 'filler'; readonly domain?: 'semen' | 'blood' | 'sample' }
  /** 'Tuvo azoospermia' is past, but 'la FSH fue de 4' may be the newest value. */
  | {
      readonly kind: 'is';
      readonly isPast?: true;
      readonly isPreterite?: true;
      readonly isLasting?: true;
    }
  | { readonly kind: 'sign'; readonly sign: Sign }
  | { readonly kind: 'limit'; readonly limit: Limit }
  | { readonly kind: 'level'; readonly level: Level; readonly hasDegree?: true }
  | { readonly kind: 'change'; readonly direction: 'up' | 'down' | null }
  | { readonly kind: 'place'; readonly isOutside: boolean }
  /** `parts` is null for a condition that no result decides. */
  | { readonly kind: 'condition'; readonly parts: readonly string[] | null }
  | { readonly kind: 'regions'; readonly letters: readonly Region[] }
  | { readonly kind: 'growth'; readonly grows: boolean }
  | { readonly kind: 'culture'; readonly of: 'urine' | 'semen' | null }
  | { readonly kind: 'pelletToo'; readonly isSeen: boolean }
  | { readonly kind: PlainKind };
type PlainKind =
  | ('no' | 'without' | 'nor' | 'and' | 'with' | 'between' | 'to')
  | ('deletion' | 'present' | 'absent' | 'sperm' | 'pellet' | 'urine')
  | ('judgement' | 'since' | 'preliminary')
  | ('comma' | 'bar' | 'dash' | 'break' | 'open' | 'close');

type Groups = Readonly<Record<string, string | undefined>>;
type Reading = Word | PlainKind | ((groups: Groups) => Word);

const limit = (parts: Limit = {}): Word => ({ kind: 'limit', limit: parts });
const sign = (
  comparator: Sign['comparator'],
  options: { includes?: boolean; isSymbol?: true } = {},
): Word => ({ kind: 'sign', sign: { comparator, includes: false, ...options } });
const level = (name: Level): Word => ({ kind: 'level', level: name });
const toLevelWithDegree = ({ high }: Groups): Word => ({
  kind: 'level',
  level: high === undefined ? 'low' : 'high',
  hasDegree: true,
});

function toCondition({ azoo, other, parts = '' }: Groups): Word {
  const names = ['oligo', 'asteno', 'terato', 'necro'].filter((one) => parts.includes(one));
  if (azoo !== undefined) return { kind: 'condition', parts: ['azoo'] };
  return { kind: 'condition', parts: other !== undefined || names.length === 0 ? null : names };
}

function toRegions({ regions = 'abc' }: Groups): Word {
  const letters = regions.replaceAll(/azf|(?<=[ ,])(?:y|e|ni|en|de|o)(?= )/g, '').match(/[abc]/g);
  return { kind: 'regions', letters: (letters ?? []) as Region[] };
}

function toCentile({ low = '50', high, more }: Groups): Word {
  const toNumber = (digits: string) => Number(digits.replace(',', '.'));
  return limit({
    isNamed: true,
    centile: toNumber(low),
    ...(high !== undefined && { highCentile: toNumber(high) }),
    ...(more !== undefined && { isAtLeast: true }),
  });
}

/** The words of the guard. The longest phrase at a position counts, and among equals the first one. */
const words: Readonly<Record<string, Reading>> = {
  no: 'no',
  'sin(?: datos de)?|ausencia de|cero(?= esperma)': 'without',
  ni: 'nor',
  'y|e|ademas|como': 'and',
  con: 'with',
  entre: 'between',
  'al?|hasta': 'to',
  '(?:valor )?preliminar': 'preliminary',
  'pero|aunque': 'break',

  'es|son|esta|estan|tienes?|tienen|hay|presenta[ns]?|trata|cursas?|asciende a|existen?|quedan?|encuentran?|situa|mide|corresponde|resulta|(?:report|registr|observ|detect|encontr|identific|apreci|ubic|hall|cont|produc)(?:a|an|o|aron|ada|ado)|(?:recolect|entreg)(?:o|aron|ada|ado)|(?<=se )(?:confirm|demostr|diagnostic|document)(?:a|o|aron)':
    { kind: 'is' },
  'fue|fueron|ha sido|tuvo|tuviste|hubo|presento|presentaste|obtuviste|mostro|estuvo|estuvieron|salio(?! de)|salieron(?! de)|quedo|quedaron|obtuvo|midio|resultaron|resulto':
    { kind: 'is', isPreterite: true },
  'eran?|habia|tenia|estaba': { kind: 'is', isPast: true },
  'permanecen?|se mantienen?|van?|oscilan?': { kind: 'is', isLasting: true },

  'mayor(?:es)? o igual(?:es)? (?:al?|que)|al menos|como minimo|no menos de': sign('>', {
    includes: true,
  }),
  'alcanzan?|llegan? al?': {
    kind: 'sign',
    sign: { comparator: '>', includes: true, isReached: true },
  },
  'menor(?:es)? o igual(?:es)? (?:al?|que)|como maximo|no mas de': sign('<', { includes: true }),
  'mayor(?:es)? (?:al?|del?|que)|mas del?|superior(?:es)? al?|(?:por )?(?:arriba|encima) del?|sobre|(?:superan?|exceden?|rebasan?|sobrepasan?)(?! en )|avanzan? mas alla de':
    sign('>'),
  'menor(?:es)? (?:al?|del?|que)|menos del?|inferior(?:es)? al?|(?:por )?(?:debajo|abajo) del?|bajo(?= (?:el |p))':
    sign('<'),

  '(?:rangos?|intervalos?)(?: de (?:referencia|(?:la )?normalidad)| normal(?:es)?)?|(?:valores|parametros|niveles)(?: de (?:referencia|(?:la )?normalidad)| normal(?:es)?)|valor (?:normal|de (?:la )?normalidad)|la normalidad|limites(?: normales| de (?:referencia|(?:la )?normalidad))?|lo (?:normal|esperado)|vr|vn':
    limit({ isNamed: true, isRange: true }),
  'valores|parametros|niveles': limit({ isRange: true }),
  'limite|umbral|punto de corte': limit({ isNamed: true, isEnd: true }),
  '(?:valor de )?referencia|ref\\.?|esperad[oa]|repite(?=[^.;\\n]{0,40} abstinencia)|(?:suele repetirse|se sugiere repetir) el (?:analisis|seminograma)(?: despues de)?':
    limit({ isNamed: true }),
  'espera|considera': limit({ isNamed: true, isOpinion: true }),
  'para|hombres fertiles': limit(),
  '(?:valor )?minim[oa]': limit({ isNamed: true, side: 'lower' }),
  'inferior(?:es)?|o mas': limit({ side: 'lower' }),
  '(?:valor )?maxim[oa]|tope': limit({ isNamed: true, side: 'upper' }),
  'superior(?:es)?': limit({ side: 'upper' }),
  '(?:(?:segun|conforme a|de acuerdo con) la |que (?:establece|fija|indica|marca|senala) la )?(?:oms|who)(?:,? \\(?(?<year>2010|2021)(?:\\)|(?!\\))))?':
    ({ year }) => limit({ source: 'who', ...(year && { edition: year === '2010' ? 5 : 6 }) }),
  '(?<five>5|6)\\.? ?[aª]? (?:edicion|ed\\.?)': ({ five }) =>
    limit({ source: 'who', edition: five === '5' ? 5 : 6 }),
  '(?:segun )?(?:el )?laboratorio': limit({ source: 'laboratory' }),
  consenso: limit({ source: 'consensus' }),
  '(?:percentil(?:es)? |p ?)(?<low>\\d{1,2}(?:[.,]5)?)(?:(?:,? y |-|–| a )(?:el )?(?:percentil |p ?)?(?<high>\\d{1,2}(?:[.,]5)?)(?! ?(?:%|m|x|[.,/]?\\d)))?(?<more> o (?:sobre el|mas|superior|mayor|por (?:encima|arriba)))?|mediana':
    toCentile,
  'dentro del?': { kind: 'place', isOutside: false },
  'fuera del?': { kind: 'place', isOutside: true },

  'anormal(?:es)?|alterad[oa]s?': level('abnormal'),
  'normal(?:es)?|adecuad[oa]s?|sin alteraciones': level('normal'),
  'elevad[oa]s?|alt[oa]s?|aumentad[oa]s?': level('high'),
  'baj[oa]s?|disminuid[oa]s?|reducid[oa]s?|suprimid[oa]s?': level('low'),
  '(?:muy|(?:leve|ligera|discreta|marcada|notable|severa|considerable|importante)mente) (?:(?<high>elevad[oa]s?|alt[oa]s?|aumentad[oa]s?)|baj[oa]s?|disminuid[oa]s?|reducid[oa]s?)':
    toLevelWithDegree,
  'casi|buen(?:[oa]s?)?|excelentes?|optim[oa]s?|deficientes?|mal[oa]s?|pobres?|limitrofes?|aceptables?|suficientes?|bien|conserva|estables?|mejor(?:o|aron)|empeor(?:o|aron)|igual(?:es)?|identic[oa]s?|(?:sin )?(?:diferencias?|cambios|variacion(?:es)?)|mas (?:grandes?|pequen[oa]s?)|similar(?:es)?|escas[oa]s?|abundantes?|acid[oa]s?|alcalin[oa]s?|duplica|triplica|correct[oa]s?|preocupantes?|en orden|sin problemas?|ok|(?:muy )?por (?:encima|arriba|debajo|abajo)|(?:lo mismo|tambien|tampoco)(?= ?(?:[.\\n]|$))':
    'judgement',
  // 'En rango: FSH 9.8 mUI/mL' judges the value, and 9.8 is no limit.
  '(?<=(?:^|[\\n.])[^\\p{L}\\p{N}]{0,9}(?:(?:tod|amb)[oa]s )?)en (?:el |su )?rango': 'judgement',
  'comparad[oa]s? con|en comparacion con|(?:con )?respecto (?:al?|del?)|desde': 'since',
  'pas(?:o|aron)(?: de)?|cambi(?:o|aron)': { kind: 'change', direction: null },
  'subi(?:o|eron)|aument(?:o|aron)|increment(?:o|aron)|ascendi(?:o|eron)': {
    kind: 'change',
    direction: 'up',
  },
  'bajaron|disminuy(?:o|eron)|descendi(?:o|eron)|redujo|cayo': {
    kind: 'change',
    direction: 'down',
  },

  '(?:(?<azoo>azoo)|(?<parts>(?:(?:oligo|asteno|terato|necro|(?<other>normo|cripto|hipo|leucocito|hemo|poli|a(?=sperm)))-?)+))(?:zoo)?z?o?o?sp?erm(?:ias?|ic[oa]s?)':
    toCondition,
  '(?<regions>azf ?-?[abc](?:(?: ?[,/] ?| ?(?:,? ?y|e|ni) ?)(?:(?:en|de) )?(?:azf ?-?)?[abc](?!\\p{L}))*)(?: del cromosoma y)?':
    toRegions,
  azf: toRegions,
  '(?:micro)?deleci(?:on|ones)(?: del cromosoma y)?': 'deletion',
  'presentes?|presencia|conservad[oa]s?|intact[oa]s?': 'present',
  'ausentes?|ausencia|falta': 'absent',
  'urocultivo|cultivo (?:de )?(?:la )?orina': { kind: 'culture', of: 'urine' },
  'espermocultivo|cultivo (?:de(?:l)? )?(?:semen|seminal|liquido seminal)': {
    kind: 'culture',
    of: 'semen',
  },
  cultivo: { kind: 'culture', of: null },
  'desarrollo|crecimiento|crecio|positiv[oa]s?|aislo|aislaron': { kind: 'growth', grows: true },
  'negativ[oa]s?|esteril(?:es)?': { kind: 'growth', grows: false },
  'espermatozoides?': 'sperm',
  'en el sedimento(?: centrifugado)?|tras centrifugar la muestra': 'pellet',
  'orina(?: posterior al orgasmo)?': 'urine',
  '(?:tampoco|ni) en el sedimento(?: centrifugado)?': { kind: 'pelletToo', isSeen: false },
  'y si en el sedimento(?: centrifugado)?': { kind: 'pelletToo', isSeen: true },

  // A filler cannot change a statement: negations, conditions, modal verbs, degrees, causes, other people and other
  // times are never fillers.
  'el|la|l[oa]s|un|una|del?|en|que|se|sus?|tus?|estudio|analisis|examen|directo|resultado|resultados(?= del (?:seminograma|semen|eyaculado))|indice|valor|nivel|parametro|datos?|calculado|cuadro|hallazgos?|compatibles?|cuenta|numero|porcentaje|paciente|(?:todas las |las tres )?region(?:es)?|bacteriano|formas?|criterios estrictos|tanto|esta muestra|este estudio|(?:solo|solamente|unicamente)(?= (?:el |un |al )?\\d)':
    { kind: 'filler' },
  '(?:los|[st]us) (?:niveles|valores) del?(?! (?:referencia|(?:la )?normalidad|corte))': {
    kind: 'filler',
  },
  muestra: { kind: 'filler', domain: 'sample' },
  'semen|seminal(?:es)?|espermatic[oa]|eyaculado|seminograma|espermatobioscopia|(?:en )?fresco': {
    kind: 'filler',
    domain: 'semen',
  },
  'perfil hormonal|hormonas?|sangre|suero|seric[oa]': { kind: 'filler', domain: 'blood' },
  // Whole phrases of rule-based drafts.
  'el laboratorio no imprimio un rango con el cual compararlo|no hubo eyaculado(?=: el volumen fue de 0 ml)|falta saber que mostro el sedimento centrifugado, necesario para llegar a una conclusion|antes de llegar a una conclusion|la muestra completa y|revision del sedimento centrifugado':
    { kind: 'filler' },
};
const marks: Readonly<Record<string, Reading>> = {
  '[,:]': 'comma',
  '=': { kind: 'is' },
  '[|]': 'bar',
  '[-–—]': 'dash',
  '[;.\\n]': 'break',
  '[(]': 'open',
  '[)]': 'close',
  '[(]preliminar[)]': 'preliminary',
  '≥|>=|=>': sign('>', { includes: true, isSymbol: true }),
  '≤|<=|=<': sign('<', { includes: true, isSymbol: true }),
  '>': sign('>', { isSymbol: true }),
  '<': sign('<', { isSymbol: true }),
  '↑': level('high'),
  '↓': level('low'),
};

const compile = (readings: Readonly<Record<string, Reading>>, end: string) =>
  Object.entries(readings).map(
    ([pattern, reading]) => [new RegExp(`(?:${pattern})${end}`, 'uy'), reading] as const,
  );
const compiledWords = compile(words, String.raw`(?![\p{L}\p{N}])`);
const compiledMarks = compile(marks, '');
const LETTER = /[\p{L}\p{N}]/u;

/** The longest known word or phrase from a position on; null for an unknown one. */
export function readWord(plain: string, at: number): { word: Word; end: number } | null {
  let longest: { word: Word; end: number } | null = null;
  const compiled = LETTER.test(plain.charAt(at)) ? compiledWords : compiledMarks;
  for (const [pattern, reading] of compiled) {
    const found = matchAt(pattern, plain, at);
    if (found === null || at + found[0].length <= (longest?.end ?? at)) continue;
    const word =
      typeof reading === 'function'
        ? reading(found.groups ?? {})
        : typeof reading === 'string'
          ? { kind: reading }
          : reading;
    longest = { word, end: at + found[0].length };
  }
  return longest;
}
