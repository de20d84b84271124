import { createCursorCodec, scopeCursors } from '@simiente/server/platform/database/pages/cursor';
import type { Client } from 'pg';

/** Signs cursors and sessions of the measured installations, which only this machine reaches. */
export const SECRET = 'bench-bench-bench-bench-bench-bench-bench';

/** Records of the whole database for requests. */
export interface Sample {
  readonly patientIds: readonly string[];
  /** Patients with a status that no call sets. */
  readonly changeable: readonly string[];
  readonly partnerIds: readonly string[];
  readonly doctorIds: readonly string[];
  /** Part of a phone, as a user would type it. */
  readonly phoneFragment: string;
  /** Continues the list of patients at page 2 000; null when it is shorter. */
  readonly deepCursor: string | null;
}

/** Records of each kind. */
const SIZE = 2000;
/** The status group Acciones: 4 and any unknown status. */
const LAST_GROUP = 4;
/** Rows before page 2 000. */
const BEFORE_DEEP_PAGE = 1_999 * 50;

export async function takeSample(client: Client): Promise<Sample> {
  const sampleIds = async (table: string, where: string) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from ${table} where ${where} order by hashtext(id) limit ${SIZE}`,
    );
    return rows.map(({ id }) => id);
  };
  const { rows } = await client.query<{ phone: string }>(
    'select phone from patients where phone is not null order by hashtext(id) limit 1',
  );
  return {
    patientIds: await sampleIds('patients', 'true'),
    changeable: await sampleIds('patients', `status_group = ${LAST_GROUP}`),
    partnerIds: await sampleIds('partners', 'true'),
    doctorIds: await sampleIds('doctors', 'true'),
    phoneFragment: rows[0]?.phone.slice(-8) ?? '',
    deepCursor: await readDeepCursor(client),
  };
}

/** The cursor that the product would give after the page before it. */
async function readDeepCursor(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ id: string; at: Date }>(
    `select id, created_sort as at from patients where deleted_at is null
      order by created_sort desc, id desc offset $1 limit 1`,
    [BEFORE_DEEP_PAGE - 1],
  );
  const [last] = rows;
  if (!last) return null;
  const codec = scopeCursors(createCursorCodec(SECRET), '/v1/user/list');
  return codec.encode({ sort: '-createDate', key: last.at.toISOString(), id: last.id });
}
