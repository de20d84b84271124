import { hash } from 'node:crypto';
import { getCapabilities } from '@simiente/contract/common/access/roles';
import { describeCalendarDay } from '@simiente/contract/format/dates';
import { type Sex, sexNames } from '@simiente/contract/patients/identification';
import { ABSTINENCE } from '@simiente/contract/reports/guard/quotable-result';
import type { BasisChangeKind } from '@simiente/contract/reports/states';
import type {
  BasisChange,
  QuotableFact,
  QuotableResult,
  ReportBasis,
} from '@simiente/contract/reports/version';
import { EMPTY_VALUE, pickReportedFields } from '@simiente/contract/results/values';
import { aliasedTable, eq, type SQLWrapper, sql } from 'drizzle-orm';
import type { Reader } from '../../../platform/database/database.ts';
import { reportDeliveries } from '../../../schema/deliveries.ts';
import { exams } from '../../../schema/exams.ts';
import { partners } from '../../../schema/partners.ts';
import { type BasisChangeRow, reportVersions } from '../../../schema/reports.ts';
import {
  receivedResults,
  resultCorrections,
  resultSets,
  resultValues,
} from '../../../schema/results.ts';
import { ACTIVE, staff, staffName } from '../../../schema/staff.ts';
import { activeIdentityVersion } from '../../professional-identity/public.ts';
import { findQuotableResults } from '../../results/public.ts';

/** Whether results that this version quotes changed, and no account confirmed the version since. */
export const isBasisChanged = sql<boolean>`is_report_basis_open(${reportVersions}.id)`;

/** How the results that a version quotes changed. */
export async function readChanges(db: Reader, idVersion: string): Promise<BasisChangeRow[]> {
  const { rows } = await db.execute<BasisChangeRow & Record<string, unknown>>(
    sql`select * from report_basis_changes(${idVersion})`,
  );
  return rows;
}

/** Digest that identifies the changes that a client has seen. */
export function hashChanges(changes: readonly BasisChangeRow[]): string {
  const facts = changes.map(({ source, change, now, sample }) => [source, change, now, sample]);
  return hash('sha256', JSON.stringify(facts));
}

async function hasLostRightToSign(db: Reader, signerId: string): Promise<boolean> {
  const [signer] = await db
    .select({ status: staff.status, roles: staff.roles })
    .from(staff)
    .where(eq(staff.id, signerId));
  if (signer?.status !== ACTIVE || !getCapabilities(signer.roles).has('reports.sign')) return true;
  return (await activeIdentityVersion(db, signerId)) === null;
}

/** An account may confirm a version if it signed it, or if the signer lost the right to sign. */
export const mayConfirm = async (db: Reader, accountId: string, signerId: string) =>
  accountId === signerId || hasLostRightToSign(db, signerId);

/**
 * Changes of the results that a signed version quotes, with the sentences that quote them.
 * @param since time of the first change
 */
export async function readBasis(
  db: Reader,
  reader: { readonly id: string },
  { idVersion, since }: { readonly idVersion: string; readonly since: Date },
): Promise<ReportBasis | null> {
  const [version] = await db.select().from(reportVersions).where(eq(reportVersions.id, idVersion));
  const changes = await readChanges(db, idVersion);
  if (!version || changes.length === 0) return null;
  const [delivered] = await db
    .select({
      times: sql<number>`count(*)::int`,
      last: sql<Date>`max(${reportDeliveries.createdAt})`.mapWith(reportDeliveries.createdAt),
    })
    .from(reportDeliveries)
    .where(eq(reportDeliveries.versionId, idVersion));
  return {
    since: since.toISOString(),
    seen: hashChanges(changes),
    mayConfirm: await mayConfirm(db, reader.id, version.signerId ?? ''),
    changes: [...(await presentChanges(db, version)), ...presentPatientChanges(version, changes)],
    sentences: findQuotingSentences(version, new Set(changes.map(({ source }) => source))),
    delivered: delivered?.times
      ? { times: delivered.times, last: delivered.last.toISOString() }
      : null,
  };
}

type Version = typeof reportVersions.$inferSelect;
type Finding = NonNullable<Version['findings']>[number];

/** The ids of the values and sets on which a finding depends. */
export const getResultIds = ({
  result,
  quotes = [],
}: Pick<Finding, 'result' | 'quotes'>): readonly string[] =>
  [...quotes, ...(result?.sources ?? []), result?.idValue].filter((id) => id != null);

function findQuotingSentences(
  { findings, sentences }: Version,
  sources: ReadonlySet<string>,
): string[] {
  const quoting = (findings ?? []).filter((one) => getResultIds(one).some((id) => sources.has(id)));
  let end = 0;
  return (sentences ?? []).flatMap(({ text }) => {
    const start = end;
    end += text.length;
    return quoting.some((one) => one.start < end && one.end > start) ? [text.trim()] : [];
  });
}

const [before, after] = [aliasedTable(resultValues, 'before'), aliasedTable(resultValues, 'after')];

/** Arrival and laboratory of the first sample that waits for a decision about the set. */
const waiting = sql`lateral (select r.arrived_at, p.name from ${receivedResults} r
  left join ${partners} p on p.id = r.laboratory_id
  where r.set_id = ${resultSets.id} and r.state = 'waiting' order by r.arrived_at limit 1) waiting`;

/** Selects a fact by the kind of change: a deleted study, a waiting sample, or another one. */
const byChange = <Fact>(deleted: SQLWrapper, held: SQLWrapper, other: SQLWrapper) =>
  sql<Fact | null>`case c.change when 'deleted' then ${deleted} when 'held' then ${held} else ${other} end`;

