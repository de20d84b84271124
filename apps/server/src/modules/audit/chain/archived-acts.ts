import type { SealedRow } from './chain-check.ts';

/** Content of a row that is only in an archive. */
export interface ArchivedAct {
  readonly action: string;
  readonly at: Date;
  readonly subjectId: string | null;
  readonly patientId: string | null;
  readonly details: Readonly<Record<string, unknown>> | null;
}

/** Passes the rows through, and keeps the content of some actions by id. */
export async function* keepActs(
  rows: AsyncIterable<SealedRow>,
  actions: readonly string[],
  kept: Map<number, ArchivedAct>,
): AsyncGenerator<SealedRow> {
  const names = actions.map((action) => `"${action}"`);
  for await (const row of rows) {
    // Most rows have other actions and are skipped.
    if (names.some((name) => row.content?.includes(name))) {
      const act = readAct(row.content ?? '');
      if (act && actions.includes(act.action)) kept.set(row.event_id, act);
    }
    yield row;
  }
}

/** Reads the content of a row, in the order of `ROW_CONTENT`; null for one that is damaged. */
function readAct(content: string): ArchivedAct | null {
  try {
    const [, micros, , , action, , subjectId, patientId, , , , details] = JSON.parse(content);
    return {
      action,
      at: new Date(micros / 1000),
      subjectId,
      patientId,
      details: details === null ? null : JSON.parse(details),
    };
  } catch {
    return null;
  }
}
