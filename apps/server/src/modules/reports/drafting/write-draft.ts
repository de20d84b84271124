import type { ResultSet } from '@simiente/contract/results/calls';
import { nextSentences } from './next-sentences.ts';
import { hormoneSentences, otherSentences } from './other-sentences.ts';
import {
  limitSentences,
  sampleSentences,
  semenSentences,
  trendSentences,
} from './semen-sentences.ts';
import { urgentSentences } from './urgent.ts';
import {
  isSemenSet,
  newestOfEach,
  preliminarySentences,
  type RuledSentence,
} from './written-set.ts';

/** The version of the rules, which every draft of theirs names. A rule that changes is another version. */
export const RULE_SET = 'reglas-4';

/** As versions of a report have them. */
interface DraftSentence extends RuledSentence {
  readonly author: 'ia';
}

/** A draft that rules made. Its sentences, joined, are its text. */
interface WrittenDraft {
  readonly text: string;
  readonly sentences: readonly DraftSentence[];
  readonly ruleSet: typeof RULE_SET;
}

const HEADING = 'Resumen de tus resultados';

/** The thresholds are of no use to tell fertile from infertile men. Source: clinical.md, section 1. */
const CLOSING: RuledSentence = {
  text: 'Ningún valor por sí solo indica si un hombre es fértil; tu médico los interpreta en conjunto, con tu historia clínica y tu exploración física.',
  facts: {
    values: [],
    rule: 'Los percentiles de la OMS no separan a hombres fértiles de infértiles',
  },
};

/**
 * A plain summary of what was measured, where it stands, what is missing, and what doctors usually ask next. It says
 * nothing that its inputs do not: no name, no diagnosis, no judgement of a value. Null without a result to speak of.
 * @param sets of one patient; of each study the newest sample is described
 * @param timeZone the clinic's, for the days of the samples
 */
export function writeDraft(sets: readonly ResultSet[], timeZone: string): WrittenDraft | null {
  const newest = newestOfEach(sets);
  if (newest.length === 0) return null;
  const semen = newest.find(isSemenSet);
  const urgent = urgentSentences(newest);
  const paragraphs: RuledSentence[][] = [
    [{ text: HEADING, facts: { values: [], rule: 'Título' } }],
    urgent,
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
        ...hormoneSentences(set),
        ...otherSentences(set, timeZone),
      ]),
    urgent.length > 0 ? [] : nextSentences(semen, newest),
    [CLOSING],
  ];
  const written = paragraphs.filter((paragraph) => paragraph.length > 0);
  const sentences = written.flatMap((paragraph, index) =>
    paragraph.map(({ text, facts }, at): DraftSentence => {
      const isLast = at === paragraph.length - 1;
      const gap = isLast ? (index === written.length - 1 ? '' : '\n\n') : ' ';
      return { text: text + gap, author: 'ia', facts };
    }),
  );
  return { text: sentences.map(({ text }) => text).join(''), sentences, ruleSet: RULE_SET };
}
