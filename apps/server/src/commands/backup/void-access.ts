import type { Client } from 'pg';

/** What an operator has to know of it. */
export const ACCESS_IS_VOID =
  'Dejaron de servir todas las sesiones, los enlaces y las entregas anteriores, y los tokens de los laboratorios y de los sistemas que envían borradores: cada persona vuelve a entrar con su contraseña de entonces, y hay que crear de nuevo las invitaciones, las entregas y los tokens.';

/** Tables of what gave access in the past, or waited to be sent; each row of them is void. */
const VOID = [
  'staff_sessions',
  'staff_verifications',
  'staff_links',
  'laboratory_tokens',
  'draft_tokens',
  'list_exports',
  'mails',
];

/**
 * In a database that went back: sessions, one-time codes, links, exports, deliveries of reports, and the
 * tokens of laboratories and of senders of drafts are void, devices are unknown again, and e-mails that waited
 * then are not sent a second time. The database may be of an earlier release, which lacks some of it.
 */
export async function voidAccess(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) as name where to_regclass('public.' || name) is not null`,
    [VOID],
  );
  const { rows: epoch } = await client.query(
    `select from pg_attribute where attrelid = 'public.staff'::regclass and attname = 'device_epoch'`,
  );
  const work = rows.map(({ name }) => `delete from public.${name}`);
  if (epoch.length > 0) work.push('update public.staff set device_epoch = device_epoch + 1');
  const { rows: deliveries } = await client.query(
    `select where to_regclass('public.report_deliveries') is not null`,
  );
  if (deliveries.length > 0) {
    // Its rows say what was handed out.
    work.push(
      `update public.report_deliveries set closed_at = now(), closed_for = 'revoked' where closed_at is null`,
    );
  }
  // Several statements of one query are one transaction.
  await client.query(work.join('; '));
}
