import * as z from 'zod';
import { calendarDay } from '../common/calendar-day.ts';
import { call, success } from '../common/call.ts';
import { recordId } from '../common/ids.ts';
import { isoInstant } from '../common/instants.ts';
import { lineText } from '../common/text.ts';
import { laboratory } from '../exams/calls.ts';
import { analyteKeys } from './analytes/catalogue.ts';

/** What a laboratory prints for an analyte and method, from a day on. */
export const analyteRange = z.strictObject({
  idRange: recordId,
  laboratory,
  analyte: z.literal(analyteKeys),
  /** Null for whatever method. */
  method: z.string().nullable(),
  unit: z.string().nullable(),
  /** Null: from that day on it prints none. */
  range: z.string().nullable(),
  validFrom: calendarDay,
  enteredAt: isoInstant,
  enteredBy: z.string().nullable(),
});
export type AnalyteRange = z.infer<typeof analyteRange>;

/** The rules of form and call. */
export const rangeFields = {
  idLaboratory: recordId,
  analyte: z.literal(analyteKeys),
  method: lineText(100).nullish(),
  unit: lineText(60).nullish(),
  range: lineText(200).nullable(),
  validFrom: calendarDay,
};

const ranges = success(z.strictObject({ ranges: z.array(analyteRange) }));

export const analyteRangesContract = {
  list: call('directory.read')
    .route({
      method: 'GET',
      path: '/v1/result/ranges',
      summary: 'Los rangos que imprime un laboratorio, con los anteriores',
    })
    .input(z.strictObject({ idLaboratory: recordId }))
    .output(ranges),
  set: call('analytes.manage')
    .route({
      method: 'POST',
      path: '/v1/result/set-range',
      summary:
        'Dice qué rango imprime un laboratorio desde un día; los resultados anteriores conservan el suyo',
    })
    .input(z.strictObject(rangeFields))
    .output(ranges),
};
