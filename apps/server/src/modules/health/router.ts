import { sql } from 'drizzle-orm';
import { open } from '../../platform/http/procedures.ts';

/** Both are cheap and say nothing more than they are asked. */
export const healthRouter = {
  live: open.health.live.handler(() => ({ status: 200, data: { ok: true } })),

  ready: open.health.ready.handler(async ({ context }) => {
    await context.db.execute(sql`select 1`);
    return { status: 200, data: { ok: true } };
  }),
};
