import * as z from 'zod';
import { isoInstantOrNull } from './common/dates.ts';
import { recordId } from './common/ids.ts';

/** The exam types that have a drawing of their own; any other text is a type too. */
export const knownExamTypes = [
  'Seminograma',
  'Hormonal',
  'Ecografia_Testicular',
  'Resonancia_Craneo',
  'Hemoglobina glicosilada',
  'Marcadores_Bioquimicos_Seminales',
  'Cariotipo',
  'Microdelesiones',
  'Orina_Post_Orgasmo',
  'Cultivo_Semen',
  'Cultivo_Orina',
  'Ecografia_Prostatica_Transrectal',
  'perfil_tiroideo',
  'Inhibina_B',
] as const;

/** How an exam type reads on a screen: its words, joined by underscores on the wire. */
export function examTypeLabel(examType: string): string {
  return examType.replaceAll('_', ' ');
}

export const exam = z.strictObject({
  id: recordId,
  examType: z.string(),
  /** A path of ours (`/v1/files/…`), or a link of the legacy export to another host; null without a file. */
  fileUrl: z.string().nullable(),
  /** True where `fileUrl` leads to another host. */
  external: z.boolean(),
  fileName: z.string().nullable(),
  mediaType: z.string().nullable(),
  /** Bytes. */
  fileSize: z.int().min(0).nullable(),
  createDate: isoInstantOrNull,
  version: z.int().min(1),
});
export type Exam = z.infer<typeof exam>;
