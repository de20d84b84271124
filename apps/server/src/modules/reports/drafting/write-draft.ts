import { lowerFirst } from '@simiente/contract/format/lower-first';
import type { StoredDraft } from '@simiente/contract/reports/calls';
import { plainText } from '@simiente/contract/reports/guard/plain-text';
import type { ResultSet } from '@simiente/contract/results/calls';
import { pickReportedFields } from '@simiente/contract/results/values';
import type { StaffContext } from '../../../platform/calls/call-context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { toFieldProblem } from '../../../platform/problem.ts';
import { listResults } from '../../results/public.ts';
import { addDraft } from '../receiving/drafts.ts';
import { nextSentences, numberSentences, otherSentences, rangeSummary } from './other-sentences.ts';
import {
  limitSentences,
  sampleSentences,
  semenSentences,
  semenSummary,
  trendSentences,
} from './semen-sentences.ts';
import {
  formatStudyName,
  getValues,
  isSemenSet,
  newestByStudy,
  preliminarySentences,
  type RuledSentence,
  toSentence,
} from './set-facts.ts';

/** Words of a laboratory that a doctor must read first, in folded text. */
const URGENT = new RegExp(
  String.raw`(?<!\p{L})(?:${[
    String.raw`(?:lesion(?:es)?|nodulos?|imagen(?:es)?|areas?|formacion(?:es)?|zonas?|tejidos?)(?: \p{L}+){0,2}? (?:solid|sospechos|infiltrante|ocupante|hipoecoic|nodular|vascularizad|tumoral)\p{L}*`,
    String.raw`nodulos?|imagen(?:es)? nodular(?:es)?|masas?|tumor(?:es|al|ales|acion|aciones)?|neoplas\p{L}*|neo de|malign\p{L}*|cancer\p{L}*|ca\.? (?:de )?(?:testic|prostat|renal)\p{L}*|onco(?:log|ur)\p{L}*`,
    String.raw`(?:adeno|corio)?carcinom\p{L}*|seminoma|germinoma|teratoma|linfoma|sarcoma|metasta\p{L}*|adenopati\p{L}*|loe|proceso (?:expansivo|infiltrativo)|macroadenoma|(?:micro)?adenoma hipofis\p{L}+|apoplejia`,
    String.raw`compresion del quiasma|pi-?rads ?[45]|torsion|(?:sin|ausencia de|no (?:se )?\p{L}+) (?:el )?flujo|flujo (?:ausente|disminuido|no (?:detect|identific|observ|visualiz)\p{L}*)|abscesos?|gangrena|fournier|isquemi\p{L}*|infarto|trombosis|hemorragi\p{L}*|hematoma|rotura|ruptura|estallamiento`,
    'urgentes?|urgencias?|(?:valoracion|atencion|referencia) (?:inmediata|prioritaria)',
  ].join('|')})(?!\p{L})`,
  'gu',
);

/**
 * Findings that must be read first: urgent words of a laboratory, and critical values. A draft with such findings
 * suggests no further studies. An uncertain negation is ignored, because a reviewer can remove a false alarm.
 */
function urgentSentences(newest: readonly ResultSet[]): RuledSentence[] {
  return newest.flatMap((set) => {
    const texts = getValues(set).flatMap(({ text }) => (text === null ? [] : [text]));
    const words = [...new Set(texts.flatMap(findUrgentWords))];
    const study = lowerFirst(formatStudyName(set));
    const mention = words.map((word) => `«${word}»`).join(', ');
    const sentences = [
      words.length > 0 &&
        toSentence(
          `Importante: el reporte de ${study} menciona ${mention}; tu médico debe valorarlo antes que el resto.`,
          'Palabras que se atienden primero',
          words,
        ),
      set.critical.length > 0 &&
        toSentence(
          `Importante: el laboratorio marcó como crítico un resultado (${study}); tu médico debe valorarlo antes que el resto.`,
          'Valores críticos',
          [...set.critical],
        ),
    ];
    return sentences.filter((sentence) => sentence !== false);
  });
}

/** Start of another statement in a sentence. */
const BREAK =
  /[.;\n](?!\d)| [-–—] |(?:,|(?<!\p{L})y) (?=(?:pero|aunque|sino|si hay|hay|tiene|presenta|muestra|se (?:observ|identific|aprecia|visualiz|palpa)\p{L}*|con|no hay|sin)(?!\p{L}))|(?<!\p{L})(?:pero|aunque|sino|mientras)(?!\p{L})/u;
/** 'Ni' is no negation of its own in 'sin masas ni nódulos'. */
const NEGATION =
  /(?<!\p{L})(?:no|sin|nunca|tampoco|niega|descart(?:a|an|o|aron|ado|ada|ando)|exclu(?:ye|yen|yo|ido|ida)|ausencia|negativ[oa]s?|ausentes?)(?!\p{L})/gu;
/** Words after a negation that deny something else than the next finding: 'no se puede descartar', 'sin cambios en'. */
const OTHER_DENIED =
  /(?<!\p{L})(?:pued\p{L}*|poder|pudo|concluyente|definid\p{L}*|relacionad\p{L}*|respecto|cambios?|modificaci\p{L}*|respuesta|tratamiento|salvo|excepto|excepcion|con|por|refiere|demor\p{L}*|retras\p{L}*|dej\p{L}*|olvid\p{L}*|falta)(?!\p{L})/u;

/** The rest of a clause that denies the finding at its start: 'torsión descartada', 'masas: no se observan'. */
const DENIED_AFTER =
  /^(?: (?:testicular|derech[oa]|izquierd[oa])s?)?[:,]? (?:(?:descartad|excluid|negativ|ningun)[oa]s?|ausentes?|no (?:se )?(?:observ|identific|detect|apreci|visualiz|evidenci)(?:an?|o|aron|ad[oa]s?))$/u;

