import { type SearchWord, searchWords } from '@simiente/contract/common/search-words';
import type { NotOfferedDetails, OrderBranch } from '@simiente/contract/exam-orders/calls';
import { examName, findExamCode } from '@simiente/contract/exams/catalogue';
import { addressLine } from '@simiente/contract/format/address';
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { containsWord } from '../../platform/database/search.ts';
import { Problem } from '../../platform/problem.ts';
import { branches, partners } from '../../schema/partners.ts';
import { placeTimeZone, storedPlace } from '../schedules/public.ts';

/**
 * The branches of all partners that match a search, by partner and name, with the exams that each
 * offers.
 */
export async function searchBranches(
  db: Reader,
  { search = '', limit }: { readonly search?: string | undefined; readonly limit: number },
): Promise<{ branches: OrderBranch[]; more: boolean }> {
  const rows = await db
    .select({
      idBranch: branches.id,
      name: branches.name,
      partner: { idPartner: partners.id, name: partners.name },
      state: branches.state,
      address: branches.address,
      place: storedPlace,
      exams: branches.exams,
    })
    .from(branches)
    .innerJoin(partners, eq(partners.id, branches.partnerId))
    .where(
      and(
        isNull(branches.deletedAt),
        isNull(partners.deletedAt),
        ...searchWords(search).map(inBranchOrPartner),
      ),
    )
    .orderBy(
      sql`${partners.name} collate "es-x-icu"`,
      sql`${branches.name} collate "es-x-icu"`,
      branches.id,
    )
    .limit(limit + 1);
  return {
    branches: rows.slice(0, limit).map(({ place, ...row }) => ({
      ...row,
      timeZone: placeTimeZone(place),
      address: addressLine(row.address) || null,
      exams: offeredExams(row.exams),
    })),
    more: rows.length > limit,
  };
}

/** Users type the laboratory and the place together, so each word may match either. */
function inBranchOrPartner(word: SearchWord): SQL | undefined {
  return or(containsWord(branches.searchText, word), containsWord(partners.searchText, word));
}

/** Identifies an exam by its code, or by its name if it has none. */
function toStudyKey(exam: string): string {
  return findExamCode(exam) ?? exam.trim();
}

/** A branch's exams without duplicates: some records have both code and name of an exam. */
function offeredExams(exams: readonly string[]): OrderBranch['exams'] {
  const byStudy = new Map<string, string>();
  for (const exam of exams) {
    const study = toStudyKey(exam);
    if (study !== '' && !byStudy.has(study)) byStudy.set(study, exam);
  }
  return [...byStudy].map(([study, exam]) => ({ exam, name: examName(study) }));
}

/**
 * The requested exams as the branch writes them, in its order.
 * @param wanted by code or by name; repetitions count once
 * @throws Problem EXAM_NOT_OFFERED
 */
export function pickExams(exams: readonly string[], wanted: readonly string[]): string[] {
  const offered = offeredExams(exams);
  const studies = new Set(wanted.map(toStudyKey));
  const picked = offered.filter(({ exam }) => studies.has(toStudyKey(exam)));
  if (picked.length === studies.size) return picked.map(({ exam }) => exam);
  const offeredKeys = new Set(offered.map(({ exam }) => toStudyKey(exam)));
  const missing = [...studies].filter((study) => !offeredKeys.has(study)).map(examName);
  throw new Problem('EXAM_NOT_OFFERED', {
    issues: [{ path: 'exams', message: `La sucursal no ofrece: ${missing.join(', ')}` }],
    details: { exams: missing } satisfies NotOfferedDetails,
  });
}
