import type { Exam } from '@simiente/contract/exams';
import { eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { exams } from '../../schema/exams.ts';
import { readExams } from './read-exams.ts';

export { externalLink } from './external-link.ts';
export { isLaboratory, readLaboratory } from './laboratories.ts';

/** A patient's exams outside the bin, newest first, as the wire shows them. */
export function listExams(transaction: Transaction, patientId: string): Promise<Exam[]> {
  return readExams(transaction, eq(exams.patientId, patientId));
}
