import { searchWords } from '@simiente/contract/common/search-words';
import type { NotOfferedDetails, OrderBranch } from '@simiente/contract/exam-orders/calls';
import { examName, findExamCode } from '@simiente/contract/exams/catalogue';
import { addressLine } from '@simiente/contract/format/address';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Reader } from '../../platform/database/database.ts';
import { containsWord } from '../../platform/database/search.ts';
import { Problem } from '../../platform/problem.ts';
import { branches, partners } from '../../schema/partners.ts';
import { placeTimeZone, storedPlace } from '../schedules/public.ts';

/** The branches that match a search, of all partners, with the exams that they offer, by partner and name. */
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
        // Users type the laboratory and the place together, so each word may match either.
        ...searchWords(search).map((word) =>
          or(containsWord(branches.searchText, word), containsWord(partners.searchText, word)),
        ),
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
      exams: [...groupByStudy(row.exams)].map(([study, exam]) => ({ exam, name: examName(study) })),
    })),
    more: rows.length > limit,
  };
}

/** Identifies an exam by its code, or by its name if it has none. */
function toStudyKey(exam: string): string {
  return findExamCode(exam) ?? exam.trim();
}

/** A branch's exams by study, without duplicates: some records have both code and name of an exam. */
function groupByStudy(exams: readonly string[]): ReadonlyMap<string, string> {
  const byStudy = new Map<string, string>();
  for (const exam of exams) {
    const study = toStudyKey(exam);
    if (study !== '' && !byStudy.has(study)) byStudy.set(study, exam);
  }
  return byStudy;
}

/**
 * The requested exams as the branch writes them, in its order.
 * @param requested by code or by name; duplicates count once
 * @throws Problem EXAM_NOT_OFFERED
 */
export function pickExams(exams: readonly string[], requested: readonly string[]): string[] {
  const offered = groupByStudy(exams);
  const studies = new Set(requested.map(toStudyKey));
  const missing = [...studies].filter((study) => !offered.has(study)).map(examName);
  if (missing.length === 0) {
    return [...offered].flatMap(([study, exam]) => (studies.has(study) ? [exam] : []));
  }
  throw new Problem('EXAM_NOT_OFFERED', {
    issues: [{ path: 'exams', message: `La sucursal no ofrece: ${missing.join(', ')}` }],
    details: { exams: missing } satisfies NotOfferedDetails,
  });
}
