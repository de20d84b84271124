import { examTypeLabel } from '@simiente/contract/exams/catalogue';
import type { SignedSample } from '@simiente/contract/reports/version';
import type { AnalyteKey } from '@simiente/contract/results/analytes/catalogue';
import { getStudy } from '@simiente/contract/results/analytes/studies';
import { type Flag, flagWords, laboratoryFlagWords } from '@simiente/contract/results/range';
import { centileWords } from '@simiente/contract/results/semen/centile';
import { consensusWords } from '@simiente/contract/results/semen/consensus';
import { makeRuler, type Ruler, rulerTicks } from '@simiente/contract/results/semen/ruler';
import {
  describeAbstinence,
  describeValue,
  formatUnit,
  formatValueName,
  listFacts,
  sampleDay,
} from '@simiente/contract/results/words';
import { breakLines, type Cursor, flow } from '../../../platform/paper/flow.ts';
import {
  colors,
  decorate,
  drawParagraph,
  LEFT,
  type Paper,
  RIGHT,
  type Tag,
  type TextStyle,
  WIDTH,
  write,
} from '../../../platform/paper/paper.ts';
import { cellStyle, drawTable, type Row } from '../../../platform/paper/table.ts';

type Value = SignedSample['values'][number];

/** Points from the left edge of the paper. */
const NAME = { x: LEFT, width: 116 };
const NUMBER = { x: LEFT + 108, width: 44 };
const UNIT = { x: LEFT + 158, width: 54 };
const RANGE_X = LEFT + 214;
const RULER = { x: LEFT + 356, width: 75 };
const REFERENCE_X = LEFT + 437;
/** Layouts of a table with the column of rulers, and without it. */
const RULER_LAYOUT = { flagX: LEFT + 260, flagEnd: RULER.x };
const PLAIN_LAYOUT = { flagX: LEFT + 306, flagEnd: RULER.x + 60 };
/** Width of a flag's sign, which is before its words. */
const SIGN_WIDTH = 10;

/**
 * Draws one table for each study, and the changes since the previous seminogram.
 * @param samples the newest of each study, then at most one earlier comparable seminogram, see `findSamplesToSign`
 */
export function drawResults(
  cursor: Cursor,
  root: Tag,
  samples: readonly SignedSample[],
  timeZone: string,
): void {
  const studies = [...Map.groupBy(samples, ({ examType }) => examType).values()];
  for (const [sample] of studies) if (sample) drawSample(cursor, root, sample, timeZone);
  for (const [sample, before] of studies) {
    if (sample && before) drawComparison(cursor, root, sample, before, timeZone);
  }
}

function drawSample(cursor: Cursor, root: Tag, sample: SignedSample, timeZone: string): void {
  const values = sortValues(sample);
  const hasRuler = sample.whoEdition !== 5 && values.some(({ centile }) => centile !== null);
  const isLong = (value: Value) => (value.text ?? '').length > MAX_CELL_LENGTH;
  const pending = sample.status === 'validado' ? [] : ['Sin validar'];
  drawTable(cursor, root, {
    title: examTypeLabel(sample.examType),
    note: [...listFacts(sample, timeZone), ...pending].join(' · '),
    header: makeHeader(hasRuler),
    rows: values.filter((value) => !isLong(value)).map((value) => makeRow(value, sample, hasRuler)),
    ...(hasRuler && { footer: { height: 20, draw: drawLegend } }),
  });
  for (const value of values.filter(isLong)) {
    const style = cellStyle(value.text ?? '', { size: 9.5 });
    const text = `${formatValueName(value)}: ${describeValue(value)}`;
    cursor.y += 5;
    flow(cursor, root, breakLines(cursor.paper, [{ text }], WIDTH, style), LEFT, style);
  }
}

/** Characters. A longer text follows the table. */
const MAX_CELL_LENGTH = 600;

/** Values with a centile first, and each group in the order of the study. */
function sortValues({ examType, values }: SignedSample): Value[] {
  const fields: readonly string[] = getStudy(examType).fields;
  const getPosition = ({ analyte, centile }: Value) => {
    const index = fields.indexOf(analyte ?? '');
    return (index < 0 ? fields.length : index) + (centile === null ? fields.length : 0);
  };
  return values.toSorted((one, other) => getPosition(one) - getPosition(other));
}

const HEAD = { size: 8, color: colors.inkSoft } as const;

function makeHeader(hasRuler: boolean): Row {
  const toCell = (text: string, at: { x: number; width: number }, style: TextStyle = HEAD) => ({
    ...makeCell(text, at, style),
    ...(hasRuler && { topOffset: 11 }),
  });
  const cells = [
    toCell('Analito', NAME),
    toCell('Resultado', { x: NUMBER.x - 12, width: 48 }, { ...HEAD, align: 'right' }),
    toCell('Unidad', UNIT),
    toCell('Rango del laboratorio', { x: RANGE_X, width: 120 }),
  ];
  if (!hasRuler) return { cells };
  const title = toCell('Entre hombres fértiles (OMS 2021)', { x: RULER.x, width: 148 });
  return { cells: [...cells, { ...title, topOffset: 0 }], draw: drawScale };
}