/** Changed records with author, time and reason, then the derived values that depend on them. */
async function presentChanges(db: Reader, version: Version): Promise<BasisChange[]> {
  const rows = await db
    .select({
      source: sql<string>`c.source`,
      change: sql<BasisChangeKind>`c.change`,
      before,
      after,
      examType: exams.type,
      collectedAt: resultSets.collectedAt,
      abstinenceDays: resultSets.abstinenceDays,
      at: byChange<Date>(
        exams.deletedAt,
        sql`waiting.arrived_at`,
        sql`coalesce(${resultCorrections.at}, ${after.enteredAt})`,
      ).mapWith(resultCorrections.at),
      by: byChange<string>(
        staffName(exams.deletedBy, exams.deletedAt),
        sql`waiting.name`,
        sql`coalesce(${staffName(resultCorrections.by, resultCorrections.at)},
          ${staffName(after.enteredBy, after.enteredAt)}, ${partners.name})`,
      ),
      reason: byChange<string>(exams.deletionReason, sql`null`, resultCorrections.reason),
    })
    .from(sql`(select * from report_basis_changes(${version.id}) where change <> 'patient') c`)
    .leftJoin(before, sql`${before.id} = c.source`)
    .leftJoin(after, sql`${after.id} = c.now`)
    .leftJoin(resultSets, sql`${resultSets.id} = coalesce(${before.setId}, c.source)`)
    .leftJoin(exams, eq(exams.id, resultSets.examId))
    .leftJoin(partners, eq(partners.id, resultSets.laboratoryId))
    .leftJoin(waiting, sql`true`)
    // A value has its own correction; facts of the sample changed with the last correction of the set.
    .leftJoin(
      resultCorrections,
      sql`${resultCorrections.id} = case when ${after.id} <> ${before.id} then ${after.correctionId}
        else (select max(k.id) from ${resultCorrections} k where k.set_id = ${resultSets.id}) end`,
    );
  const valueChanges = rows.map(
    ({ source, before: old, after: now, abstinenceDays, ...row }): BasisChange => {
      // A preliminary value that replaced a final one may still change.
      const isPreliminary = row.change === 'corrected' && now?.preliminary && !old?.preliminary;
      const change = isPreliminary ? 'preliminary' : row.change;
      const quoted = version.findings?.find((finding) =>
        getResultIds(finding).includes(source),
      )?.result;
      const days = quoted && { ...quoted, analyte: null, name: 'Abstinencia', unit: 'días' };
      const quotedValue = old ?? days;
      const currentValue = now ?? (days && { ...days, value: abstinenceDays });
      const isRemoved = change === 'deleted' || change === 'withdrawn';
      return {
        idSource: source,
        analyte: quotedValue?.analyte ?? null,
        name: quotedValue?.name ?? null,
        examType: row.examType ?? quoted?.examType ?? '',
        collectedAt: (row.collectedAt?.toISOString() ?? quoted?.collectedAt) || null,
        change,
        before: quotedValue ? toReportedValue(quotedValue) : null,
        after: isRemoved || !currentValue ? null : toReportedValue(currentValue),
        derivedFrom: null,
        at: row.at?.toISOString() ?? null,
        by: row.by,
        reason: row.reason,
      };
    },
  );
  const currentResults = await findQuotableResults(db, version.patientId);
  const derived = new Map(
    (version.findings ?? []).flatMap(({ result }): [string, BasisChange][] => {
      const causes = valueChanges.filter(({ idSource }) => result?.sources?.includes(idSource));
      if (!result || result.analyte === ABSTINENCE || causes.length === 0) return [];
      const { analyte, examType, collectedAt } = result;
      const key = toDerivedKey(result);
      const now = currentResults.find((one) => toDerivedKey(one) === key);
      const { change } = causes[0] ?? { change: 'corrected' };
      const derivedFrom = causes.map((one) => one.analyte ?? '');
      const facts = { analyte, name: null, examType, collectedAt, change, derivedFrom };
      const values = { before: toReportedValue(result), after: now ? toReportedValue(now) : null };
      return [[key, { idSource: key, ...facts, ...values, at: null, by: null, reason: null }]];
    }),
  );
  return [...valueChanges, ...derived.values()];
}

const patientFacts = {
  birthDate: { name: 'Fecha de nacimiento', describe: describeCalendarDay },
  sex: { name: 'Sexo al nacer', describe: (sex: string) => sexNames[sex as Sex] },
} as const;

/** The patient's birth date and sex, if they are not those of the signature. */
function presentPatientChanges(
  { patient }: Version,
  changes: readonly BasisChangeRow[],
): BasisChange[] {
  return changes.flatMap(({ source, change, now }) => {
    if (change !== 'patient') return [];
    const field = source === 'sex' ? 'sex' : 'birthDate';
    const { name, describe } = patientFacts[field];
    const toValue = (fact: string | null | undefined) =>
      fact == null ? null : toReportedValue({ text: describe(fact) });
    return {
      ...{ idSource: source, change, name, examType: 'Ficha' },
      ...{ before: toValue(patient?.[field]), after: toValue(now) },
      ...{ analyte: null, collectedAt: null, derivedFrom: null, at: null, by: null, reason: null },
    };
  });
}

/** Identifies a derived value, which has no id. */
const toDerivedKey = ({ analyte, examType, collectedAt }: QuotableResult | QuotableFact) =>
  [analyte, examType, collectedAt].join(' ');

const toReportedValue = (value: Partial<typeof EMPTY_VALUE>) =>
  pickReportedFields({ ...EMPTY_VALUE, ...value });
