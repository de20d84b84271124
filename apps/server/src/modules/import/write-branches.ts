import { sql } from 'drizzle-orm';
import { asArray } from './as-parameter.ts';
import { branchTable } from './import-tables.ts';
import type { Incoming } from './incoming.ts';
import { mergeRows, type Writing } from './merge-rows.ts';
import type { BranchRow } from './rows.ts';

/** Writes a batch of branches; one needs its partner, in this export or here already. */
export async function writeBranches(
  writing: Writing,
  incoming: readonly Incoming<BranchRow>[],
): Promise<void> {
  const { transaction, registry, log } = writing;
  const ids = [...new Set(incoming.map(({ row }) => row.partnerId))];
  const { rows } = await transaction.execute<{ id: string; deleted: boolean }>(sql`
    select id, deleted_at is not null as deleted
      from partners where id = any(${asArray(ids)})`);
  const partners = new Map(rows.map(({ id, deleted }) => [id, deleted]));
  const registered = await registry.find(ids.filter((id) => !partners.has(id)));
  const accepted: Incoming<BranchRow>[] = [];
  for (const branch of incoming) {
    const { partnerId } = branch.row;
    const deleted = partners.get(partnerId);
    if (deleted === false) accepted.push(branch);
    else if (deleted || registered.get(partnerId) === 'partner') {
      log.kept('branch', branch.place, 'el personal eliminó a su socio');
    } else log.rejected('branch', branch.place, `no hay ningún socio ${partnerId}`);
  }
  await mergeRows(writing, branchTable, accepted);
}