function findUrgentWords(text: string): string[] {
  const plain = plainText(text);
  return [...plain.matchAll(URGENT)].flatMap(({ index, 0: found }) => {
    const end = index + found.length;
    const clause = plain.slice(0, end).split(BREAK).at(-1) ?? '';
    const before = clause.slice(0, -found.length);
    const [after = ''] = plain.slice(end).split(BREAK);
    const isList = !before.includes(',') || /(?<!\p{L})(?:ni|o)(?!\p{L})/u.test(before + after);
    // Two negations leave the answer open.
    const [, denied = '', ...others] = before.split(NEGATION);
    const isDenied = denied !== '' && others.length === 0 && !OTHER_DENIED.test(denied);
    if (isDenied && isList && !/\d/.test(after)) return [];
    // 'Flujo en la masa: ausente' denies the flow.
    if (before.trim() === '' && DENIED_AFTER.test(after.trimEnd())) return [];
    return [text.slice(index, end).toLocaleLowerCase('es')];
  });
}

/** Version of the rules, stored with each draft. A changed rule needs a new version. */
const RULE_SET = 'reglas-9';

/** A rule-based draft. Its sentences joined are its text. */
interface WrittenDraft {
  readonly text: string;
  readonly sentences: readonly (RuledSentence & { readonly author: 'ia' })[];
}

/** The PDF prints the paragraph after this heading above its tables. */
export const SUMMARY_HEADING = 'En resumen';
const HEADING = 'Resumen de tus resultados';

/** The thresholds cannot distinguish fertile from infertile men. Source: WHO manual, 6th edition. */
const CLOSING = toSentence(
  'Ningún valor por sí solo indica si un hombre es fértil; tu médico los interpreta en conjunto, con tu historia clínica y tu exploración física.',
  'Los percentiles de la OMS no separan a hombres fértiles de infértiles',
);

const OPEN_RESULTS = toSentence(
  'Hay resultados que aún no están validados y pueden cambiar.',
  'Estado de los resultados',
);

/**
 * A plain summary of the measured values, their references, missing values, and the usual next studies. It only
 * quotes its inputs: no name, no diagnosis, no judgement of a value. Null without results.
 * @param sets all sets of one patient; the newest sample of each study is described
 * @param timeZone the clinic's
 */
export function writeDraft(sets: readonly ResultSet[], timeZone: string): WrittenDraft | null {
  const newest = newestByStudy(sets);
  if (newest.length === 0) return null;
  const semen = newest.find(isSemenSet);
  const urgent = urgentSentences(newest);
  const essentials = [
    ...(semen ? semenSummary(semen, timeZone) : []),
    ...newest.filter((set) => set !== semen).flatMap(rangeSummary),
  ];
  const isOpen = essentials.length > 0 && newest.some(({ status }) => status !== 'validado');
  const summary = [...urgent, ...essentials, ...(isOpen ? [OPEN_RESULTS] : [])];
  const paragraphs: RuledSentence[][] = [
    [toSentence(summary.length > 0 ? SUMMARY_HEADING : HEADING, 'Título')],
    summary,
    ...(semen
      ? [
          [...sampleSentences(semen, timeZone), ...preliminarySentences(semen)],
          semenSentences(semen),
          limitSentences(semen),
          trendSentences(semen, sets, timeZone),
        ]
      : []),
    ...newest
      .filter((set) => set !== semen)
      .map((set) => [
        ...sampleSentences(set, timeZone),
        ...preliminarySentences(set),
        ...numberSentences(set),
        ...otherSentences(set, timeZone),
      ]),
    urgent.length > 0 ? [] : nextSentences(semen, newest),
    [CLOSING],
  ];
  const sentences = paragraphs
    .filter((paragraph) => paragraph.length > 0)
    .flatMap((paragraph) =>
      paragraph.map(({ text, facts }, index) => {
        const isLast = index === paragraph.length - 1;
        const gap = paragraph[0] === CLOSING ? '' : isLast ? '\n\n' : ' ';
        return { text: text + gap, author: 'ia' as const, facts };
      }),
    );
  return { text: sentences.map(({ text }) => text).join(''), sentences };
}

export const NO_RESULTS =
  'El paciente aún no tiene resultados para escribir un borrador. Captúralos primero.';

/**
 * Writes a rule-based draft from a patient's results, and adds it to the report of the exams.
 * @throws Problem CONFLICT without results
 */
export async function createDraft(
  transaction: Transaction,
  context: StaffContext,
  { idUser: patientId }: { readonly idUser: string },
): Promise<StoredDraft> {
  const sets = await listResults(transaction, context.actor, patientId);
  const written = writeDraft(sets, context.clinicTimeZone);
  if (written === null) throw toFieldProblem('CONFLICT', 'idUser', NO_RESULTS);
  return addDraft(transaction, context, {
    patientId,
    kind: 'exam_ai',
    text: written.text,
    source: 'reglas',
    ruleVersion: RULE_SET,
    sentences: written.sentences,
    inputFacts: toFacts(sets),
    createdBy: context.actor.id,
    evenIfDiscarded: true,
  });
}

/** The results that the draft is about, as stored with it. */
const toFacts = (sets: readonly ResultSet[]) => ({
  sets: sets.map(({ idResultSet, version, examType, collectedAt, status, values }) => ({
    idResultSet,
    version,
    examType,
    collectedAt,
    status,
    values: values
      .filter(({ withdrawn }) => !withdrawn)
      .map(({ idValue, ...value }) => ({ idValue, ...pickReportedFields(value) })),
  })),
});
