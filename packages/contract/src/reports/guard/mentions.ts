import { type AnalyteKey, getAnalyte } from '../../results/analytes/catalogue.ts';
import type { UnitName } from '../../results/analytes/units.ts';
import { matchAt } from './plain-text.ts';
import { ABSTINENCE, DAY_UNIT } from './quotable-result.ts';

export type QuotedKey = AnalyteKey | typeof ABSTINENCE;

/** A part of a text that names analytes, or another subject of a figure. */
export interface Mention {
  readonly start: number;
  readonly end: number;
  /** Possible analytes, likeliest first; empty for something that no study measures. */
  readonly keys: readonly QuotedKey[];
  /** Names of result rows outside the catalogue (free rows) that it may mean. */
  readonly rows: readonly string[];
  /** Whether it names the abnormal share, while the stored value is the normal one. */
  readonly isComplement?: true;
}

/** Matched against a plain text: lower case, no accents. 'Rest' marks the complement of a stored share. */
const NAMES: Readonly<Record<string, RegExp>> = {
  volume:
    /volumen (?:seminal|del? (?:semen|eyaculado|la muestra))|(?<!(?:testic|prostat|vesicul)[^.;\n]{0,60})(?:volumen(?! (?:del? (?:la )?)?(?:testic|prost|resid|orina|corpus|plaquet))|vol\.?)/,
  rightTestisVolume:
    /(?:testiculo|volumen|lado)? ?derecho|volumen (?:testicular|del testiculo) derecho/,
  leftTestisVolume:
    /(?:testiculo|volumen|lado)? ?izquierdo|volumen (?:testicular|del testiculo) izquierdo/,
  prostateVolume: /prostata|volumen (?:prostatico|de la prostata)/,
  ph: /ph(?: (?:seminal|del semen))?/,
  liquefaction: /licuefaccion|licuo|licuado|licua/,
  concentration:
    /(?:concentracion|densidad)(?: (?:espermatica|seminal|de (?:los )?espermatozoides|del esperma))?|espermatozoides (?:por|\/) ?(?:ml|mililitro)/,
  totalNumber:
    /(?:numero|cuenta|conteo|recuento|cantidad|concentracion)(?: espermatic[oa])? total(?: de (?:los )?espermatozoides)?|total (?:de (?:los )?espermatozoides|en el eyaculado|por eyaculado|del eyaculado)|(?:para )?un total de|total/,
  'totalNumber concentration':
    /conteo(?: espermatico)?|recuento(?: espermatico)?|cuenta espermatica|cantidad de espermatozoides|se contaron/,
  totalProgressiveMotile:
    /tpmsc|tmsc|rem|total de (?:espermatozoides )?moviles progresivos|(?:espermatozoides )?moviles progresivos totales|espermatozoides progresivos (?:en|por) (?:el )?eyaculado/,
  'totalProgressiveMotile progressiveMotility': /(?:espermatozoides )?moviles progresivos/,
  progressiveMotility:
    /(?:(?:movilidad|motilidad) )?(?<!no |no-)progresiv[oa]s?|(?:movilidad|motilidad) pr|pr|a ?\+ ?b|avanzan?|se (?:mueven?|desplazan?) hacia (?:adelante|delante)/,
  rapidMotility:
    /(?:(?:movilidad|motilidad) )?progresiv[oa]s? rapid[oa]s?|(?:movilidad|motilidad) rapida|rapidos|(?:tipo|grado|categoria) a/,
  slowMotility:
    /(?:(?:movilidad|motilidad) )?progresiv[oa]s? lent[oa]s?|(?:movilidad|motilidad) lenta|lentos|(?:tipo|grado|categoria) b|b(?= ?[:=]? ?\d{1,2}(?:\.\d)? ?%)/,
  nonProgressiveMotility:
    /(?:(?:movilidad|motilidad) )?no[ -]progresiv[oa]s?|np|se mueven? sin avanzar|sin avanzar|in situ|(?:tipo|grado|categoria) c|c(?= ?[:=]? ?\d{1,2}(?:\.\d)? ?%)/,
  immotile:
    /d(?= ?[:=]? ?\d{1,3}(?:\.\d)? ?%)|inmovil(?:es|idad)?|no moviles|no se mueven|im|(?:tipo|grado|categoria) d/,
  'totalMotility progressiveMotility':
    /movilidad|motilidad|moviles|se mueven|(?:movilidad|motilidad) espermatica/,
  totalMotility:
    /(?:movilidad|motilidad) (?:espermatica )?total|pr ?\+ ?np|(?:espermatozoides )?moviles totales/,
  vitality: /vitalidad|viabilidad|vivos?|estan vivos/,
  normalForms:
    /(?:formas?|morfologias?) (?:espermaticas? )?normal(?:es)?|morfologia (?:espermatica )?(?:estricta|de kruger)|kruger|normales|forma normal|formas tipicas/,
  'rest normalForms':
    /(?:formas?|morfologias?) (?:espermaticas? )?anormal(?:es)?|formas? atipicas?|anormales|teratozoospermicos/,
  'normalForms headDefects midpieceDefects tailDefects cytoplasmicDroplets':
    /morfologia(?: espermatica)?/,
  headDefects: /(?:(?:defectos?|anomalias?|alteraciones) (?:de|en) (?:la )?)?cabeza/,
  midpieceDefects:
    /(?:(?:defectos?|anomalias?|alteraciones) (?:de|en) (?:la )?)?(?:pieza (?:media|intermedia)|cuello)/,
  tailDefects: /(?:(?:defectos?|anomalias?|alteraciones) (?:de|en) (?:la )?)?(?:cola|flagelo)/,
  cytoplasmicDroplets: /gotas? citoplasmaticas?/,
  teratozoospermiaIndex: /tzi|indice de teratozoospermia(?: \(tzi\))?/,
  leukocytes:
    /(?:(?:concentracion|cantidad|conteo|cuenta|numero|recuento) de )?(?:leucocitos|peroxidasa[ -]positiv[oa]s?)|globulos blancos/,
  roundCells: /(?:(?:concentracion|cantidad|conteo|cuenta|numero|recuento) de )?celulas redondas/,
  'marIgG marIgA': /mar(?: test)?|prueba (?:de )?mar|immunobead/,
  marIgG: /mar(?: test)?[ -]igg|igg/,
  marIgA: /mar(?: test)?[ -]iga|iga/,
  dnaFragmentationIndex:
    /(?:indice de )?fragmentacion(?: de[l ]?(?: (?:adn|dna))?(?: espermatico)?)?|dfi|sdf|ifa/,
  'rest dnaFragmentationIndex': /integr[oa]s?|sin fragmentar/,
  highDnaStainability: /hds|alta tincion(?: de adn)?/,
  'fructosePerEjaculate fructose': /fructosa(?: seminal)?/,
  'zincPerEjaculate zinc': /z[in]+c(?: seminal)?/,
  'citratePerEjaculate citrate': /citrato|acido citrico/,
  'glucosidasePerEjaculate glucosidase': /(?:alfa|α)?[ -]?glucosidasa(?: neutra)?/,
  fsh: /fsh|(?:hormona )?foliculo[ -]?estimulante/,
  lh: /lh|(?:hormona )?luteinizante/,
  'testosterone freeTestosterone': /testosterona(?! (?:biodisponible|salival|intratesticular))/,
  testosterone: /testosterona total/,
  freeTestosterone: /testosterona libre/,
  prolactin: /prolactina|prl/,
  estradiol: /estradiol|e2/,
  shbg: /shbg|globulina (?:fijadora|transportadora)(?: de hormonas sexuales)?/,
  dheaS:
    /dhea[ -]?s(?:o4)?|(?:dhea|dehidroepiandrosterona)[ -]sulfato|sulfato de (?:dhea|dehidroepiandrosterona)/,
  inhibinB: /inhibina(?: b)?/,
  tsh: /tsh|(?:hormona )?estimulante de (?:la )?tiroides|tirotropina/,
  'freeT4 totalT4': /t4|tiroxina/,
  freeT4: /t4 libre|t4l|ft4|tiroxina libre/,
  totalT4: /t4 total|tiroxina total/,
  'freeT3 totalT3': /t3|triyodotironina/,
  freeT3: /t3 libre|t3l|ft3|triyodotironina libre/,
  totalT3: /t3 total|triyodotironina total/,
  hba1c: /hba1c|a1c|hemoglobina (?:glicosilada|glucosilada|glicada)(?: \(hba1c\))?/,
  colonyCount: /ufc|unidades formadoras de colonias|cultivo|colonias|crecio/,
  urineSpermCount: /orina/,
  metaphases: /metafases/,
  abstinence: /(?:(?:periodo|tiempo) de )?abstinencia(?: sexual)?/,
};
const toWholeWords = (source: string) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${source})(?![\p{L}\p{N}])`, 'uy');
/** Finds the few words that start a name, because trying all names on each word takes half of the guard's time. */
const ANY_NAME = toWholeWords(
  Object.values(NAMES)
    .map(({ source }) => source)
    .join('|'),
);
const namings = Object.entries(NAMES).map(([name, { source }]) => {
  const words = name.split(' ').filter(Boolean);
  return {
    keys: words.filter((one) => one !== 'rest') as QuotedKey[],
    pattern: toWholeWords(source),
    ...(words.includes('rest') && { isComplement: true as const }),
  };
});

const plainWords = (text: string) =>
  text.toLocaleLowerCase('es').normalize('NFD').replaceAll(/\p{M}/gu, '').trim();

/** A free row can be named in full, or without the part in brackets. */
function rowNames(name: string): readonly string[] {
  const whole = plainWords(name);
  const short = plainWords(name.replaceAll(/\([^()]*\)/g, ''));
  return [...new Set([whole, short])].filter((one) => one.length > 1);
}

/** The longest name from a position on; null without one. `rows` are the names of free rows. */
export function readMention(plain: string, start: number, rows: readonly string[]): Mention | null {
  let naming: Pick<Mention, 'keys' | 'isComplement'> | null = null;
  let end = start;
  const isName = /\p{L}/u.test(plain.charAt(start)) && matchAt(ANY_NAME, plain, start) !== null;
  for (const one of isName ? namings : []) {
    const found = matchAt(one.pattern, plain, start);
    if (found && one.pattern.lastIndex > end) [naming, end] = [one, one.pattern.lastIndex];
  }
  for (const words of rows.flatMap(rowNames))
    if (plain.startsWith(words, start) && start + words.length >= end)
      [naming, end] = [{ keys: [] }, start + words.length];
  if (naming === null) return null;
  const { keys, isComplement } = naming;
  const named = findRows(plain.slice(start, end), rows);
  return { start, end, keys, rows: named, ...(isComplement && { isComplement }) };
}

/** The free rows whose names contain these whole words: 'FSH basal' and 'FSH 60 min' for 'fsh'. */
const findRows = (words: string, rows: readonly string[]) =>
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

/** The units in which an analyte is reported. */
export function getUnits(key: QuotedKey): readonly (UnitName | typeof DAY_UNIT)[] {
  return key === ABSTINENCE ? [DAY_UNIT] : getAnalyte(key).units;
}
