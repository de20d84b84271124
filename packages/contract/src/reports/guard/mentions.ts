import { type AnalyteKey, getAnalyte } from '../../results/analytes/catalogue.ts';
import type { UnitName } from '../../results/analytes/units.ts';
import { ABSTINENCE, DAY_UNIT } from './known-result.ts';

export type QuotedKey = AnalyteKey | typeof ABSTINENCE;

/** Place in a text that names analytes, or something else that a figure may belong to. */
export interface Mention {
  readonly start: number;
  readonly end: number;
  /** Possible analytes, likeliest first; empty for something that no study measures. */
  readonly keys: readonly QuotedKey[];
  /** The free rows that it may name. */
  readonly rows: readonly string[];
  /** The abnormal share, of which the normal one is stored. */
  readonly isComplement?: true;
}

interface Naming {
  readonly keys: readonly QuotedKey[];
  readonly pattern: RegExp;
  readonly isComplement?: true;
}

const naming = (
  keys: QuotedKey | readonly QuotedKey[],
  pattern: RegExp,
  more: Pick<Naming, 'isComplement'> = {},
): Naming => ({
  keys: typeof keys === 'string' ? [keys] : keys,
  pattern: new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern.source})(?![\p{L}\p{N}])`, 'gu'),
  ...more,
});

/** Matched against a plain text: lower case, no accents. */
const namings: readonly Naming[] = [
  naming(
    'volume',
    /volumen (?:seminal|del? (?:semen|eyaculado|la muestra))|(?<!(?:testic|prostat|vesicul)[^.;\n]{0,60})(?:volumen(?! (?:del? (?:la )?)?(?:testic|prost|resid|orina|corpus|plaquet))|vol\.?)/,
  ),
  naming(
    'rightTestisVolume',
    /(?:testiculo|volumen|lado)? ?derecho|volumen (?:testicular|del testiculo) derecho/,
  ),
  naming(
    'leftTestisVolume',
    /(?:testiculo|volumen|lado)? ?izquierdo|volumen (?:testicular|del testiculo) izquierdo/,
  ),
  naming('prostateVolume', /prostata|volumen (?:prostatico|de la prostata)/),
  naming('ph', /ph(?: (?:seminal|del semen))?/),
  naming('liquefaction', /licuefaccion|licuo|licuado|licua/),
  naming(
    'concentration',
    /(?:concentracion|densidad)(?: (?:espermatica|seminal|de (?:los )?espermatozoides|del esperma))?|espermatozoides (?:por|\/) ?(?:ml|mililitro)/,
  ),
  naming(
    'totalNumber',
    /(?:numero|cuenta|conteo|recuento|cantidad|concentracion)(?: espermatic[oa])? total(?: de (?:los )?espermatozoides)?|total (?:de (?:los )?espermatozoides|en el eyaculado|por eyaculado|del eyaculado)|(?:para )?un total de|total/,
  ),
  naming(
    ['totalNumber', 'concentration'],
    /conteo(?: espermatico)?|recuento(?: espermatico)?|cuenta espermatica|cantidad de espermatozoides|se contaron/,
  ),
  naming(
    'totalProgressiveMotile',
    /tpmsc|tmsc|rem|(?:total de )?(?:espermatozoides )?moviles progresivos(?: totales)?|espermatozoides progresivos (?:en|por) (?:el )?eyaculado/,
  ),
  naming(
    'progressiveMotility',
    /(?:(?:movilidad|motilidad) )?(?<!no |no-)progresiv[oa]s?|(?:movilidad|motilidad) pr|pr|a ?\+ ?b|avanzan|avanza|se desplazan hacia adelante/,
  ),
  naming(
    'rapidMotility',
    /(?:(?:movilidad|motilidad) )?progresiv[oa]s? rapid[oa]s?|(?:movilidad|motilidad) rapida|rapidos|(?:tipo|grado|categoria) a/,
  ),
  naming(
    'slowMotility',
    /(?:(?:movilidad|motilidad) )?progresiv[oa]s? lent[oa]s?|(?:movilidad|motilidad) lenta|lentos|(?:tipo|grado|categoria) b/,
  ),
  naming(
    'nonProgressiveMotility',
    /(?:(?:movilidad|motilidad) )?no[ -]progresiv[oa]s?|np|se mueven? sin avanzar|sin avanzar|in situ|(?:tipo|grado|categoria) c/,
  ),
  naming('slowMotility', /b(?= ?[:=]? ?\d{1,2}(?:\.\d)? ?%)/),
  naming('nonProgressiveMotility', /c(?= ?[:=]? ?\d{1,2}(?:\.\d)? ?%)/),
  naming(
    'immotile',
    /d(?= ?[:=]? ?\d{1,3}(?:\.\d)? ?%)|inmovil(?:es|idad)?|no moviles|no se mueven|im|(?:tipo|grado|categoria) d/,
  ),
  naming(
    ['totalMotility', 'progressiveMotility'],
    /movilidad|motilidad|moviles|se mueven|(?:movilidad|motilidad) espermatica/,
  ),
  naming(
    'totalMotility',
    /(?:movilidad|motilidad) (?:espermatica )?total|pr ?\+ ?np|(?:espermatozoides )?moviles totales/,
  ),
  naming('vitality', /vitalidad|viabilidad|vivos?|estan vivos/),
  naming(
    'normalForms',
    /(?:formas?|morfologias?) (?:espermaticas? )?normal(?:es)?|morfologia (?:espermatica )?(?:estricta|de kruger)|kruger|normales|forma normal|formas tipicas/,
  ),
  naming(
    'normalForms',
    /(?:formas?|morfologias?) (?:espermaticas? )?anormal(?:es)?|formas? atipicas?|anormales|teratozoospermicos/,
    { isComplement: true },
  ),
  naming(
    ['normalForms', 'headDefects', 'midpieceDefects', 'tailDefects', 'cytoplasmicDroplets'],
    /morfologia(?: espermatica)?/,
  ),
  naming('headDefects', /(?:(?:defectos?|anomalias?|alteraciones) (?:de|en) (?:la )?)?cabeza/),
  naming(
    'midpieceDefects',
    /(?:(?:defectos?|anomalias?|alteraciones) (?:de|en) (?:la )?)?(?:pieza (?:media|intermedia)|cuello)/,
  ),
  naming(
    'tailDefects',
    /(?:(?:defectos?|anomalias?|alteraciones) (?:de|en) (?:la )?)?(?:cola|flagelo)/,
  ),
  naming('cytoplasmicDroplets', /gotas? citoplasmaticas?/),
  naming('teratozoospermiaIndex', /tzi|indice de teratozoospermia(?: \(tzi\))?/),
  naming(
    'leukocytes',
    /(?:concentracion de )?(?:leucocitos|peroxidasa[ -]positiv[oa]s?)|globulos blancos/,
  ),
  naming('roundCells', /(?:concentracion de )?celulas redondas/),
  naming(['marIgG', 'marIgA'], /mar(?: test)?|prueba (?:de )?mar|immunobead/),
  naming('marIgG', /mar(?: test)?[ -]igg|igg/),
  naming('marIgA', /mar(?: test)?[ -]iga|iga/),
  naming(
    'dnaFragmentationIndex',
    /(?:indice de )?fragmentacion(?: de[l ]?(?: (?:adn|dna))?(?: espermatico)?)?|dfi|sdf|ifa/,
  ),
  naming('dnaFragmentationIndex', /integr[oa]s?|sin fragmentar/, { isComplement: true }),
  naming('highDnaStainability', /hds|alta tincion(?: de adn)?/),
  naming(['fructosePerEjaculate', 'fructose'], /fructosa(?: seminal)?/),
  naming(['zincPerEjaculate', 'zinc'], /z[in]+c(?: seminal)?/),
  naming(['citratePerEjaculate', 'citrate'], /citrato|acido citrico/),
  naming(['glucosidasePerEjaculate', 'glucosidase'], /(?:alfa|α)?[ -]?glucosidasa(?: neutra)?/),
  naming('fsh', /fsh|(?:hormona )?foliculo[ -]?estimulante/),
  naming('lh', /lh|(?:hormona )?luteinizante/),
  naming(
    ['testosterone', 'freeTestosterone'],
    /testosterona(?! (?:biodisponible|salival|intratesticular))/,
  ),
  naming('testosterone', /testosterona total/),
  naming('freeTestosterone', /testosterona libre/),
  naming('prolactin', /prolactina|prl/),
  naming('estradiol', /estradiol|e2/),
  naming('shbg', /shbg|globulina(?: fijadora| transportadora)?(?: de hormonas sexuales)?/),
  naming('dheaS', /dhea[ -]?s?|dheas/),
  naming('inhibinB', /inhibina(?: b)?/),
  naming('tsh', /tsh|(?:hormona )?estimulante de (?:la )?tiroides|tirotropina/),
  naming(['freeT4', 'totalT4'], /t4|tiroxina/),
  naming('freeT4', /t4 libre|t4l|ft4|tiroxina libre/),
  naming('totalT4', /t4 total|tiroxina total/),
  naming(['freeT3', 'totalT3'], /t3|triyodotironina/),
  naming('freeT3', /t3 libre|t3l|ft3|triyodotironina libre/),
  naming('totalT3', /t3 total|triyodotironina total/),
  naming('hba1c', /hba1c|a1c|hemoglobina (?:glicosilada|glucosilada|glicada)(?: \(hba1c\))?/),
  naming('colonyCount', /ufc|unidades formadoras de colonias|cultivo|colonias|crecio/),
  naming('urineSpermCount', /orina/),
  naming('metaphases', /metafases/),
  naming(ABSTINENCE, /abstinencia(?: sexual)?/),
  // Other things that a share or an amount may count, so that it is not taken for a result.
  naming(
    [],
    /probabilidad(?:es)?|posibilidad(?:es)?|embarazos?|riesgo|parejas|hombres|varones|pacientes|casos|tasas?|peso|grasa|imc|indice de masa corporal|masa corporal|dosis|dieta|glucosa|colesterol|vitaminas?|agua|tratamientos?|exito|confianza|vesiculas?|hipofisis|imagen|clomifeno|letrozol|anastrozol/,
  ),
];

const plainWords = (text: string) =>
  text.toLocaleLowerCase('es').normalize('NFD').replaceAll(/\p{M}/gu, '').trim();

/** A free row has its name, and the name without the part in brackets. */
function namingsOfRow(name: string): readonly string[] {
  const whole = plainWords(name);
  const short = plainWords(name.replaceAll(/\([^()]*\)/g, ''));
  return [...new Set([whole, short])].filter((one) => one.length > 1);
}

/** Names in a plain text, in order; the longer of two at one position. `rows` are the names of free rows. */
export function mentionsIn(plain: string, rows: readonly string[] = []): Mention[] {
  const found: Mention[] = namings.flatMap(({ keys, pattern, isComplement }) => {
    return [...plain.matchAll(pattern)].map((one) => ({
      start: one.index,
      end: one.index + one[0].length,
      keys,
      rows: [],
      ...(isComplement && { isComplement }),
    }));
  });
  for (const name of rows) {
    for (const words of namingsOfRow(name)) {
      for (let at = plain.indexOf(words); at >= 0; at = plain.indexOf(words, at + 1)) {
        found.push({ start: at, end: at + words.length, keys: [], rows: [name] });
      }
    }
  }
  const longestFirst = found.toSorted(
    (one, other) =>
      other.end - other.start - (one.end - one.start) || other.rows.length - one.rows.length,
  );
  const taken = new Uint8Array(plain.length);
  return longestFirst
    .filter(({ start, end }) => {
      const isFree = !taken.subarray(start, end).includes(1);
      if (isFree) taken.fill(1, start, end);
      return isFree;
    })
    .map((one) => ({ ...one, rows: rowsNamed(plain.slice(one.start, one.end), rows) }))
    .toSorted((one, other) => one.start - other.start);
}

/** The free rows whose names have some words: 'FSH basal' and 'FSH 60 min' for 'fsh'. */
const rowsNamed = (words: string, rows: readonly string[]) =>
  rows.filter((name) =>
    plainWords(name)
      .split(words)
      .some(
        (_, at, parts) =>
          at > 0 &&
          !/[\p{L}\p{N}]$/u.test(parts[at - 1] ?? '') &&
          !/^[\p{L}\p{N}]/u.test(parts[at] ?? ''),
      ),
  );

/** The mentions in front of a figure and behind it. */
export const beside = (mentions: readonly Mention[], start: number, end: number) => ({
  front: mentions.findLast((one) => one.end <= start),
  behind: mentions.find((one) => one.start >= end),
});

/** The units in which an analyte is reported. */
export function getUnits(key: QuotedKey): readonly (UnitName | typeof DAY_UNIT)[] {
  return key === ABSTINENCE ? [DAY_UNIT] : getAnalyte(key).units;
}

/** Text between two items of a list, with the value of the first: 'la FSH (5.1 mUI/mL), la LH de 4 y …'. */
const LIST_JOINT =
  /^(?: *\([^()]{0,60}\)| *(?:de )?[<>≤≥]? ?\d[\d.,]*(?: ?[a-zµ%][a-zµ%\d^*/]*){0,3}?)?(?: *(?:,|y|e|ni|o|tanto|como|asi|la|el|los|las|su|sus|tu|tus)(?![\p{L}\d]))* *$/u;

/** The mentions of the list that one is in: 'FSH, LH y prolactina'. */
export function listAround(plain: string, mentions: readonly Mention[], one: Mention): Mention[] {
  const isJoined = (at: number) =>
    LIST_JOINT.test(plain.slice(mentions[at - 1]?.end, mentions[at]?.start));
  let first = mentions.indexOf(one);
  let end = first + 1;
  while (first > 0 && isJoined(first)) first -= 1;
  while (end < mentions.length && isJoined(end)) end += 1;
  return mentions.slice(first, end);
}
