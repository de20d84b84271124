import { subtract } from '../../results/decimal.ts';
import { type Sentence, splitSentences } from '../sentences.ts';
import type { Finding, KnownFact, KnownResult } from '../version.ts';
import { type Figure, figuresIn } from './figures.ts';
import type { Quoted } from './finding.ts';
import { newestFirst } from './known-result.ts';
import { checkPercentile, percentilesIn } from './percentiles.ts';
import { plainText } from './plain-text.ts';
import { checkReference } from './quoted-references.ts';
import { checkComparison, checkValue } from './quoted-values.ts';
import { checkStatements } from './statements.ts';

/** Medicines and supplements of the specialty, by their names in Mexico. */
const DRUG =
  /(?<!\p{L})(?:clomifen\p{L}*|enclomifen\p{L}*|letrozol\p{L}*|anastrozol\p{L}*|tamoxifen\p{L}*|gonadotropinas?|hcg|hmg|menotropinas?|folitropina|corifolitropina|cabergolina|bromocriptina|levotiroxina|tiamazol|metimazol|testosterona en (?:gel|parches)|undecanoato|enantato|cipionato|mesterolona|finasterida|dutasterida|tamsulosina|silodosina|sildenafil\p{L}*|tadalafil\p{L}*|vardenafil\p{L}*|dapoxetina|imipramina|pseudoefedrina|\p{L}+floxacin[oa]|doxiciclina|minociclina|azitromicina|claritromicina|eritromicina|\p{L}*amoxicilina|ceftriaxona|cefixima|cefalexina|trimetoprim\p{L}*|sulfametoxazol|nitrofurantoina|fosfomicina|metronidazol|ibuprofeno|naproxeno|celecoxib|ketorolaco|paracetamol|prednisona|dexametasona|metformina|semaglutida|antioxidantes?|(?:l-)?carnitina|coenzima q ?10|ubiquinol|acido folico|omega[ -]?3|n-?acetil\p{L}*|licopeno|selenio|pentoxifilina|multivitaminico|antibiotic[oa]s?|antiinflamatori[oa]s?|antiestrogen[oa]s?|inhibidor(?:es)? de (?:la )?aromatasa|tratamiento hormonal)(?!\p{L})/u;
const DOSE =
  /(?<![\p{L}\p{N}])(?:\p{N}[\p{N}.,/ ]{0,12}|(?:un[ao]?|dos|tres|cuatro|cinco|seis|ocho|diez|medi[ao]|cien|quinientos|mil) )(?:mg|mcg|µg|ug|g|gr|gramos?|miligramos?|microgramos?|ui|u\.i\.|unidades(?: internacionales)?|ml|mililitros?|tabletas?|tabs?\.?|capsulas?|caps\.?|comprimidos?|pastillas?|gotas?|ampolletas?|ampulas?|ampollas?|sobres?|inyecci(?:on|ones)|grageas?|parches?|cucharadas?|disparos?|aplicaci(?:on|ones)|dosis)(?!(?: ?\/ ?|(?: por ))(?:ml|dl|l|mililitro|decilitro|litro|m2|m²))(?![\p{L}\p{N}/])/u;
const GIVES =
  /(?<!\p{L})(?:tom(?:a|ar|e|en|as|ara|ando|o)|administr\p{L}+|aplic(?:ar|ate|arse|a|ue|ando)|inyect\p{L}+|prescri\p{L}+|recet\p{L}+|indic(?:o|a|amos|ar|ue) (?:tratamiento|iniciar|tomar)|medic\p{L}+|suplement\p{L}+|suspend\p{L}+|inici\p{L}+|continu\p{L}+|ingier\p{L}+|consum\p{L}+|via (?:oral|subcutanea|intramuscular|topica|sublingual)|dosis|esquema|terapia|tratamiento)(?!\p{L})/u;
const HOW_LONG =
  /(?<!\p{L})(?:cada (?:\p{N}+|un[ao]?|dos|tres|cuatro|seis|ocho|doce|veinticuatro|tercer|otro|noche|dia|semana|mes)|al dia|diari[oa]s?|diariamente|por dia|a la semana|semanal(?:es|mente)?|por semana|(?:durante|por) (?:\p{N}+|un[ao]?|dos|tres|cuatro|cinco|seis|siete|ocho|diez|doce|catorce|quince) (?:dias?|semanas?|mes(?:es)?)|cada (?:manana|tercer dia)|en ayunas|antes de dormir|con (?:el|los) alimentos?)(?!\p{L})/u;

/** Whether a sentence, as a plain text, speaks of a treatment: a medicine, a dose, or how long something is taken. */
const isTreatment = (plain: string) =>
  DRUG.test(plain) ||
  (GIVES.test(plain) && (DOSE.test(plain) || HOW_LONG.test(plain))) ||
  (DOSE.test(plain) && HOW_LONG.test(plain));

/** The sentences of a text that speak of a treatment. No result can confirm them: a doctor accepts each. */
function treatmentsIn(plain: string, sentences: readonly Sentence[]): Finding[] {
  return sentences.flatMap((sentence): Finding[] => {
    if (!isTreatment(plain.slice(sentence.start, sentence.end))) return [];
    const lead = sentence.text.length - sentence.text.trimStart().length;
    const start = sentence.start + lead;
    const figure = sentence.text.trim();
    const message = 'Tratamiento: requiere que lo aceptes';
    return [
      {
        start,
        end: start + figure.length,
        figure,
        unit: null,
        analyte: null,
        verdict: 'treatment',
        message,
      },
    ];
  });
}