/** 'p5', '50' and '95' above their ticks. */
function drawScale(paper: Paper, middle: number): void {
  for (const { centile, at } of rulerTicks) {
    if (![5, 50, 95].includes(centile)) continue;
    const text = centile === 5 ? 'p5' : String(centile);
    paper.font('regular').fontSize(7.5);
    const x = RULER.x + at * RULER.width - paper.widthOfString(text) / 2;
    write(paper, text, { x, y: middle + 1, width: 20 }, { size: 7.5, color: colors.inkFaint });
  }
}

const SOFT = { size: 9, color: colors.inkSoft } as const;
const SMALL = { size: 8, color: colors.inkFaint } as const;
const SIGNS: Readonly<Record<Flag, string>> = { below: '↓', within: '✓', above: '↑' };

const makeCell = (text: string, at: { x: number; width: number }, style: TextStyle) => ({
  text,
  ...at,
  style: cellStyle(text, style),
});

function makeRow(value: Value, sample: SignedSample, hasRuler: boolean): Row {
  const name = makeCell(formatValueName(value), NAME, { size: 9.5, weight: 'medium' });
  const shown = describeValue(value);
  const unit = formatUnit(value);
  const { flag, laboratoryFlag, preliminary } = value;
  const isFlagged = laboratoryFlag !== null && laboratoryFlag !== 'N';
  const words = [
    ...(flag ? [flagWords[flag]] : []),
    ...(isFlagged ? [laboratoryFlagWords(laboratoryFlag)] : []),
    ...(preliminary ? ['Preliminar'] : []),
  ];
  if (value.value === null || value.choice !== null) {
    const text = [`${shown} ${unit}`.trim(), ...words].join(' · ');
    return { cells: [name, makeCell(text, { x: UNIT.x, width: RIGHT - UNIT.x }, SOFT)] };
  }
  const isHighlighted = preliminary || isFlagged || flag === 'below' || flag === 'above';
  const color = isHighlighted ? colors.amber : colors.inkFaint;
  const { flagX, flagEnd } = hasRuler ? RULER_LAYOUT : PLAIN_LAYOUT;
  const range = value.range ?? (value.derived ? 'Dato calculado' : 'Sin rango impreso');
  const rangeWidth = (words.length > 0 ? flagX : RULER.x) - RANGE_X - 6;
  const ruler = hasRuler && value.centile !== null ? makeRuler(value) : null;
  const referenceX = ruler ? REFERENCE_X : flagEnd;
  const reference = describeReference(value, sample);
  const flagRight = reference === '' ? RIGHT : flagEnd;
  return {
    cells: [
      name,
      makeCell(shown, NUMBER, { size: 10, weight: 'bold', align: 'right' }),
      makeCell(unit, UNIT, SOFT),
      makeCell(range, { x: RANGE_X, width: rangeWidth }, value.range === null ? SMALL : SOFT),
      makeCell(
        words.join(' · '),
        { x: flagX + SIGN_WIDTH, width: flagRight - 4 - flagX - SIGN_WIDTH },
        { size: 8.5, weight: isHighlighted ? 'medium' : 'regular', color },
      ),
      makeCell(reference, { x: referenceX, width: RIGHT - referenceX }, SMALL),
    ],
    draw: (paper, middle) => {
      if (flag) {
        const at = { x: flagX, y: middle - 5, width: SIGN_WIDTH };
        write(paper, SIGNS[flag], at, { size: 8, weight: 'wide', color });
      }
      if (ruler) drawRuler(paper, ruler, middle);
    },
  };
}

/** Centile among fertile men, or the threshold of an analyte without centiles. */
function describeReference(value: Value, { whoEdition }: SignedSample): string {
  const { analyte, centile } = value;
  if (centile !== null) {
    const { above, below } = centile;
    if (whoEdition === 5 || (above === null && below === null)) {
      return centileWords(centile, whoEdition);
    }
    return centileWords(centile, whoEdition)
      .replace(/ de hombres fértiles.*$/, '')
      .replace(/^entre el percentil/, 'entre el');
  }
  const consensus = consensusWords(value);
  if (consensus !== null) return `Umbral de consenso: ${consensus}`;
  return analyte !== null && WITHOUT_LIMIT.includes(analyte) ? 'La OMS no publica un límite' : '';
}

const WITHOUT_LIMIT: readonly string[] = [
  'totalProgressiveMotile',
  'dnaFragmentationIndex',
] satisfies AnalyteKey[];

interface TickStyle {
  /** Points above and below the middle. */
  readonly half: number;
  readonly width: number;
  readonly color: string;
}

