import type { Merge } from '@simiente/contract/patients/calls';
import { type MergePreview, mergeFieldNames } from '@simiente/contract/patients/merges';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { patients } from '../../schema/patients.ts';
import type { TestApplication } from '../application.ts';
import { queryAsOwner } from '../database.ts';

export const everyChoice = [...mergeFieldNames, 'consents'] as const;

interface Answer {
  readonly status: number;
  readonly code?: string;
  readonly issues?: readonly object[];
  readonly details?: object;
  readonly data: { readonly idMerge: string; readonly patient: object };
}

/** The calls of merges, and the resulting records. */
export function mergeRequests(testApp: () => TestApplication) {
  async function send(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
    const answer = await testApp().staff.request({ method, url, ...(payload && { payload }) });
    return answer.json<Answer>();
  }

  async function findVersion(id: string): Promise<number> {
    const [row] = await testApp()
      .database.db.select({ version: patients.version })
      .from(patients)
      .where(eq(patients.id, id));
    return row?.version ?? 1;
  }

  /** Merges two patients at their current versions. */
  async function merge(idUser: string, idOther: string, more: object = {}) {
    return send('POST', '/v1/user/merge', {
      idUser,
      idOther,
      version: await findVersion(idUser),
      otherVersion: await findVersion(idOther),
      take: [],
      confirmation: 'misma persona',
      ...more,
    });
  }

  /** @returns the id of the merge */
  async function completeMerge(
    idUser: string,
    idOther: string,
    more: object = {},
  ): Promise<string> {
    const answer = await merge(idUser, idOther, more);
    expect(answer).toMatchObject({ status: 200 });
    return answer.data.idMerge;
  }

  const undo = (idMerge: string) => send('POST', '/v1/user/unmerge', { idMerge });

  async function listMerges(idUser: string): Promise<readonly Merge[]> {
    const { body } = await testApp().staff.get(`/v1/user/merges?idUser=${idUser}`);
    return (body as { data: { merges: Merge[] } }).data.merges;
  }

  async function preview(idUser: string, idOther: string): Promise<MergePreview> {
    const { body } = await testApp().staff.get(
      `/v1/user/merge-preview?idUser=${idUser}&idOther=${idOther}`,
    );
    return (body as { data: MergePreview }).data;
  }

  return { send, merge, completeMerge, undo, listMerges, preview };
}

/** Tables that merges write to, or that count rows and actions. */
const NOT_COMPARED = [
  'patient_merges',
  'record_counts',
  'day_counts',
  'similar_patients',
  'similar_pending',
  'idempotency_keys',
  'jobs',
];

/**
 * Every row of every table, as text; rows of patients without their version and times.
 * @returns rows by table
 */
export async function dumpTables({
  database,
}: TestApplication): Promise<Record<string, readonly string[]>> {
  const tables = await queryAsOwner<{ name: string }>(
    database,
    `select relname as name from pg_class join pg_namespace n on n.oid = relnamespace
     where nspname = 'public' and relkind in ('r', 'p') and not relispartition
       and relname not like 'audit%' and relname not like 'staff_session%'`,
  );
  const dump: Record<string, readonly string[]> = {};
  for (const { name } of tables) {
    if (NOT_COMPARED.includes(name)) continue;
    const columns = name === 'patients' ? " - 'version' - 'updated_at' - 'imported_version'" : '';
    const rows = await queryAsOwner<{ row: string }>(
      database,
      `select (to_jsonb(t)${columns})::text as row from ${name} t order by 1`,
    );
    dump[name] = rows.map(({ row }) => row);
  }
  return dump;
}