/** Fractions, digits of other scripts, and amounts in words that no reader turns into a number. */
const UNREAD = [
  /(?<![\d/.,-])\d{1,3} ?\/ ?\d{1,3}(?![\d/])/g,
  /(?:(?![0-9¹²³⁰⁴-⁹])\p{N})+/gu,
  /(?<!\p{L})(?:mitad|terci[oa]s?|(?:tres |un |una |dos )?cuart[oa]s?(?: partes?)|(?:tres|un|dos) cuartos?|quint[oa] (?:parte|percentil)|doble|triple|cuadruple|(?:media )?docenas?|decenas?|centenas?|centenar(?:es)?|duplic\p{L}*|triplic\p{L}*|un par de)(?!\p{L})/gu,
];
/** Roman numbers in capitals; a single letter only behind a noun that is counted by them. */
const ROMAN =
  /(?<![\p{L}\p{N},-])(?:(?=[XVI]{2,})(?=X*[VI])X{0,3}(?:IX|IV|V?I{0,3})|(?<=(?:[Gg]rado|[Tt]ipo|[Cc]lase|[Ee]stadio|[Ff]ase) )[IVX])(?![\p{L}\p{N}])/gu;

/** The numbers of a text that cannot be read, so that none is passed over. */
function unreadNumbers(text: string, plain: string, read: readonly Finding[]): Finding[] {
  const found = [
    ...UNREAD.flatMap((pattern) => [...plain.matchAll(pattern)]),
    ...text.matchAll(ROMAN),
  ];
  return found.flatMap(({ index: start, 0: { length } }): Finding[] => {
    const end = start + length;
    if (read.some((one) => one.start < end && one.end > start)) return [];
    const figure = text.slice(start, end);
    const message = 'Cifra que no se pudo leer';
    return [{ start, end, figure, unit: null, analyte: null, verdict: 'unknown', message }];
  });
}

/** The results that a figure may quote, the newest first. */
function findResults(figure: Figure, results: readonly KnownResult[]): KnownResult[] {
  if (figure.rowName !== null) {
    return results.filter(({ analyte, name }) => analyte === null && name === figure.rowName);
  }
  const byKey = figure.keys.flatMap((key) => results.filter(({ analyte }) => analyte === key));
  if (!figure.isComplement) return byKey;
  return byKey.map((result) => ({ ...result, value: subtract('100', result.value) }));
}

/** Characters that are compared with one another; most reports are one block. */
const LONGEST_BLOCK = 4000;

/** Parts of a long text, cut at the end of a line, or of a word, where there is one. */
function splitBlocks(text: string): { readonly start: number; readonly block: string }[] {
  const blocks: { start: number; block: string }[] = [];
  for (let start = 0; start < text.length; ) {
    const whole = text.slice(start, start + LONGEST_BLOCK);
    const isLast = start + whole.length === text.length;
    const cut = Math.max(whole.lastIndexOf('\n'), whole.lastIndexOf('. ')) + 1;
    const block = isLast || cut === 0 ? whole : whole.slice(0, cut);
    blocks.push({ start, block });
    start += block.length;
  }
  return blocks;
}

/**
 * The figures of a report, each against the result that it quotes, or as a reference against WHO's tables and the
 * printed range. `timeZone` is the clinic's. A figure without a match in the record is 'unknown', and one without a
 * named analyte never differs.
 */
export function checkFigures(
  text: string,
  results: readonly (KnownResult | KnownFact)[],
  timeZone: string,
): Finding[] {
  return splitBlocks(text).flatMap(({ start, block }) =>
    checkBlock(block, results, timeZone).map((finding) => ({
      ...finding,
      start: finding.start + start,
      end: finding.end + start,
    })),
  );
}

function checkBlock(
  text: string,
  results: readonly (KnownResult | KnownFact)[],
  timeZone: string,
): Finding[] {
  const plain = plainText(text);
  const sentences = splitSentences(text);
  const known = newestFirst(results.filter((one) => 'value' in one));
  const facts = newestFirst(results.filter((one) => 'choice' in one));
  const rows = [
    ...new Set(known.flatMap(({ analyte, name }) => (analyte === null && name ? [name] : []))),
  ];
  const figures = figuresIn(plain, sentences, rows);
  const quoted: Quoted[] = [];
  const findings = figures.map((figure) => {
    const own = findResults(figure, known);
    const context = { text, plain, figure, results: own, known, timeZone, quoted };
    const checked =
      checkComparison(context) ??
      (figure.role === 'reference' ? checkReference(context) : checkValue(context));
    if (figure.role === 'value' && figure.sign === null)
      quoted.push({ figure, result: checked.result ?? null });
    return checked;
  });
  const claims = percentilesIn(plain, sentences).map((claim) =>
    checkPercentile({ text, plain, claim, known, timeZone, quoted }),
  );
  const statements = checkStatements(text, plain, sentences, known, facts);
  const read = [...findings, ...claims, ...statements];
  const treatments = treatmentsIn(plain, sentences);
  return [...read, ...unreadNumbers(text, plain, read), ...treatments].toSorted(
    (one, other) => one.start - other.start,
  );
}
