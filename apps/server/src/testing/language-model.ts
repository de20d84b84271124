import { pino } from 'pino';
import { createLanguageModel } from '../modules/reports/public.ts';

/** A language model whose server is not there: nothing listens at that port. */
export const MODEL_AWAY = createLanguageModel(
  { url: 'http://127.0.0.1:1/v1', model: 'ausente', key: null },
  pino({ level: 'silent' }),
);
