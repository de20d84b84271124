/** The typical cases, normal values first. */
export const patterns = [
  'normal',
  'lowMotility',
  'varicocele',
  'lowCountMotilityForms',
  'obstruction',
  'testicularFailure',
  'pituitary',
  'retrograde',
] as const;
export type Pattern = (typeof patterns)[number];

export type Range = readonly [min: number, max: number];

const columns = [
  'volume',
  'concentration',
  'progressive',
  'normalForms',
  'fsh',
  'lh',
  'testosterone',
  'inhibinB',
  'testes',
] as const;

interface PatternRanges extends Readonly<Record<(typeof columns)[number], Range>> {
  readonly weight: number;
}

/** The weight of each case, and the ranges of its values in the order of `columns`. */
const table: Readonly<Record<Pattern, string>> = {
  normal: '26 1.6-5.2 28-110 36-62 4-9 1.8-6.2 2-7 380-780 140-290 15-23',
  lowMotility: '19 1.5-4.8 18-74 9-28 3-6 2-6.8 2-7.5 330-690 120-260 14-21',
  varicocele: '20 1.6-4.6 5-19 12-31 1-4 3.2-9.4 2.6-8 300-610 75-180 11-17',
  lowCountMotilityForms: '14 1.4-4.4 1.2-11 4-24 0.5-3 5.4-13.8 3.4-9.6 270-560 45-130 9-15',
  obstruction: '5 0.5-1.2 0-0 0-0 0-0 2.2-6.4 2.4-6.8 380-720 130-270 15-22',
  testicularFailure: '6 1.5-3.8 0-0 0-0 0-0 16.4-34 9.2-19 180-340 8-34 4-9',
  pituitary: '5 0.9-2.2 0.4-7 6-26 1-4 0.4-1.4 0.3-1.5 90-220 28-80 7-12',
  retrograde: '5 0.3-1.1 4-22 10-30 2-5 2.2-7.4 2.4-7.4 280-560 100-230 13-20',
};

/** The ranges of each case's values, in the units of a clinical profile. */
export const patternRanges = Object.fromEntries(
  Object.entries(table).map(([name, row]) => {
    const [weight, ...spans] = row.split(' ');
    const ranges = spans.map((span, index) => [columns[index], span.split('-').map(Number)]);
    return [name, { weight: Number(weight), ...Object.fromEntries(ranges) }];
  }),
) as Readonly<Record<Pattern, PatternRanges>>;
