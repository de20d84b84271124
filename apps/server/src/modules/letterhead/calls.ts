import type {
  Letterhead,
  letterheadContract,
  letterheadEdit,
} from '@simiente/contract/letterhead/calls';
import { desc, eq, lte, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { ChangeAct, StaffActor } from '../../platform/act.ts';
import type { Handlers } from '../../platform/calls/handlers.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { findChanges, pick, toWire } from '../../platform/database/records.ts';
import { rejectStale, toFieldProblem } from '../../platform/problem.ts';
import type { FileStore } from '../../platform/storage/storage.ts';
import { remakeLogo } from '../../platform/uploads/remake-logo.ts';
import { files } from '../../schema/files.ts';
import { letterheads } from '../../schema/letterheads.ts';
import { staffName } from '../../schema/staff.ts';
import { audited, auditView, toAuditChanges, writeAudit } from '../audit/public.ts';
import { keepUploads, readStoredFiles } from '../files/public.ts';

/** Pixels of the longer side: three for each point of the logo's area on a paper. */
const MAX_SIDE = 1024;

export function letterheadCalls(store: FileStore): Handlers<typeof letterheadContract> {
  return {
    getOne: audited(
      async ({ db }) => ({ letterhead: await readLetterhead(db) }),
      () => ({ action: 'letterhead.read' }),
    ),

    update: (context, { logo, ...edit }) =>
      keepUploads(
        context,
        store,
        { call: 'letterhead.update', input: edit, received: { logo } },
        {
          check: (file) => remakeLogo(file, 'logo', MAX_SIDE),
          attach: async (transaction, addFile) => {
            const addLogo = logo === undefined ? undefined : () => addFile('logo');
            await updateLetterhead(transaction, context, edit, addLogo);
            return null;
          },
          read: async (transaction) => {
            await auditView(transaction, context, { action: 'letterhead.read' });
            const letterhead = await readLetterhead(transaction);
            if (letterhead === null) throw new Error('The changed letterhead does not exist');
            return { letterhead };
          },
        },
      ),
  };
}

/** The letterhead in force; null before the first one. */
async function readLetterhead(db: Reader): Promise<Letterhead | null> {
  const [row] = await db
    .select({
      ...pick(letterheads, ['name', 'address', 'licence', 'logoId', 'changedAt', 'version']),
      changedBy: staffName(letterheads.changedBy, letterheads.changedAt),
    })
    .from(letterheads)
    .orderBy(desc(letterheads.version))
    .limit(1);
  if (!row) return null;
  const { logoId, ...letterhead } = row;
  const logos = await readStoredFiles(db, logoId === null ? [] : [logoId]);
  return { ...toWire(letterhead), logo: logos.get(logoId ?? '') ?? null };
}

export interface PaperLetterhead {
  readonly name: string;
  readonly address: string | null;
  readonly licence: string | null;
  readonly logoKey: string | null;
}

/** The letterhead at a moment: later changes do not affect earlier papers. Null before the first one. */
export async function letterheadAt(db: Reader, at: Date): Promise<PaperLetterhead | null> {
  const [row] = await db
    .select({ ...pick(letterheads, ['name', 'address', 'licence']), logoKey: files.storageKey })
    .from(letterheads)
    .leftJoin(files, eq(files.id, letterheads.logoId))
    .where(lte(letterheads.changedAt, at))
    .orderBy(desc(letterheads.version))
    .limit(1);
  return row ?? null;
}

type Edit = z.output<typeof letterheadEdit>;

/** Fields that the audit stores in clear, because every reader of a paper sees them. */
const plainFields = ['name', 'address', 'licence', 'logoId'];

/**
 * Writes the next letterhead. Unchanged content writes nothing.
 * @param addLogo stores the new logo, if one was sent
 * @throws Problem BAD_REQUEST for a first letterhead without a name
 */
async function updateLetterhead(
  transaction: Transaction,
  context: ChangeAct & { readonly actor: Pick<StaffActor, 'kind' | 'id'> },
  { version, logo_removed: isLogoRemoved, ...edit }: Edit,
  addLogo: (() => Promise<string>) | undefined,
): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('letterhead', 0))`);
  const [before] = await transaction
    .select()
    .from(letterheads)
    .orderBy(desc(letterheads.version))
    .limit(1);
  const current = before?.version ?? 0;
  await rejectStale(version, { version: current }, () => readLetterhead(transaction));
  const name = edit.name ?? before?.name;
  if (name === undefined) {
    throw toFieldProblem('BAD_REQUEST', 'name', 'Escribe el nombre de la clínica.');
  }
  const remainingLogoId = isLogoRemoved ? null : (before?.logoId ?? null);
  const next = {
    name,
    address: edit.address === undefined ? (before?.address ?? null) : edit.address,
    licence: edit.licence === undefined ? (before?.licence ?? null) : edit.licence,
    logoId: addLogo === undefined ? remainingLogoId : await addLogo(),
  };
  const earlier: Partial<typeof letterheads.$inferSelect> = before ?? {};
  const changed = findChanges(earlier, next);
  if (Object.keys(changed).length === 0) return;
  await transaction.insert(letterheads).values({
    ...next,
    version: current + 1,
    // `now()` is the start of the transaction, which may have waited for the previous one.
    changedAt: sql`clock_timestamp()`,
    changedBy: context.actor.id,
  });
  await writeAudit(transaction, context, {
    action: 'letterhead.changed',
    details: {
      changes: toAuditChanges(context, 'letterhead', earlier, changed, plainFields),
      version: current + 1,
    },
  });
}
