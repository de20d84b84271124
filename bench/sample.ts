import type { Client } from 'pg';

/**
 * The side that answers: the product, the limit, and the limit with the same audit row. All answer the
 * same, and change different patients.
 */
export type Side = 'product' | 'limit' | 'audited';

/** Records of the whole database for requests. */
export interface Sample {
  readonly patientIds: readonly string[];
  /**
   * Patients with a status that no call sets, in thirds, so that each side changes others.
   */
  readonly changeable: Readonly<Record<Side, readonly string[]>>;
  readonly partnerIds: readonly string[];
  readonly doctorIds: readonly string[];
  /** Part of a phone, as a user would type it. */
  readonly phoneFragment: string;
}

/** Records of each kind. */
const SIZE = 2000;
/** The status group Acciones: 4 and any unknown status. */
const LAST_GROUP = 4;

export async function takeSample(client: Client): Promise<Sample> {
  const sampleIds = async (table: string, where: string) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from ${table} where ${where} order by hashtext(id) limit ${SIZE}`,
    );
    return rows.map(({ id }) => id);
  };
  const changeable = await sampleIds('patients', `status_group = ${LAST_GROUP}`);
  const third = Math.floor(changeable.length / 3);
  const { rows } = await client.query<{ phone: string }>(
    'select phone from patients where phone is not null order by hashtext(id) limit 1',
  );
  return {
    patientIds: await sampleIds('patients', 'true'),
    changeable: {
      product: changeable.slice(0, third),
      limit: changeable.slice(third, 2 * third),
      audited: changeable.slice(2 * third),
    },
    partnerIds: await sampleIds('partners', 'true'),
    doctorIds: await sampleIds('doctors', 'true'),
    phoneFragment: rows[0]?.phone.slice(-8) ?? '',
  };
}
