import type { Client } from 'pg';

/** Records of the whole database for requests. */
export interface Sample {
  readonly patientIds: readonly string[];
  /**
   * Patients with a status that no call sets, in two halves, so that the two sides change different
   * ones.
   */
  readonly changeable: readonly [product: readonly string[], limit: readonly string[]];
  readonly partnerIds: readonly string[];
  readonly doctorIds: readonly string[];
  /** Part of a phone, as a user would type it. */
  readonly phoneFragment: string;
}

/** Of each kind. */
const SIZE = 2000;
/** The status group Acciones: 4 and any unknown status. */
const LAST_GROUP = 4;

export async function takeSample(client: Client): Promise<Sample> {
  const idsOf = async (table: string, where: string) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from ${table} where ${where} order by hashtext(id) limit ${SIZE}`,
    );
    return rows.map(({ id }) => id);
  };
  const changeable = await idsOf('patients', `status_group = ${LAST_GROUP}`);
  const half = Math.floor(changeable.length / 2);
  const { rows } = await client.query<{ phone: string }>(
    'select phone from patients where phone is not null order by hashtext(id) limit 1',
  );
  return {
    patientIds: await idsOf('patients', 'true'),
    changeable: [changeable.slice(0, half), changeable.slice(half)],
    partnerIds: await idsOf('partners', 'true'),
    doctorIds: await idsOf('doctors', 'true'),
    phoneFragment: rows[0]?.phone.slice(-8) ?? '',
  };
}
