import * as z from 'zod';
import { call } from '../common/call.ts';
import { editedVersion, recordId } from '../common/ids.ts';
import { calendarDay, isoInstant } from '../common/instants.ts';
import { pageInput, pageOutput } from '../common/pages.ts';
import { lineText } from '../common/text.ts';
import { laboratory } from '../exams/calls.ts';
import { type AnalyteKey, analyteKeys, getAnalyte } from './analytes/catalogue.ts';
import { rangeSorts, rangeStates } from './range-states.ts';

/** Analytes with a range: those that the laboratory reports as a number. */
export const rangedAnalytes: readonly AnalyteKey[] = analyteKeys.filter((key) => {
  const { kind, isDerived } = getAnalyte(key);
  return kind === 'number' && isDerived !== true;
});

/** Range that a laboratory prints for an analyte and method, from a day on. */
export const analyteRange = z.strictObject({
  idRange: recordId,
  laboratory,
  analyte: z.literal(analyteKeys),
  /** Null means any method. */
  method: z.string().nullable(),
  unit: z.string().nullable(),
  /** Null if the laboratory prints no range from that day on. */
  range: z.string().nullable(),
  /** Limits outside which a result is critical. */
  critical: z.string().nullable(),
  validFrom: calendarDay,
  /** Day from which the next range applies; null for the last range. */
  followedFrom: calendarDay.nullable(),
  state: z.literal(rangeStates),
  enteredAt: isoInstant,
  /** Null for an account that was deleted. */
  enteredBy: z.string().nullable(),
  version: z.int().min(1),
});
export type AnalyteRange = z.infer<typeof analyteRange>;

/** The validation rules of forms and calls. */
export const rangeFields = {
  idLaboratory: recordId,
  analyte: z
    .literal(analyteKeys)
    .refine(
      (key) => rangedAnalytes.includes(key),
      'Este analito no lleva rango: se escribe con palabras o se calcula.',
    ),
  method: lineText(100).nullish(),
  unit: lineText(60).nullish(),
  range: lineText(200).nullable(),
  critical: lineText(200).nullish(),
  validFrom: calendarDay,
};

export const TAKEN_DAY =
  'Ya hay un rango de este laboratorio, analito y método desde ese día. Edita ese, o elige otra fecha.';

/** The error for critical limits that cannot be parsed. */
export const NO_LIMITS = 'Escribe los límites, por ejemplo «2 – 50» o «< 200».';

const rangeList = z.strictObject({
  idLaboratory: recordId.optional(),
  analyte: z.literal(analyteKeys).optional(),
  state: z.literal(rangeStates).optional(),
  sort: z.literal(rangeSorts).default('laboratory'),
  ...pageInput,
});

const rangePage = z.strictObject({
  ranges: z.array(analyteRange),
  /** Counts by state; only the filters by laboratory and analyte apply. */
  counts: z.strictObject({
    current: z.int().min(0),
    coming: z.int().min(0),
    earlier: z.int().min(0),
  }),
  /** The laboratory of the filter; null without a filter. */
  laboratory: laboratory.nullable(),
  ...pageOutput,
});
export type RangePage = z.infer<typeof rangePage>;

export const analyteRangesContract = {
  list: call('directory.read')
    .get('/v1/result/ranges', 'Los rangos que imprimen los laboratorios, con los anteriores')
    .input(rangeList)
    .output(rangePage),
  set: call('analytes.manage')
    .post(
      '/v1/result/set-range',
      'Registra el rango que imprime un laboratorio desde un día; los resultados anteriores conservan el suyo',
    )
    .input(z.strictObject(rangeFields))
    .output({ range: analyteRange }),
  update: call('analytes.manage')
    .put(
      '/v1/result/update-range',
      'Corrige un rango que se escribió mal; los resultados conservan el suyo',
    )
    .input({ idRange: recordId, ...rangeFields, version: editedVersion })
    .output({ range: analyteRange }),
};