const MEDIAN_TICK: TickStyle = { half: 6, width: 1.5, color: colors.ink };
const FIFTH_TICK: TickStyle = { half: 4.5, width: 1.1, color: colors.inkFaint };
const OTHER_TICK: TickStyle = { half: 2.6, width: 0.7, color: colors.inkFaint };

const drawTick = (paper: Paper, x: number, y: number, { half, width, color }: TickStyle) =>
  paper
    .moveTo(x, y - half)
    .lineTo(x, y + half)
    .lineWidth(width)
    .stroke(color);

function drawRuler(paper: Paper, { interval, dot }: Ruler, y: number): void {
  const at = (share: number) => RULER.x + share * RULER.width;
  const band = at(interval.to) - at(interval.from);
  paper.roundedRect(at(interval.from), y - 6, Math.max(3, band), 12, 1.5).fill(colors.hairline);
  paper
    .moveTo(RULER.x, y)
    .lineTo(RULER.x + RULER.width, y)
    .lineWidth(0.7)
    .stroke(colors.inkFaint);
  for (const { centile, at: share } of rulerTicks) {
    const style = centile === 50 ? MEDIAN_TICK : centile === 5 ? FIFTH_TICK : OTHER_TICK;
    drawTick(paper, at(share), y, style);
  }
  if (dot !== null) {
    paper.circle(at(dot), y, 3.9).lineWidth(1.4).fillAndStroke(colors.pine, '#FFFFFF');
  }
}

/** Draws the legend of the ruler, with the source of its numbers. */
function drawLegend(paper: Paper, parent: Tag, top: number): void {
  const y = top + 10;
  const style = { size: 8, color: colors.inkFaint } as const;
  const labels = [
    { text: 'Tu resultado', x: LEFT + 10, width: 60 },
    { text: 'Percentil 5 y su intervalo de confianza al 95 %', x: LEFT + 78, width: 180 },
    { text: 'Mediana', x: LEFT + 266, width: 40 },
    { text: 'Manual de la OMS, 6.ª ed. (2021), tabla 8.3', x: LEFT + 316, width: 188 },
  ];
  decorate(paper, () => {
    paper.circle(LEFT + 4, y, 3.4).fill(colors.pine);
    paper.roundedRect(LEFT + 69, y - 5, 4, 10, 1.5).fill(colors.hairline);
    drawTick(paper, LEFT + 71, y, { ...FIFTH_TICK, half: 4 });
    drawTick(paper, LEFT + 260, y, { ...MEDIAN_TICK, half: 5 });
  });
  for (const { text, x, width } of labels) {
    drawParagraph(paper, parent, text, { x, y: y - 5, width }, style);
  }
}

const COMPARED: readonly string[] = [
  'concentration',
  'totalNumber',
  'progressiveMotility',
  'normalForms',
] satisfies AnalyteKey[];

/** Compares the sample with the previous one of the same laboratory, method and edition. */
function drawComparison(
  cursor: Cursor,
  root: Tag,
  sample: SignedSample,
  before: SignedSample,
  timeZone: string,
): void {
  const then = { x: LEFT + 160, width: 80 };
  const now = { x: LEFT + 260, width: 80 };
  const unitAt = { x: LEFT + 358, width: RIGHT - LEFT - 358 };
  const rows = COMPARED.flatMap((key): Row[] => {
    const [one, other] = [before, sample].map(({ values }) =>
      values.find(({ analyte, value }) => analyte === key && value !== null),
    );
    if (!one || !other || one.unit !== other.unit) return [];
    const right = { size: 10, align: 'right' } as const;
    return [
      {
        cells: [
          makeCell(
            formatValueName(other),
            { x: LEFT, width: 125 },
            { size: 9.5, weight: 'medium' },
          ),
          makeCell(describeValue(one), then, { ...right, color: colors.inkSoft }),
          makeCell(describeValue(other), now, { ...right, weight: 'bold' }),
          makeCell(formatUnit(other), unitAt, SOFT),
        ],
      },
    ];
  });
  if (rows.length === 0) return;
  const toHeading = (one: SignedSample) => {
    const days = one.abstinenceDays;
    const text = days === null ? '' : ` · Abstinencia ${describeAbstinence(days)}`;
    return `${sampleDay(one, timeZone)}${text}`;
  };
  drawTable(cursor, root, {
    title: 'Comparación con tu muestra anterior',
    note: 'Mismo laboratorio, método y edición',
    header: {
      cells: [
        makeCell('Analito', { x: LEFT, width: 125 }, HEAD),
        makeCell(toHeading(before), then, { ...HEAD, align: 'right' }),
        makeCell(toHeading(sample), now, { ...HEAD, align: 'right' }),
        makeCell('Unidad', unitAt, HEAD),
      ],
    },
    rows,
  });
}
